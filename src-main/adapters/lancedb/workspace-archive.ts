import { createHash } from 'node:crypto'
import { strToU8, unzipSync, zipSync, type UnzipFileInfo } from 'fflate/browser'
import { z } from 'zod'
import { ModelChoice } from '../../domain/model/model'
import { Problem } from '../../domain/problem'
import { parseExact } from '../../domain/value/exact-json'
import type {
  AnyRecordKind,
  AnyRecordKinds,
  RecordTable,
} from '../../domain/workspace/record-kinds'
import { WorksWith } from '../../domain/recipe/choice'
import { EXCHANGE_VERSION, migrateArchive, type ArchiveRows } from './earlier/archive-migrations'
import { newerVersion } from './tables/marker'
import { headOf, membersOf } from './records/stored-part'

/** What an archive carries: all of a workspace but derived vectors. */
export interface WorkspaceContent {
  name: string
  models?: ModelChoice | undefined
  worksWith?: WorksWith | undefined
  /** Whole records by kind. */
  records: Record<string, unknown[]>
}

const HEAD_FILE = 'manifest.json'

const Head = z.looseObject({
  format: z.literal('pegboard-workspace'),
  schemaVersion: z.number().int().min(1),
  name: z.string().min(1),
  /** Absent where nothing was chosen, and in older archives. */
  models: ModelChoice.optional().catch(undefined),
  /** The same. */
  worksWith: WorksWith.optional().catch(undefined),
  /**
   * SHA-256 of each other file: a zip reader checks neither sums nor sizes. A file without rows is
   * left out.
   */
  files: z.record(z.string(), z.string()),
})
type Head = z.infer<typeof Head>

/**
 * How much an archive may hold, unpacked: far above any real workspace, far below what would
 * exhaust memory.
 */
export interface ArchiveLimits {
  allBytes: number
  /** A file is packed from one text, and no text is longer. */
  fileBytes: number
  /** A line is one record, read as one. */
  lineBytes: number
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  allBytes: 1 << 30,
  fileBytes: 512 << 20,
  lineBytes: 64 << 20,
}

/**
 * The file of a kind's records, and that of their members: each member with the key of its record.
 */
const recordFile = (name: string): string => `${name}.jsonl`
const memberFile = (table: RecordTable): string => `${table.name}.jsonl`

export function packArchive(
  { name, models, worksWith, records }: WorkspaceContent,
  kinds: AnyRecordKinds,
): Uint8Array {
  const rows = Object.entries(kinds).flatMap(([kindName, kind]) =>
    rowsOf(kindName, kind, records[kindName] ?? []),
  )
  const files = Object.fromEntries(
    rows
      .filter(([, lines]) => lines.length > 0)
      .map(([file, lines]) => [
        file,
        strToU8(lines.map((row) => `${JSON.stringify(row)}\n`).join('')),
      ]),
  )
  const head: Head = {
    format: 'pegboard-workspace',
    schemaVersion: EXCHANGE_VERSION,
    name,
    ...(models && { models }),
    ...(worksWith && { worksWith }),
    files: Object.fromEntries(Object.entries(files).map(([file, bytes]) => [file, sumOf(bytes)])),
  }
  return zipSync({ [HEAD_FILE]: strToU8(JSON.stringify(head, null, 2)), ...files })
}

function rowsOf(
  name: string,
  kind: AnyRecordKind,
  records: unknown[],
): [file: string, rows: unknown[]][] {
  const heads = records.map((record) => headOf(kind, record))
  if (!kind.members) return [[recordFile(name), heads]]
  const { table } = kind.members
  const members = records.flatMap((record) =>
    membersOf(kind, record).map((member) => ({
      [table.key]: kind.key(record),
      [table.value]: member,
    })),
  )
  return [
    [recordFile(name), heads],
    [memberFile(table), members],
  ]
}

interface UnpackOptions {
  kinds: AnyRecordKinds
  limits?: ArchiveLimits
  /** Told of each line that holds values which JSON cannot, which are left out. */
  onMended?: (where: string) => void
}

