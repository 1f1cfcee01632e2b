import type { Table } from '@lancedb/lancedb'
import { parseExact } from '../../../domain/value/exact-json'
import { numbersOf, textsOf, type ArrowRows } from '../tables/arrow-tables'
import type { ToolId } from '../../../domain/tool/tool'
import type { IndexesInPlace } from '../../../ports/in-place'
import type { AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import type { Head } from '../records/head'
import { openInPlace } from '../in-place/open'
import { rowSum } from '../tables/row-sum'
import { DamagedPart } from '../tables/storage-problem'
import { partsOfKinds, type StoredPart } from '../records/stored-part'
import { laterRowsOf, type Row, type Snapshot } from '../records/snapshot'
import type { LoggedSnapshot, PublishEvent } from './events'
import { fullEvent, half, orHalf } from './full-event'
import { changed } from './snapshot-problem'
import { readStoredFile } from './stored-files'
import { patiently, patientlyEach, type PublishedPlace } from './place'
import { reading } from './reading'
import { readPublishedVectors, type PublishedVectors } from './vectors'

/**
 * A published snapshot whose records are all in memory, as they were read: nothing that happens at
 * its address afterwards changes or loses any of them, and what is read of it is of one snapshot.
 */
export interface SnapshotInMemory {
  number: number
  event: PublishEvent
  snapshot: Snapshot
  vectors: PublishedVectors
  /**
   * Opens what is searched where it lies, given the tools by their ids; nothing where all is held.
   */
  openInPlace?: (tools: readonly ToolId[]) => IndexesInPlace
  /** What was kept of the catalog under a name; nothing where that is not at hand. */
  kept(name: string): Promise<Uint8Array | undefined>
}

/** How a snapshot is read. */
export interface Holding extends PublishedPlace {
  kinds: AnyRecordKinds
  /** What the workspace at the address is known by, whichever snapshot of it is current. */
  id: string
}

/** @throws Problem `unreadable` where a table is not there, `newer-version`, `unavailable`. */
export async function holdSnapshot(at: Holding, logged: LoggedSnapshot): Promise<SnapshotInMemory> {
  const { database, address, kinds } = at
  const { number } = logged
  const event = fullEvent(logged, address, kinds)
  const waiting = { address, what: 'Reading from' }
  const open = (as: string): Promise<Table> =>
    patiently(database.openTable(as).catch(orHalf(number, address)), waiting)
  const tables = Object.entries(event.tables).map(async ([name, { as, rows, sum }]) => {
    const table = await open(as)
    const { batches, columns } = await batchesOf(table, at)
    table.close()
    const read = batches.reduce((sum, { numRows }) => sum + numRows, 0)
    if (read !== rows) throw half(number, address)
    requireWritten({ sum, columns }, batches, { number, address, name })
    return [name, batches] as const
  })
  const { documents, searched, derived } = event
  const withTableOf = (as: string) => reading({ address, open: () => open(as) })
  const searchable = (searched ? [searched.searched, searched.terms] : []).map(async ({ as }) =>
    (await open(as)).close(),
  )
  const withKept = derived && withTableOf(derived.as)
  const head = headOf(event, { number, id: at.id })
  const [held, vectors] = await Promise.all([
    Promise.all(tables).then((all) => new Map<string, readonly Batch[]>(all)),
    readPublishedVectors(
      documents && { ...documents, address, number, open: () => open(documents.as) },
    ),
    ...searchable,
  ])
  return {
    number,
    event,
    snapshot: inMemory(held, { head, address, kinds, summaries: event.summaries }),
    vectors,
    ...(searched && {
      openInPlace: (tools: readonly ToolId[]) => ({
        ...openInPlace(searched, { tools, withTableOf, wait: (work) => patiently(work, waiting) }),
        publishedFor: {
          recipes: searchedBy(event.worksWith, searched),
          embedder: searched.embedder,
        },
      }),
    }),
    kept: async (name) =>
      withKept?.((table) => patiently(readStoredFile(table, name), waiting)).catch(() => undefined),
  }
}

/** The recipe that was published, and those that were measured along with it. */
const searchedBy = (
  { recipe }: PublishEvent['worksWith'],
  { recall }: NonNullable<PublishEvent['searched']>,
): string[] => [...new Set([recipe, ...recall.map((each) => each.recipe)])]

type Batch = ArrowRows & { numRows: number }

async function batchesOf(table: Table, { address, kinds }: Holding) {
  const columns = new Set(partsOfKinds(kinds).flatMap(({ key, value }) => [key, value]))
  const waiting = { address, what: 'Reading from' }
  const { fields } = await patiently(table.schema(), waiting)
  const wanted = fields.flatMap(({ name }) =>
    columns.has(name) || name === 'position' ? [name] : [],
  )
  const batches: Batch[] = []
  for await (const batch of patientlyEach<Batch>(table.query().select(wanted), waiting))
    batches.push(batch)
  return { batches, columns: wanted }
}

/** @throws Problem `unreadable` where a table is not what was published. */
function requireWritten(
  { sum, columns }: { sum: string | undefined; columns: readonly string[] },
  batches: readonly Batch[],
  { number, address, name }: { number: number; address: string; name: string },
): void {
  if (sum === undefined) return
  const found = rowSum(columns)
  for (const batch of batches) found.add(batch)
  if (found.text() !== sum) throw changed(number, address, name)
}

/** As the reads of a workspace want it: a snapshot is a commit. */
function headOf(event: PublishEvent, { number, id }: { number: number; id: string }): Head {
  const { id: commit, name, createdAt, tables, summaries, models, worksWith } = event
  const counts = [
    ...Object.entries(tables).map(([part, { rows }]) => [part, rows] as const),
    ...Object.entries(summaries).map(([part, { length }]) => [part, length] as const),
  ]
  return {
    id,
    name,
    createdAt,
    revision: number,
    commit,
    parts: Object.fromEntries(counts.map(([part, rows]) => [part, { rows, commit }])),
    models,
    worksWith,
  }
}

interface InMemory {
  head: Head
  address: string
  kinds: AnyRecordKinds
  summaries: PublishEvent['summaries']
}

function inMemory(
  held: ReadonlyMap<string, readonly Batch[]>,
  { head, address, kinds, summaries }: InMemory,
): Snapshot {
  const rows: Snapshot['rows'] = async (part, key) => {
    if (part.isSummary) {
      const listed = summaries[part.name] ?? []
      const all = listed.map((value) => ({ key: kinds[part.kind]?.key(value) ?? '', value }))
      return key === undefined ? all : all.filter((row) => row.key === key)
    }
    try {
      return rowsIn(held.get(part.name) ?? [], { part, key })
    } catch (error) {
      throw new DamagedPart(part, error)
    }
  }
  return {
    head,
    rows,
    async laterRows(part, onRows) {
      const all = (held.get(part.name) ?? []).flatMap((batch) =>
        laterRowsOf(batch, { key: part.key, value: part.value, part, dir: address }),
      )
      onRows?.(all.length)
      return all
    },
    soundRows: async (part) => ({ rows: await rows(part), lost: 0, isAsWritten: true }),
  }
}

interface RowsToRead {
  part: StoredPart
  key: string | undefined
}

/** Only those rows are parsed that are wanted. */
function rowsIn(batches: readonly Batch[], { part, key }: RowsToRead): Row[] {
  const found: { row: Row; position: number }[] = []
  for (const batch of batches) {
    const keys = textsOf(batch, part.key)
    const values = textsOf(batch, part.value)
    const positions = part.isPlaced ? numbersOf(batch, 'position') : []
    keys.forEach((own, at) => {
      if (key !== undefined && own !== key) return
      const value = parseExact(values[at] ?? 'null') as unknown
      found.push({ row: { key: own, value }, position: positions[at] ?? 0 })
    })
  }
  return found.sort((a, b) => a.position - b.position).map(({ row }) => row)
}
