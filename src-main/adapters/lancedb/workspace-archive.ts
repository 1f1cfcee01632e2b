import { createHash } from 'node:crypto'
import { strToU8, unzipSync, zipSync, type UnzipFileInfo } from 'fflate'
import { z } from 'zod'
import { Bundle } from '../../domain/bundle'
import { GoldenQuery, type GoldenSet } from '../../domain/golden-set'
import { Problem } from '../../domain/problem'
import { QueryOutcome, Run } from '../../domain/run'
import { CatalogTool } from '../../domain/tool'
import { newerVersion } from './manifest'

/** What an archive carries: all of a workspace but derived vectors. */
export interface WorkspaceContent {
  name: string
  tools: CatalogTool[]
  goldenSets: GoldenSet[]
  bundles: Bundle[]
  runs: { run: Run; outcomes: QueryOutcome[] }[]
}

const HEAD_FILE = 'manifest.json'

const GoldenLine = z.object({ set: z.string(), query: GoldenQuery })
type GoldenLine = z.infer<typeof GoldenLine>
const OutcomeLine = z.object({ run: z.string(), outcome: QueryOutcome })
type OutcomeLine = z.infer<typeof OutcomeLine>

const ROW_FILES = [
  'tools.jsonl',
  'golden_queries.jsonl',
  'bundles.jsonl',
  'runs.jsonl',
  'outcomes.jsonl',
] as const
type RowFile = (typeof ROW_FILES)[number]

const Head = z.object({
  format: z.literal('pegboard-workspace'),
  schemaVersion: z.number().int().min(1),
  name: z.string().min(1),
  goldenSets: z.array(z.string().min(1)),
  /** SHA-256 of each other file: a zip reader checks neither sums nor sizes. */
  files: z.record(z.string(), z.string()),
})

/** Unpacked, all files together: far above any real workspace, far below what would exhaust memory. */
export const MAXIMUM_ARCHIVE_BYTES = 1 << 30

export function packArchive(content: WorkspaceContent, schemaVersion: number): Uint8Array {
  const rows: Record<RowFile, unknown[]> = {
    'tools.jsonl': content.tools,
    'golden_queries.jsonl': content.goldenSets.flatMap(({ name, queries }) =>
      queries.map((query): GoldenLine => ({ set: name, query })),
    ),
    'bundles.jsonl': content.bundles,
    'runs.jsonl': content.runs.map(({ run }) => run),
    'outcomes.jsonl': content.runs.flatMap(({ run, outcomes }) =>
      outcomes.map((outcome): OutcomeLine => ({ run: run.id, outcome })),
    ),
  }
  const files = Object.fromEntries(
    ROW_FILES.map((file) => [
      file,
      strToU8(rows[file].map((row) => `${JSON.stringify(row)}\n`).join('')),
    ]),
  )
  const head: z.infer<typeof Head> = {
    format: 'pegboard-workspace',
    schemaVersion,
    name: content.name,
    goldenSets: content.goldenSets.map(({ name }) => name),
    files: Object.fromEntries(Object.entries(files).map(([file, bytes]) => [file, sumOf(bytes)])),
  }
  return zipSync({ [HEAD_FILE]: strToU8(JSON.stringify(head, null, 2)), ...files })
}

/** @throws Problem `unreadable` on anything broken or unexpected, `newer-version`. Nothing is written. */
export function unpackArchive(
  archive: Uint8Array,
  { schemaVersion, maximumBytes = MAXIMUM_ARCHIVE_BYTES }: UnpackOptions,
): WorkspaceContent {
  const files = unzip(archive, maximumBytes)
  const head = readHead(files[HEAD_FILE], schemaVersion)
  for (const file of ROW_FILES) {
    const bytes = files[file]
    if (!bytes) throw broken(`${file} is missing`)
    if (sumOf(bytes) !== head.files[file]) throw broken(`${file} is damaged`)
  }
  const read = <T>(file: RowFile, schema: z.ZodType<T>): T[] => readRows(files[file], file, schema)
  return {
    name: head.name,
    tools: unique(read('tools.jsonl', CatalogTool), ({ tool }) => tool.id),
    goldenSets: groupQueries(head.goldenSets, read('golden_queries.jsonl', GoldenLine)),
    bundles: unique(read('bundles.jsonl', Bundle), ({ id }) => id),
    runs: groupOutcomes(
      unique(read('runs.jsonl', Run), ({ id }) => id),
      read('outcomes.jsonl', OutcomeLine),
    ),
  }
}

interface UnpackOptions {
  schemaVersion: number
  maximumBytes?: number
}

/** Names and sizes are checked before anything is unpacked; the unpacker stops at the size declared. */
function unzip(archive: Uint8Array, maximumBytes: number): Record<string, Uint8Array> {
  const expected = new Set<string>([HEAD_FILE, ...ROW_FILES])
  let total = 0
  const accept = ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (!expected.delete(name)) throw broken(`it holds ${JSON.stringify(name.slice(0, 100))}`)
    total += originalSize
    if (total > maximumBytes) throw broken('unpacked it would be larger than any workspace')
    return true
  }
  try {
    return unzipSync(archive, { filter: accept })
  } catch (error) {
    throw error instanceof Problem ? error : broken('it is cut off, or no zip file at all')
  }
}

function readHead(bytes: Uint8Array | undefined, schemaVersion: number): z.infer<typeof Head> {
  if (!bytes) throw broken(`${HEAD_FILE} is missing`)
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw broken(`${HEAD_FILE} is damaged`)
  }
  const version = z.object({ schemaVersion: z.number() }).safeParse(parsed)
  if (version.success && version.data.schemaVersion > schemaVersion) {
    throw newerVersion('The archive')
  }
  const head = Head.safeParse(parsed)
  if (!head.success) throw broken(`${HEAD_FILE} is none of Pegboard's`)
  return head.data
}

function readRows<T>(bytes: Uint8Array | undefined, file: RowFile, schema: z.ZodType<T>): T[] {
  const lines = new TextDecoder().decode(bytes).split('\n')
  return lines.filter(Boolean).map((line, position) => {
    try {
      return schema.parse(JSON.parse(line))
    } catch {
      throw broken(`line ${position + 1} of ${file} is not what it should be`)
    }
  })
}

function unique<T>(items: T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>()
  for (const item of items) {
    const key = keyOf(item)
    if (seen.has(key)) throw broken(`it holds ${JSON.stringify(key)} twice`)
    seen.add(key)
  }
  return items
}

function groupQueries(names: string[], lines: GoldenLine[]): GoldenSet[] {
  const sets = new Map(names.map((name): [string, GoldenSet] => [name, { name, queries: [] }]))
  for (const { set, query } of lines) {
    const golden = sets.get(set)
    if (!golden) throw broken(`golden_queries.jsonl names an unknown set ${JSON.stringify(set)}`)
    golden.queries.push(query)
  }
  return [...sets.values()]
}

function groupOutcomes(
  runs: Run[],
  lines: OutcomeLine[],
): { run: Run; outcomes: QueryOutcome[] }[] {
  const groups = new Map(runs.map((run) => [run.id, { run, outcomes: [] as QueryOutcome[] }]))
  for (const { run, outcome } of lines) {
    const group = groups.get(run)
    if (!group) throw broken(`outcomes.jsonl names an unknown run ${JSON.stringify(run)}`)
    group.outcomes.push(outcome)
  }
  return [...groups.values()]
}

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const broken = (why: string): Problem =>
  new Problem(
    'unreadable',
    `The archive cannot be imported: ${why}.`,
    'Export the workspace again, and hand the file over unchanged. Nothing was imported.',
  )
