import { computed, shallowRef, watch, type WritableComputedRef } from 'vue'
import type { ProblemReport, Reply } from '../../src-main/contract/reply'
import type { RequestOptions } from '../bridge/bridge'
import type { RowSource } from '../components/table-column'
import { formatCount } from '../words/number-words'
import type { Page } from './paged-list'
import { useStatus } from './useStatus'
import { useWork } from './useTask'

/** Rows that can be checked: as many as one request names. */
const MOST_CHECKED = 1000

interface CheckableList<Row> {
  /** The rows that have come. */
  rows: () => RowSource<Row>
  keyOf: (row: Row) => string
  /** Requests rows of what is listed. */
  page: (
    place: { offset: number; limit: number },
    options: RequestOptions,
  ) => Promise<Reply<Page<Row>>>
  /** Equal for equal lists: in another one, nothing is checked. */
  listed: () => string
}

export interface CheckedRows<Row> {
  /** The keys of the rows that are checked, on show or not. */
  checked: WritableComputedRef<ReadonlySet<string>>
  /** These rows, as they were when they were checked. */
  chosen: () => Row[]
  keysBetween(first: number, last: number): Promise<readonly string[]>
  /** Checks all that are listed, up to a thousand, or none. */
  checkAll(on: boolean): Promise<void>
  problem: Readonly<{ value: ProblemReport | undefined }>
}

/**
 * Which rows of a list are checked; ranges and all of them are asked of the app, whether they have
 * come or not.
 */
export function useCheckedRows<Row>(list: CheckableList<Row>): CheckedRows<Row> {
  const { announce } = useStatus()
  const picked = shallowRef<ReadonlyMap<string, Row>>(new Map())
  const asking = useWork(list.page)
  let asked: ReadonlyMap<string, Row> = new Map()
  watch(list.listed, () => {
    // What is still asked of the list before is of no interest any more.
    asking.clear()
    picked.value = asked = new Map()
  })

  const keyed = (rows: readonly Row[]) => rows.map((row) => [list.keyOf(row), row] as const)

  function pick(keys: ReadonlySet<string>): void {
    const isKnown = [...keys].every((key) => picked.value.has(key) || asked.has(key))
    const here = isKnown ? [] : keyed(arrived(list.rows()))
    const known = new Map([...asked, ...here, ...picked.value])
    const all = [...keys].flatMap((key) => {
      const row = known.get(key)
      return row === undefined ? [] : [[key, row] as const]
    })
    if (all.length > MOST_CHECKED) tooMany(all.length)
    picked.value = new Map(all.slice(0, MOST_CHECKED))
  }
  const tooMany = (count: number): void =>
    announce(
      `The first ${formatCount(MOST_CHECKED)} of ${formatCount(count)} are checked: more do not go at once.`,
      'neutral',
    )

  async function ask(first: number, last: number): Promise<Page<Row> | undefined> {
    const limit = Math.min(last - first + 1, MOST_CHECKED)
    const page = await asking.run({ offset: first, limit })
    asked = new Map(keyed(page?.rows ?? []))
    return page
  }

  return {
    checked: computed({ get: () => new Set(picked.value.keys()), set: pick }),
    chosen: () => [...picked.value.values()],
    async keysBetween(first, last) {
      const page = await ask(first, last)
      return (page?.rows ?? []).map(list.keyOf)
    },
    async checkAll(on) {
      if (!on) return void (picked.value = new Map())
      const page = await ask(0, MOST_CHECKED - 1)
      if (!page) return
      picked.value = new Map(asked)
      if (page.total > page.rows.length) tooMany(page.total)
    },
    problem: asking.problem,
  }
}

const arrived = <Row>(rows: RowSource<Row>): Row[] =>
  Array.from({ length: rows.total }, (_, at) => rows.at(at)).filter((row) => row !== undefined)
