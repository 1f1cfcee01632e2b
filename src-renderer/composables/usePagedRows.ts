import { computed, onScopeDispose, ref, shallowReactive, shallowRef } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import type { ProblemReport, Reply } from '../../src-main/contract/reply'
import type { RowSource } from '../components/table-column'

interface Page<Row> {
  total: number
  rows: Row[]
}

export type FetchPage<Row> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<Reply<Page<Row>>>

export interface PagedRows<Row> {
  rows: RowSource<Row>
  problem: Ref<ProblemReport | undefined>
  /** Whether the first page has come since the start. */
  ready: ComputedRef<boolean>
  /** Reads again what is on show; old rows stay until the new ones are there. */
  reload(): Promise<void>
}

const PAGE = 100

/** Rows of any number, fetched by pages as they come into sight and kept. */
export function usePagedRows<Row>(fetchPage: FetchPage<Row>): PagedRows<Row> {
  const pages = shallowReactive(new Map<number, Row[]>())
  const asked = new Set<number>()
  const total = ref<number>()
  const problem = shallowRef<ProblemReport>()
  let controller = new AbortController()
  let sight = { first: 0, last: 0 }

  async function load(page: number): Promise<Page<Row> | undefined> {
    asked.add(page)
    const { signal } = controller
    const reply = await fetchPage(page * PAGE, PAGE, signal)
    if (signal.aborted) return undefined
    if (reply.ok) return reply.data
    asked.delete(page)
    if (reply.error.code !== 'cancelled') problem.value = reply.error
    return undefined
  }

  const pagesIn = (first: number, last: number): number[] => {
    const from = Math.floor(first / PAGE)
    return Array.from({ length: Math.floor(last / PAGE) - from + 1 }, (_, index) => from + index)
  }

  function ensure(first: number, last: number): void {
    sight = { first, last }
    if (total.value === undefined) return
    for (const page of pagesIn(first, last)) {
      if (asked.has(page)) continue
      void load(page).then((answer) => answer && pages.set(page, answer.rows))
    }
  }

  async function reload(): Promise<void> {
    controller.abort()
    controller = new AbortController()
    asked.clear()
    problem.value = undefined
    const wanted = pagesIn(sight.first, sight.last)
    const answers = await Promise.all(wanted.map(load))
    const [answer] = answers
    if (!answer) return
    pages.clear()
    total.value = answer.total
    wanted.forEach((page, index) => {
      const rows = answers[index]?.rows
      if (rows) pages.set(page, rows)
    })
  }

  onScopeDispose(() => controller.abort())

  const rows: RowSource<Row> = {
    get total() {
      return total.value ?? 0
    },
    at: (index) => pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    ensure,
  }
  return { rows, problem, ready: computed(() => total.value !== undefined), reload }
}