/**
 * @throws Problem `unreadable` on anything broken or unexpected, `newer-version`. Nothing is
 * written.
 */
export function unpackArchive(
  archive: Uint8Array,
  { kinds, limits = ARCHIVE_LIMITS, onMended }: UnpackOptions,
): WorkspaceContent {
  const first = unzip(archive, [HEAD_FILE], { limits, mayHoldOthers: true })
  const head = readHead(first[HEAD_FILE])
  const names = [HEAD_FILE, ...Object.keys(head.files)]
  const files = unzip(archive, names, { limits, mayHoldOthers: false })
  const stored = Object.entries(head.files).map(([file, sum]): [string, unknown[]] => {
    const bytes = files[file]
    if (!bytes) throw broken(`${file} is missing`)
    checkLines(bytes, file, limits)
    if (sumOf(bytes) !== sum) throw broken(`${file} is damaged`)
    return [file, parseLines(bytes, file)]
  })
  const { rows } = orBroken('its content is not what its version says', () =>
    migrateArchive({ head, rows: Object.fromEntries(stored) }, head.schemaVersion),
  )
  const known = Object.entries(kinds).flatMap(([name, kind]) =>
    rowsOf(name, kind, []).map(([file]) => file),
  )
  if (Object.keys(rows).some((file) => !known.includes(file))) throw newerVersion('The archive')
  const records = Object.entries(kinds).map((named) => [named[0], recordsOf(named, rows, onMended)])
  const { name, models, worksWith } = head
  const byKind = Object.fromEntries(records) as WorkspaceContent['records']
  return { name, models, worksWith, records: byKind }
}

/**
 * The files of these names; any others are refused, or left packed where there may be some. Names
 * and sizes are checked before anything is unpacked, and the unpacker stops at the size declared.
 */
function unzip(
  archive: Uint8Array,
  names: string[],
  { limits, mayHoldOthers }: { limits: ArchiveLimits; mayHoldOthers: boolean },
): Record<string, Uint8Array> {
  const expected = new Set(names)
  let total = 0
  const accept = ({ name, originalSize }: UnzipFileInfo): boolean => {
    const isExpected = expected.delete(name)
    if (!isExpected && mayHoldOthers) return false
    if (!isExpected) throw broken(`it holds ${JSON.stringify(name.slice(0, 100))}`)
    total += originalSize
    if (total > limits.allBytes) throw broken('unpacked it would be larger than any workspace')
    if (originalSize > limits.fileBytes) {
      throw broken(`unpacked, ${name} would be larger than any file of a workspace`)
    }
    return true
  }
  return orBroken('it is cut off, or no zip file at all', () =>
    unzipSync(archive, { filter: accept }),
  )
}

