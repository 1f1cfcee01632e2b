import type { Table } from '@lancedb/lancedb'
import { numbersOf, textsOf, vectorsOf, type ArrowRows } from '../tables/arrow-tables'
import type { WithTable } from '../tables/with-table'

/** Some answers of LanceDB are at hand in memory already. */
export interface SearchedTable {
  withTable: WithTable
  /** Where the rows that LanceDB names stand among all tools. */
  placesOf(rows: ArrowRows): Promise<number[]>
  /** What stands in a column at some places, read of those that are not at hand. */
  rowsOf<Value>(
    column: string,
    read: (rows: ArrowRows, column: string) => Value[],
  ): (places: readonly number[]) => Promise<Map<number, Value>>
}

/** Rows of one column kept at hand: of vectors of 256 dimensions 20 MB. */
const MOST_AT_HAND = 20_000

/** Rows read by one call, to bound its memory. */
const ROWS_A_CALL = 4_096

/** The column by which LanceDB names rows. */
const ROW_ID = '_rowid'

export function searchedTable(withTable: WithTable): SearchedTable {
  let places: Promise<Places> | undefined
  const known = () => {
    places ??= withTable(readPlaces)
    places.catch(() => (places = undefined))
    return places
  }
  return {
    withTable,
    async placesOf(rows) {
      const { placeOf } = await known()
      return numbersOf(rows, ROW_ID).map((id) => placeOf(Number(id)))
    },
    rowsOf(column, read) {
      const atHand = new Map<number, ReturnType<typeof read>[number]>()
      const readAt = async (some: readonly number[]) => {
        const { idOf, placeOf } = await known()
        return withTable(async (table) => {
          const rows = await table.takeRowIds(some.map(idOf)).select([column]).withRowId().toArrow()
          const values = read(rows, column)
          return numbersOf(rows, ROW_ID).map((id, at) => [placeOf(Number(id)), values[at]] as const)
        })
      }
      return async (wanted) => {
        const found = new Map(
          wanted.flatMap((place) => {
            const value = atHand.get(place)
            return value === undefined ? [] : [[place, value] as const]
          }),
        )
        const missing = [...new Set(wanted)].filter((place) => !found.has(place))
        for (let from = 0; from < missing.length; from += ROWS_A_CALL) {
          for (const [place, value] of await readAt(missing.slice(from, from + ROWS_A_CALL))) {
            if (value === undefined) continue
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

export const readTexts = textsOf

interface Places {
  placeOf(rowId: number): number
  idOf(place: number): number
}

/** Where each row stands, by the number that LanceDB gives it. */
async function readPlaces(table: Table): Promise<Places> {
  const rows = await table.query().select(['place']).withRowId().toArrow()
  const places = numbersOf(rows, 'place')
  const ids = new Float64Array(places.length)
  const byPlace = new Float64Array(places.length)
  numbersOf(rows, ROW_ID).forEach((id, at) => {
    ids[at] = Number(id)
    byPlace[places[at] as number] = Number(id)
  })
  const order = ids.slice().sort()
  const placeAt = new Int32Array(places.length)
  for (const [place, id] of byPlace.entries()) placeAt[indexIn(order, id)] = place
  return {
    placeOf: (rowId) => placeAt[indexIn(order, rowId)] as number,
    idOf: (place) => byPlace[place] as number,
  }
}

/** @param sorted rising */
function indexIn(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
