import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Table } from '@lancedb/lancedb'
import { z } from 'zod'
import type { AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import { parseExact } from '../../../domain/value/exact-json'
import type { Part } from '../records/head'
import { dropVersionsBeyond } from '../records/records-table'
import { arrowRows, HASHED_COLUMNS, type RecordRow } from '../records/rows'
import { partsOfKinds, type StoredPart } from '../records/stored-part'
import { numbersOf, textsOf, type ArrowRows } from '../tables/arrow-tables'
import type { Database } from '../tables/database'
import { rowSum } from '../tables/row-sum'
import { soundRowsOf } from '../tables/sound-files'
import { isRefusal } from '../tables/storage-problem'
import type { EarlierManifest } from './earlier-manifest'

/** Where the tables of an earlier layout are. */
export interface EarlierFolder {
  dir: string
  /** The workspace's own folder, where they were copied from there. */
  home?: string
  database: Database
  kinds: AnyRecordKinds
}

/** A table that is not there as its manifest says: the folder was copied while it was written. */
export class MissingRows extends Error {}

interface Reading {
  onRows(rows: RecordRow[]): Promise<void>
  /** Whether a part of which rows are not there is left without them. */
  isSalvaging: boolean
}

/**
 * Reads all records of an earlier layout, some rows at a time, and says what parts they make. Of a
 * damaged table what can be read is given; its part says how many rows there should be.
 * @throws MissingRows where a table lacks what the manifest names, unless `isSalvaging`.
 */
export async function readEarlier(
  folder: EarlierFolder,
  manifest: EarlierManifest,
  { onRows, isSalvaging }: Reading,
): Promise<Record<string, Part>> {
  const parts: Record<string, Part> = {}
  const give = async (part: string, found: RowsOfPart) => {
    parts[part] = found.part
    for (const rows of found.rows) await onRows(rows)
  }
  for (const part of partsOfKinds(folder.kinds)) {
    const state = manifest.tables[part.name]
    const summaries = manifest.summaries[part.name]
    if (part.isSummary && summaries) {
      const key = (one: unknown) => folder.kinds[part.kind]?.key(one) ?? ''
      const rows = summaries.map((one, position) => ({
        part: part.name,
        key: key(one),
        position,
        value: JSON.stringify(one),
      }))
      await give(part.name, rowsOfPart([rows], { commit: manifest.commit }))
    } else if (state) {
      const commit = state.commit ?? manifest.commit
      try {
        const table = await openEarlier(folder, part.name, state.version)
        if (part.name === 'tools' && manifest.hasLayersBeside) {
          const { tools, layers } = await toolsWithLayers(table)
          await give('tools', rowsOfPart([tools], { commit }))
          if (layers.length > 0) await give('layers', rowsOfPart([layers], { commit }))
        } else {
          await give(part.name, await rowsOfTable(table, part, { ...state, commit, isSalvaging }))
        }
        table.close()
      } catch (error) {
        if (!isSalvaging || !(error instanceof MissingRows)) throw error
        parts[part.name] = { rows: state.rows, commit }
      }
    }
  }
  return parts
}

/** What a process that died wrote beyond the version of the manifest was never committed. */
async function openEarlier({ dir, database }: EarlierFolder, name: string, version: number) {
  try {
    return await database.openTable(name, version).catch(async () => {
      await dropVersionsBeyond(join(dir, `${name}.lance`, '_versions'), version)
      return database.openTable(name, version)
    })
  } catch (error) {
    if (isRefusal(error)) throw error
    throw new MissingRows(`The table ${name} is not there at version ${version}.`, { cause: error })
  }
}

interface RowsOfPart {
  part: Part
  rows: RecordRow[][]
}

function rowsOfPart(rows: RecordRow[][], { commit }: { commit: string }): RowsOfPart {
  const sum = rowSum(HASHED_COLUMNS)
  for (const some of rows) sum.add(arrowRows(some, new Set()))
  const count = rows.reduce((all, { length }) => all + length, 0)
  return { part: { rows: count, commit, sum: sum.text() }, rows }
}

interface EarlierState {
  rows: number
  commit: string
  sum?: string | undefined
  isSalvaging: boolean
}

async function rowsOfTable(
  table: Table,
  part: StoredPart,
  state: EarlierState,
): Promise<RowsOfPart> {
  const batches = await allOrSound(table, [...part.columns], state)
  const found = rowsOfPart(
    batches.map((batch) => recordRows(batch, part)),
    state,
  )
  const before = rowSum(part.columns)
  for (const batch of batches) before.add(batch)
  const isAsWritten = state.sum === undefined || state.sum === before.text()
  // What was damaged before stays known to be: neither count nor hash fits what was found.
  const isWhole = found.part.rows === state.rows && isAsWritten
  const { rows, commit } = state
  return isWhole ? found : { ...found, part: { rows, commit, sum: before.text() } }
}

async function allOrSound(
  table: Table,
  columns: string[],
  { isSalvaging }: Pick<EarlierState, 'isSalvaging'>,
): Promise<ArrowRows[]> {
  try {
    return [await table.query().select(columns).toArrow()]
  } catch (error) {
    if (isRefusal(error)) throw error
    if (!isSalvaging && /not found|no such file/i.test(String(error)))
      throw new MissingRows('A file of a table is not there.', { cause: error })
    return soundRowsOf(table, columns).catch(() => [])
  }
}

function recordRows(batch: ArrowRows, { name, key, value, isPlaced }: StoredPart): RecordRow[] {
  const values = textsOf(batch, value)
  const positions = isPlaced ? numbersOf(batch, 'position') : []
  return textsOf(batch, key).map((own, at) => ({
    part: name,
    key: own,
    position: positions[at] ?? 0,
    value: values[at] ?? '',
  }))
}

const Layer = z.looseObject({})

/** Layout 1 kept the author's layer of a tool in the tool's row. */
async function toolsWithLayers(table: Table) {
  const rows = await table.query().select(['id', 'tool', 'layer']).toArrow()
  const values = textsOf(rows, 'tool')
  const written = textsOf(rows, 'layer')
  const tools: RecordRow[] = []
  const layers: RecordRow[] = []
  for (const [at, key] of textsOf(rows, 'id').entries()) {
    tools.push({ part: 'tools', key, position: 0, value: values[at] ?? '' })
    const layer = Layer.parse(parseExact(written[at] ?? '{}'))
    if (Object.keys(layer).length === 0) continue
    const value = JSON.stringify({ tool: key, layer })
    layers.push({ part: 'layers', key, position: 0, value })
  }
  return { tools, layers }
}

/** The folders of tables of earlier layouts that are in a folder. */
export async function earlierTables(dir: string, kinds: AnyRecordKinds): Promise<string[]> {
  const names = new Set(partsOfKinds(kinds).map(({ name }) => `${name}.lance`))
  return (await readdir(dir)).filter((entry) => names.has(entry))
}

export const removeAll = async (dir: string, entries: readonly string[]): Promise<void> => {
  for (const entry of entries) await rm(join(dir, entry), { recursive: true, force: true })
}
