import type { Table } from '@lancedb/lancedb'
import { Problem } from '../../../domain/problem'
import { numbersOf, vectorsOf, type ArrowRows } from '../tables/arrow-tables'
import type { WithTable } from '../vectors/with-table'
import { MOST_ROWS_A_CALL } from '../vectors/stored-vectors'

/** Some answers of LanceDB are at hand in memory already. */
export interface SearchedTable {
  /** Where the rows that a search names stand among all tools. */
  placesOf(search: (table: Table) => Promise<ArrowRows>): Promise<number[]>
  /** What stands in a column at some places, read of those that are not at hand. */
  rowsOf<Value>(
    column: string,
    read: (rows: ArrowRows, column: string) => Value[],
  ): (places: readonly number[]) => Promise<Map<number, Value>>
}

/** Rows of one column kept at hand: of vectors of 256 dimensions 20 MB. */
const MOST_AT_HAND = 20_000

/** The column by which LanceDB names rows. */
const ROW_ID = '_rowid'

/** What limits a search to the tools at some places. */
export const atPlaces = (places: readonly number[]): string => `place IN (${places.join()})`

export function searchedTable(withTable: WithTable): SearchedTable {
  const look = lookWith(() => withTable(readPlaces))
  return {
    placesOf: (search) =>
      look(async ({ placeOf }) => {
        const places = numbersOf(await withTable(search), ROW_ID).map(placeOf)
        return places.every((place) => place !== undefined) ? places : undefined
      }),
    rowsOf(column, read) {
      const atHand = new Map<number, ReturnType<typeof read>[number]>()
      const readAt = (some: readonly number[]) =>
        look(async ({ idOf, placeOf }) => {
          const ids = some.map(idOf)
          if (ids.includes(NO_ROW)) return undefined
          return withTable(async (table) => {
            const rows = await table.takeRowIds(ids).select([column]).withRowId().toArrow()
            const values = read(rows, column)
            const places = numbersOf(rows, ROW_ID).map(placeOf)
            const found = new Map(places.map((place, at) => [place, values[at]] as const))
            return some.every((place) => found.has(place)) ? found : undefined
          })
        })
      return async (wanted) => {
        const found = new Map(
          wanted.flatMap((place) => {
            const value = atHand.get(place)
            return value === undefined ? [] : [[place, value] as const]
          }),
        )
        const missing = [...new Set(wanted)].filter((place) => !found.has(place))
        for (let from = 0; from < missing.length; from += MOST_ROWS_A_CALL) {
          for (const [place, value] of await readAt(missing.slice(from, from + MOST_ROWS_A_CALL))) {
            if (place === undefined || value === undefined) continue
            found.set(place, value)
            atHand.set(place, value)
          }
        }
        for (const oldest of atHand.keys()) {
          if (atHand.size <= MOST_AT_HAND) break
          atHand.delete(oldest)
        }
        return found
      }
    },
  }
}

/** A vector of its own: a view would keep all rows that were read with it. */
export const copiedVectors = (rows: ArrowRows, column: string): Float32Array[] =>
  vectorsOf(rows, column).map((vector) => vector.slice())

interface Places {
  /** Nothing for a number that no row has. */
  placeOf(rowId: number | bigint): number | undefined
  /** {@link NO_ROW} for a place at which no row is. */
  idOf(place: number): number
}
const NO_ROW = -1

/**
 * Looks by where the rows stand. A table that is compacted, as LanceDB’s service does by itself,
 * has other numbers for its rows: where the answer names unknown ones, or lacks some, they are read
 * anew, once.
 */
function lookWith(read: () => Promise<Places>) {
  let places: Promise<Places> | undefined
  return async <T>(look: (places: Places) => Promise<T | undefined>): Promise<T> => {
    const attempt = async () => {
      try {
        return await look(await (places ??= read()))
      } catch (error) {
        places = undefined
        throw error
      }
    }
    const found = await attempt()
    if (found !== undefined) return found
    places = undefined
    const again = await attempt()
    if (again !== undefined) return again
    places = undefined
    throw new Problem(
      'unreadable',
      'Rows of the published snapshot that is searched where it lies are missing.',
      'Publish the workspace again.',
    )
  }
}

/** Where each row stands, by the number that LanceDB gives it. */
async function readPlaces(table: Table): Promise<Places> {
  const rows = await table.query().select(['place']).withRowId().toArrow()
  const places = numbersOf(rows, 'place')
  const ids = Float64Array.from(numbersOf(rows, ROW_ID), Number)
  const order = ids.slice().sort()
  const byPlace = new Float64Array(places.length).fill(NO_ROW)
  const placeAt = new Int32Array(places.length)
  for (const [at, place] of places.entries()) {
    const id = ids[at] as number
    byPlace[place] = id
    placeAt[indexIn(order, id)] = place
  }
  return {
    placeOf(rowId) {
      const at = indexIn(order, Number(rowId))
      return order[at] === Number(rowId) ? placeAt[at] : undefined
    },
    idOf: (place) => byPlace[place] ?? NO_ROW,
  }
}

/** @param sorted rising */
function indexIn(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
