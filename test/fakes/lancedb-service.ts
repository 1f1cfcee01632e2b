import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection, Table } from '@lancedb/lancedb'
import type { DataType } from 'apache-arrow'
import { lancedb } from '../../src-main/adapters/lancedb/tables/database'

/** The copy of Arrow that LanceDB loads itself. */
const arrow = createRequire(import.meta.url)('apache-arrow') as typeof import('apache-arrow')

/**
 * LanceDB’s remote service as far as its client speaks to it here: the same requests, answered from
 * tables in a folder.
 */
export interface LanceDbService {
  host: string
  apiKey: string
  /** What was asked so far, without the names of tables: `POST query`. */
  asked: string[]
  stop(): Promise<void>
}

export async function lanceDbService(): Promise<LanceDbService> {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-service-'))
  const { connect } = await lancedb()
  const database = await connect(folder)
  const apiKey = 'sk-of-the-test'
  const asked: string[] = []
  const server = createServer((request, response) => {
    const answer = async () => {
      if (request.headers['x-api-key'] !== apiKey) return say(response, 401, 'Unauthorized')
      const body = await bodyOf(request)
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
      const [, , , table = '', ...rest] = pathname.split('/')
      asked.push(`${request.method} ${rest.filter(Boolean).join('/') || 'list'}`)
      if (table === '') return sendJson(response, await namesAfter(database, searchParams))
      return answerOf({ database, table, what: rest.filter(Boolean), body, response })
    }
    answer().catch((error: unknown) => {
      const text = String(error)
      say(response, /was not found|not exist/i.test(text) ? 404 : 500, text)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    host: `http://127.0.0.1:${port}`,
    apiKey,
    asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Asked {
  database: Connection
  table: string
  /** What of it: `query`, or `index/list`. */
  what: string[]
  body: Buffer
  response: ServerResponse
}

async function answerOf({ database, table: name, what, body, response }: Asked): Promise<void> {
  const [first = '', second = ''] = what
  if (first === 'create') {
    await nativeOf(database).createTable(name, asFile(body), 'create', [])
    return sendJson(response, { version: 1 })
  }
  if (first === 'drop') {
    await database.dropTable(name)
    return sendJson(response, {})
  }
  const table = await database.openTable(name)
  const told = body.length > 0 && first !== 'insert' ? JSON.parse(body.toString()) : {}
  const answers: Record<string, () => Promise<unknown>> = {
    describe: async () => ({
      table: name,
      version: await table.version(),
      stats: {},
      schema: { fields: (await table.schema()).fields.map(fieldOf), metadata: {} },
    }),
    insert: () => nativeOf(table).add(asFile(body), 'append'),
    count_rows: () => table.countRows(),
    create_index: () => createIndex(table, told),
    version: async () => ({
      versions: (await table.listVersions()).map(({ version, timestamp }) => ({
        version,
        timestamp: timestamp.toISOString(),
        metadata: {},
      })),
    }),
    index: () => (second === 'list' ? indexesOf(table) : statisticsOf(table, second)),
  }
  if (first === 'query') return sendRows(response, await rowsOf(table, told))
  const answer = answers[first]
  if (!answer) return say(response, 404, `The service knows no ${first}.`)
  sendJson(response, await answer())
}

/**
 * What LanceDB’s client is made of itself, and takes rows as they are sent: compressed in a way
 * that Arrow for JavaScript does not read.
 */
const nativeOf = (of: Connection | Table) => (of as unknown as { inner: Native }).inner

interface Native {
  createTable(name: string, file: Buffer, mode: 'create', namespace: string[]): Promise<unknown>
  add(file: Buffer, mode: 'append'): Promise<unknown>
}

const insides = createRequire(createRequire(import.meta.url).resolve('apache-arrow'))
const { Message } = insides('./ipc/metadata/message.js') as {
  Message: {
    decode(bytes: Uint8Array): { bodyLength: number; header(): unknown; isSchema(): boolean }
  }
}
const { Footer, FileBlock } = insides('./ipc/metadata/file.js') as {
  Footer: (new (
    schema: unknown,
    version: number,
    batches: unknown[],
    dictionaries: unknown[],
  ) => unknown) & {
    encode(footer: unknown): Uint8Array
  }
  FileBlock: new (metadataBytes: number, bodyBytes: number, offset: number) => unknown
}

/**
 * A stream of Arrow’s as a file of it, which has the same messages and says at its end where they
 * are.
 */
function asFile(stream: Buffer): Buffer {
  const magic = Buffer.from('ARROW1\0\0')
  const blocks: unknown[] = []
  let schema: unknown
  let at = 0
  while (at + 8 <= stream.length) {
    const metadataBytes = stream.readInt32LE(at + 4)
    if (metadataBytes === 0) break
    const message = Message.decode(stream.subarray(at + 8, at + 8 + metadataBytes))
    if (message.isSchema()) schema = message.header()
    else blocks.push(new FileBlock(8 + metadataBytes, message.bodyLength, magic.length + at))
    at += 8 + metadataBytes + message.bodyLength
  }
  const footer = Buffer.from(Footer.encode(new Footer(schema, 4, blocks, [])))
  const length = Buffer.alloc(4)
  length.writeInt32LE(footer.length)
  const end = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])
  return Buffer.concat([magic, stream.subarray(0, at), end, footer, length, magic.subarray(0, 6)])
}

interface Query {
  columns?: string[]
  filter?: string
  k: number
  vector?: number[]
  vector_column?: string
  distance_type?: 'dot'
  full_text_query?: { query: string; columns: string[] }
  with_row_id?: boolean
}

async function rowsOf(table: Table, asked: Query) {
  const { MatchQuery } = await lancedb()
  const { vector = [], full_text_query: words, columns } = asked
  const base =
    vector.length > 0
      ? table
          .vectorSearch(Float32Array.from(vector))
          .column(asked.vector_column ?? 'vector')
          .distanceType(asked.distance_type ?? 'l2')
      : table.query()
  if (words) base.fullTextSearch(new MatchQuery(words.query, words.columns[0] ?? ''))
  if (asked.filter !== undefined) base.where(asked.filter)
  if (columns) base.select(columns)
  if (asked.with_row_id) base.withRowId()
  if (asked.k < Number.MAX_SAFE_INTEGER) base.limit(asked.k)
  return base.toArrow()
}

async function createIndex(table: Table, { column, index_type: type }: Record<string, string>) {
  const { Index } = await lancedb()
  const words = {
    baseTokenizer: 'whitespace',
    withPosition: false,
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
  } as const
  const config = type === 'FTS' ? Index.fts(words) : Index.ivfFlat({ distanceType: 'dot' })
  await table.createIndex(column ?? '', { config })
  return {}
}

async function indexesOf(table: Table) {
  const indexes = await table.listIndices()
  return {
    indexes: indexes.map(({ name, columns }) => ({
      index_name: name,
      index_uuid: name,
      columns,
      status: 'done',
    })),
  }
}

async function statisticsOf(table: Table, index: string) {
  const stats = await table.indexStats(index)
  return {
    num_indexed_rows: stats?.numIndexedRows ?? 0,
    num_unindexed_rows: stats?.numUnindexedRows ?? 0,
    index_type: stats?.indexType,
  }
}

async function namesAfter(database: Connection, asked: URLSearchParams) {
  const limit = asked.get('limit')
  const startAfter = asked.get('page_token')
  const tables = await database.tableNames({
    ...(limit !== null && { limit: Number(limit) }),
    ...(startAfter !== null && { startAfter }),
  })
  return { tables }
}

interface ArrowField {
  name: string
  nullable: boolean
  type: DataType
}

const fieldOf = ({ name, nullable, type }: ArrowField): object => ({
  name,
  nullable,
  type: typeOf(type),
})

function typeOf(type: DataType): object {
  const { listSize, children } = type as { listSize?: number; children?: ArrowField[] | null }
  const { Type } = arrow
  const names = new Map<number, string>([
    [Type.Int, 'int32'],
    [Type.Float, 'float'],
    [Type.Binary, 'binary'],
    [Type.Utf8, 'string'],
  ])
  if (listSize === undefined) return { type: names.get(type.typeId) }
  return { type: 'fixed_size_list', length: listSize, fields: (children ?? []).map(fieldOf) }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function sendRows(response: ServerResponse, rows: unknown): void {
  const bytes = Buffer.from(arrow.tableToIPC(rows as never, 'file'))
  response.writeHead(200, { 'content-type': 'application/vnd.apache.arrow.file' }).end(bytes)
}
