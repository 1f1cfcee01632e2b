import { randomBytes } from 'node:crypto'
import type { Table } from '@lancedb/lancedb'
import type { PublishedDocuments } from '../../../ports/in-place'
import type { PublishCall, Publication, SearchedInPlace } from '../../../ports/publishing'
import type { AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import { EXCHANGE_VERSION } from '../earlier/archive-migrations'
import { openFolder, type FolderOptions } from '../folder/open-folder'
import type { Head } from '../records/head'
import { partsOfKinds, type StoredPart } from '../records/stored-part'
import type { StoredSnapshot } from '../records/snapshot'
import { openInPlace } from '../in-place/open'
import { SEARCHED_TABLES, writeSearched } from '../in-place/write'
import { arrowTable, vectorColumn, withColumns } from '../tables/arrow-tables'
import type { Database } from '../tables/database'
import { documentTableName } from '../vectors/document-tables'
import { keepIndexed, type IndexLimits } from '../vectors/with-table'
import { sumOf } from '../tables/row-sum'
import { scanRows, storedDimensions, type VectorRow } from '../vectors/stored-vectors'
import { conflict } from '../workspace-conflict'
import type { PublishEvent } from './events'
import { DERIVED, storedFiles } from './stored-files'
import { patiently, WRITING_PATIENCE_MS, type PublishedPlace } from './place'
import { reading } from './reading'

/**
 * What answers queries, and what those are measured by. How the catalog came about stays with its
 * author: sources with their addresses, proposals, decisions, runs and what can be taken back.
 */
const PUBLISHED_KINDS = [
  'tools',
  'layers',
  'servers',
  'standardFields',
  'bundles',
  'goldenSets',
  'goldenUses',
  'prompts',
  'fieldWeights',
  'ownRecipes',
]

/** Where a write is; tests end the process there. */
export type PublishStep = `${string} ${'begun' | 'written' | 'appended'}`

export interface PublishOptions extends FolderOptions, IndexLimits {
  onPublishStep?: (step: PublishStep) => void | Promise<void>
}

export const publishedKinds = (kinds: AnyRecordKinds): AnyRecordKinds =>
  Object.fromEntries(PUBLISHED_KINDS.flatMap((name) => (kinds[name] ? [[name, kinds[name]]] : [])))

/** The tables that may be there of a snapshot, by the names of its parts. */
export const publishedTables = (kinds: AnyRecordKinds): StoredPart[] =>
  partsOfKinds(publishedKinds(kinds)).filter(({ isSummary }) => !isSummary)

type Rows = Awaited<ReturnType<ReturnType<Table['query']>['toArrow']>>

/**
 * Everything of a workspace that is published, in memory: it is as of one commit, whatever is
 * committed meanwhile.
 */
interface Content {
  head: Head
  tables: Map<string, Rows>
  summaries: Record<string, unknown[]>
  documents?: Rows | undefined
}

/** @throws Problem `conflict` where the workspace holds another commit. */
async function contentOf(publication: Publication, options: FolderOptions): Promise<Content> {
  const { dir, commit, embedder } = publication
  const folder = await openFolder(dir, options)
  const kinds = publishedKinds(folder.kinds)
  try {
    return await folder.read(async (snapshot, state) => {
      const { head } = snapshot
      if (head.commit !== commit) throw conflict()
      const tables = new Map<string, Rows>()
      for (const part of publishedTables(kinds)) {
        const rows = await snapshot.stored(part)
        if (rows.numRows > 0) tables.set(part.name, withColumns(rows, columnsOf(part)))
      }
      const documents =
        embedder &&
        (await documentsIn(folder.database, embedder, publication).catch(() => undefined))
      const kept = await storedFiles(dir, state, publication.without)
      if (kept) tables.set(DERIVED, kept)
      return { head, tables, documents, summaries: await summariesIn(snapshot, kinds) }
    })
  } finally {
    await folder.close()
  }
}

/** What the columns of a table are called by, each with that of the records that it is made of. */
const columnsOf = ({ key, value, isPlaced }: StoredPart): Record<string, string> => ({
  [key]: 'key',
  [value]: 'value',
  ...(isPlaced && { position: 'position' }),
})

async function summariesIn(
  snapshot: StoredSnapshot,
  kinds: AnyRecordKinds,
): Promise<Content['summaries']> {
  const summaries: Content['summaries'] = {}
  for (const part of partsOfKinds(kinds).filter(({ isSummary }) => isSummary)) {
    if (!snapshot.head.parts[part.name]) continue
    summaries[part.name] = (await snapshot.rows(part)).map(({ value }) => value)
  }
  return summaries
}

/**
 * The stored vectors of an embedder, without their texts, which nothing reads, and without those
 * that are searched in place. Where they cannot be read, none.
 */
async function documentsIn(
  database: Database,
  { fingerprint }: { fingerprint: string },
  { searched }: Publication,
): Promise<Rows | undefined> {
  const name = documentTableName(fingerprint)
  if (!(await database.tableNames()).includes(name)) return undefined
  const table = await database.openTable(name)
  const rows = searched ? await othersIn(table, searched.documents) : await soundVectors(table)
  return rows && rows.numRows > 0 ? rows : undefined
}

/** @throws Error where one is not as it was written. */
async function soundVectors(table: Table): Promise<Rows> {
  for await (const rows of scanRows(table)) void rows
  return table.query().select(['hash', 'vector']).toArrow()
}

async function othersIn(
  table: Table,
  documents: readonly PublishedDocuments[],
): Promise<Rows | undefined> {
  const covered = documents.flatMap((each) => (each.kind === 'meaning' ? [each.hashes] : []))
  const others: VectorRow[] = []
  for await (const rows of scanRows(table)) {
    for (const { hash, vector } of rows) {
      if (covered.some((hashes) => hashes.has(hash))) continue
      others.push({ hash, vector: vector.slice() })
    }
  }
  if (others.length === 0) return undefined
  const vectors = others.map(({ vector }) => vector)
  const columns = {
    hash: others.map(({ hash }) => hash),
    vector: vectorColumn(vectors, await storedDimensions(table)),
  }
  return arrowTable(columns)
}

/**
 * A snapshot’s own, in the names of its tables: random, so that no two publishers ever write to one
 * table.
 */
const newSnapshotId = (): string => randomBytes(16).toString('hex')

interface Writing {
  place: PublishedPlace
  id: string
  call: PublishCall
  options: PublishOptions
  /** Told of rows that were written. */
  onRows(rows: number): void
}

/**
 * Writes the tables of a snapshot, each under a name that nobody reads yet, and gives the event
 * that is to name them. A process that is killed before the event leaves tables that are in
 * nobody’s way.
 */
export async function writeSnapshot(
  place: Writing['place'],
  publication: Publication,
  call: PublishCall,
  options: PublishOptions,
): Promise<PublishEvent> {
  const content = await contentOf(publication, options)
  const { head, tables, documents, summaries } = content
  const parts = [...tables, ...(documents ? [[DOCUMENTS, documents] as const] : [])]
  const { searched: wanted } = publication
  const total = parts.reduce((sum, [, rows]) => sum + rows.numRows, wanted?.tools.length ?? 0)
  const id = newSnapshotId()
  let done = 0
  const onRows = (rows: number) => call.onRows((done += rows), total)
  const writing: Writing = { place, id, call, options, onRows }
  try {
    const { written, dimensions } = await writeTables(parts, writing)
    const searched = wanted && (await writeSearchable(publication, wanted, writing))
    const { searched: rows, terms } = searched ?? {}
    await requireAll([...Object.values(written), rows, terms], writing)
    const { [DOCUMENTS]: vectors, [DERIVED]: derived, ...records } = written
    return {
      kind: 'publish',
      id,
      schemaVersion: EXCHANGE_VERSION,
      ...headOf(publication, head),
      tables: records,
      summaries,
      ...(searched && { searched }),
      ...(derived && { derived }),
      ...(vectors && documentsOf(publication, { ...vectors, dimensions })),
    }
  } catch (error) {
    const names = [...parts.map(([name]) => name), ...SEARCHED_TABLES]
    await dropTables(
      place,
      names.map((name) => `${name}-${id}`),
    )
    throw error
  }
}

type WrittenTable = PublishEvent['tables'][string]

async function writeTables(
  parts: readonly (readonly [name: string, rows: Rows])[],
  { place, id, call, options, onRows }: Writing,
): Promise<{ written: Record<string, WrittenTable>; dimensions: number }> {
  const { database, address } = place
  const waiting = { address, what: 'Publishing to', signal: call.signal }
  const patience = { ...waiting, patienceMs: WRITING_PATIENCE_MS }
  const written: Record<string, WrittenTable> = {}
  let dimensions = 0
  for (const [name, rows] of parts) {
    const as = `${name}-${id}`
    const table = await patiently(database.createTable(as, rows), patience)
    const columns = rows.schema.fields.map((field) => String(field.name))
    written[name] = { as, rows: rows.numRows, sum: sumOf(rows, columns) }
    if (name === DOCUMENTS) {
      dimensions = await storedDimensions(table)
      // Who reads only looks: what an index takes is done here.
      await patiently(keepIndexed(table, options), patience)
    }
    onRows(rows.numRows)
    await options.onPublishStep?.(`${name} written`)
  }
  return { written, dimensions }
}

/** Writes what is searched in place, and asks it how much it finds. */
async function writeSearchable(
  { address, embedder }: Publication,
  { tools, documents, measure }: SearchedInPlace,
  { place, id, call, options, onRows }: Writing,
): Promise<PublishEvent['searched']> {
  const { database } = place
  const waiting = { address, what: 'Publishing to', signal: call.signal }
  const patience = { ...waiting, patienceMs: WRITING_PATIENCE_MS }
  const written = await writeSearched(
    { tools, documents },
    {
      ...options,
      database,
      id,
      onRows,
      signal: call.signal,
      wait: (work) => patiently(work, patience),
    },
  )
  await options.onPublishStep?.('searched written')
  const indexes = openInPlace(written, {
    tools,
    wait: (work) => patiently(work, waiting),
    withTableOf: (as) => reading({ address, open: () => database.openTable(as) }),
  })
  const recall = await measure(indexes)
  return { ...written, recall, ...(embedder && { embedder: embedder.name }) }
}

/** @throws Error where a table does not hold what was written to it. */
async function requireAll(
  written: readonly (WrittenTable | undefined)[],
  { place: { database, address }, call }: Writing,
): Promise<void> {
  const waiting = { address, what: 'Publishing to', signal: call.signal }
  for (const { as, rows } of written.flatMap((table) => table ?? [])) {
    const there = database.openTable(as).then((table) => table.countRows())
    if ((await patiently(there, waiting)) !== rows) throw new Error(`${as} is not whole.`)
  }
}

const documentsOf = (
  { embedder }: Publication,
  vectors: WrittenTable & { dimensions: number },
): Pick<PublishEvent, 'documents'> =>
  embedder
    ? { documents: { ...vectors, embedder: embedder.name, fingerprint: embedder.fingerprint } }
    : {}

/** As the table of vectors is called here, whichever embedder made them. */
export const DOCUMENTS = 'documents'

const headOf = ({ at, program, models, worksWith, figures }: Publication, head: Head) => ({
  at,
  program,
  name: head.name,
  createdAt: head.createdAt,
  models,
  tools: head.parts['tools']?.rows ?? 0,
  worksWith,
  ...(figures && { figures }),
})

/** Removes tables as far as that goes: what stays is looked for again by the next publisher. */
export async function dropTables(
  { database, address }: PublishedPlace,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    await patiently(database.dropTable(name), { address, what: 'Publishing to' }).catch(
      () => undefined,
    )
  }
}
