import { shallowReactive } from 'vue'
import type { ProblemReport, Reply } from '../../src-main/contract/reply'

export interface Page<Row> {
  total: number
  rows: Row[]
}

/** Rows in sight, from `first` to `last`, both included. */
export interface Sight {
  first: number
  last: number
}

export interface PagedList<Row> {
  /** A row that has come; reads are reactive. */
  at(index: number): Row | undefined
  /**
   * Requests the pages in sight that have not been requested. Gives the first of them, where it
   * came now.
   */
  load(sight: Sight): Promise<Page<Row> | undefined>
  /** Cancels what is under way; what comes after that is dropped. */
  close(): void
}

const PAGE = 100

/** One list that does not change, fetched by pages. */
export function pagedList<Row>(
  fetchPage: (
    place: { offset: number; limit: number },
    signal: AbortSignal,
  ) => Promise<Reply<Page<Row>>>,
  onProblem: (problem: ProblemReport) => void,
): PagedList<Row> {
  const pages = shallowReactive(new Map<number, Row[]>())
  const requested = new Set<number>()
  const { signal, close } = closable()

  async function fetch(page: number): Promise<Page<Row> | undefined> {
    requested.add(page)
    const reply = await fetchPage({ offset: page * PAGE, limit: PAGE }, signal)
    if (signal.aborted) return undefined
    if (reply.ok) {
      pages.set(page, reply.data.rows)
      return reply.data
    }
    requested.delete(page)
    onProblem(reply.error)
    return undefined
  }

  return {
    at: (index) => pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    async load(sight) {
      const missing = pagesIn(sight).filter((page) => !requested.has(page))
      const [first] = await Promise.all(missing.map(fetch))
      return first
    },
    close,
  }
}

function closable(): { signal: AbortSignal; close: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, close: () => controller.abort() }
}

function pagesIn({ first, last }: Sight): number[] {
  const from = Math.floor(first / PAGE)
  return Array.from({ length: Math.floor(last / PAGE) - from + 1 }, (_, index) => from + index)
}