function readHead(bytes: Uint8Array | undefined): Head {
  if (!bytes) throw broken(`${HEAD_FILE} is missing`)
  const parsed = orBroken(
    `${HEAD_FILE} is damaged`,
    () => parseExact(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown,
  )
  const version = z.object({ schemaVersion: z.number() }).safeParse(parsed)
  if (version.success && version.data.schemaVersion > EXCHANGE_VERSION) {
    throw newerVersion('The archive')
  }
  return orBroken(`${HEAD_FILE} was not written by Pegboard`, () => Head.parse(parsed))
}

const NEW_LINE = 10

function checkLines(bytes: Uint8Array, file: string, { lineBytes }: ArchiveLimits): void {
  let start = 0
  for (let line = 1; start < bytes.length; line++) {
    const found = bytes.indexOf(NEW_LINE, start)
    const end = found < 0 ? bytes.length : found
    if (end - start > lineBytes) {
      throw broken(`line ${line} of ${file} is longer than any record`)
    }
    start = end + 1
  }
}

const parseLines = (bytes: Uint8Array, file: string): unknown[] =>
  new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter(Boolean)
    .map((line, at) => orBroken(wrongLine(file, at), () => parseExact(line) as unknown))

/** Whole records of one kind, each row checked by the kind's schema. */
function recordsOf(
  [name, kind]: [name: string, kind: AnyRecordKind],
  rows: ArchiveRows['rows'],
  onMended: UnpackOptions['onMended'],
): unknown[] {
  const checked = <T>(schema: z.ZodType<T>, file: string): T[] =>
    (rows[file] ?? []).map((row, at) => {
      const parsed = schema.safeParse(row)
      if (parsed.success) return parsed.data
      const mended = mendRow(schema, row)
      if (!mended) throw broken(wrongLine(file, at))
      onMended?.(`line ${at + 1} of ${file} (${mended.dropped.join(', ')})`)
      return mended.value
    })
  const heads = new Map<string, unknown>()
  for (const head of checked(kind.schema, recordFile(name))) {
    const key = kind.key(head)
    if (heads.has(key)) throw broken(`it holds the ${kind.called} ${JSON.stringify(key)} twice`)
    heads.set(key, head)
  }
  if (!kind.members) return [...heads.values()]
  const { field, table, schema } = kind.members
  const file = memberFile(table)
  const lists = new Map([...heads.keys()].map((key): [string, unknown[]] => [key, []]))
  for (const row of checked(z.object({ [table.key]: z.string(), [table.value]: schema }), file)) {
    const key = String(row[table.key])
    const list = lists.get(key)
    if (!list) throw broken(`${file} names an unknown ${kind.called} ${JSON.stringify(key)}`)
    list.push(row[table.value])
  }
  return [...heads].map(([key, head]) => ({ ...(head as object), [field]: lists.get(key) }))
}

function orBroken<T>(why: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Problem ? error : broken(why)
  }
}

const wrongLine = (file: string, at: number): string =>
  `line ${at + 1} of ${file} is not what it should be`

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const broken = (why: string): Problem =>
  new Problem(
    'unreadable',
    `The archive cannot be imported: ${why}.`,
    'Export the workspace again, and hand the file over unchanged. Nothing was imported.',
  )

/** Parts of a row that may be mended: more than that, and it was never a row of ours. */
const MOST_MENDED = 50

/**
 * A row of an archive without the values that JSON could not hold: earlier versions of Pegboard
 * kept grades and means that were no finite numbers, which JSON writes as null. Nothing where
 * something else is wrong. `dropped` says where they were.
 */
function mendRow<T>(
  schema: z.ZodType<T>,
  row: unknown,
): { value: T; dropped: string[] } | undefined {
  const mended = structuredClone(row)
  const dropped: string[] = []
  for (let turn = 0; turn <= MOST_MENDED; turn++) {
    const parsed = schema.safeParse(mended)
    if (parsed.success) return { value: parsed.data, dropped }
    const path = parsed.error.issues[0]?.path.map(String) ?? []
    // What lacks a part that was dropped goes as a whole.
    const part = partAt(mended, dropped.includes(path.join('.')) ? path.slice(0, -1) : path)
    if (!part || (part.value !== null && !dropped.includes(path.join('.')))) return undefined
    Reflect.deleteProperty(part.holder, part.path.at(-1) ?? '')
    dropped.push(part.path.join('.'))
  }
  return undefined
}

interface Part {
  value: unknown
  holder: Record<string, unknown>
  path: string[]
}

/** What stands at a path; a list stands for its items. */
function partAt(row: unknown, path: string[]): Part | undefined {
  let holder: unknown = row
  for (const [depth, key] of path.entries()) {
    if (typeof holder !== 'object' || holder === null) return undefined
    const record = holder as Record<string, unknown>
    const value = record[key]
    const isLast = depth === path.length - 1
    const isList = Array.isArray(value) && depth === path.length - 2
    const item = isList ? (value as unknown[])[Number(path.at(-1))] : undefined
    if (isLast || item === null) {
      return { value: isLast ? value : item, holder: record, path: path.slice(0, depth + 1) }
    }
    holder = value
  }
  return undefined
}
