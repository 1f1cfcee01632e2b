import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { ProblemReport, Progress, Reply } from '../../src-main/contract/reply'
import type { ActionInput, ActionName, ActionAnswer } from '../../src-main/features/actions'
import { useBridge, type RequestOptions } from '../bridge/bridge'
import type { RowSource } from '../components/table-column'
import { pagedList, type Page, type PagedList, type Sight } from './paged-list'
import { useQueryCache, type Reading } from './query-cache'
import { useReading } from './useReading'
import { useShown } from './useShown'

/** Actions that give one page of a list. */
type PagedAction = {
  [Name in ActionName]: ActionAnswer<Name> extends Page<unknown> ? Name : never
}[ActionName]

type Row<Name extends PagedAction> = ActionAnswer<Name>['rows'][number]

/** Without the place of a page. */
type ListInput<Name extends PagedAction> = Omit<ActionInput<Name>, 'offset' | 'limit'>

/**
 * The list on show: its pages, what it was requested with, and the answer that its first page came
 * with.
 */
interface Shown<Name extends PagedAction> {
  list: PagedList<Row<Name>>
  input: ListInput<Name>
  /** Equal for equal inputs. */
  key: string
  answer: ActionAnswer<Name>
}

export interface PagedRows<Name extends PagedAction> {
  rows: RowSource<Row<Name>>
  /**
   * The list that the rows are of: while the next one is on its way, that of an older input or
   * commit.
   */
  shown: Readonly<Ref<Shown<Name> | undefined>>
  problem: Readonly<Ref<ProblemReport | undefined>>
  /** How far a list that is on its way has come, where it takes so long that the app says so. */
  progress: Readonly<Ref<Progress | undefined>>
  /** Requests again what is in sight; old rows stay until the new ones are there. */
  reload(): Promise<void>
}

/**
 * Rows of any number, fetched by pages as they come into sight, and again whenever the input or the
 * commit of the workspace on show changes. Nothing is requested while the input is undefined or the
 * component is out of sight. A list keeps its own pages: so many, they would push everything else
 * out of the cache of `useQuery`.
 */
export function usePagedRows<Name extends PagedAction>(
  action: Name,
  input: () => ListInput<Name> | undefined,
): PagedRows<Name> {
  const openList = useLists(action)
  const reading = useReading(action, input)
  const visible = useShown()
  const isChanging = useQueryCache().isChanging(action)
  const shown = shallowRef<Shown<Name>>()
  const problem = shallowRef<ProblemReport>()
  const progress = shallowRef<Progress>()
  let coming: PagedList<Row<Name>> | undefined
  /** The input and commit last requested, unless that failed or was stopped. */
  let requested: string | undefined
  let sight: Sight = { first: 0, last: 0 }

  async function reload(): Promise<void> {
    if (!reading.value) return
    coming?.close()
    problem.value = undefined
    const { key } = reading.value
    const wanted = JSON.parse(reading.value.input) as ListInput<Name>
    const list = openList(wanted, {
      onProblem: (error) => (problem.value = error),
      onProgress(step) {
        if (coming === list) progress.value = step
      },
    })
    coming = list
    const answer = await list.load(sight)
    if (coming !== list) return
    coming = progress.value = undefined
    if (!answer) return void (requested = undefined)
    shown.value?.list.close()
    shown.value = { list, input: wanted, key, answer: answer as ActionAnswer<Name> }
    // What came into sight meanwhile.
    await list.load(sight)
  }

  function stop(): void {
    if (!coming) return
    coming.close()
    coming = requested = progress.value = undefined
  }

  watch(
    () => (visible.value ? versionOf(reading.value) : undefined),
    (version) => {
      if (version === undefined) {
        stop()
        if (isChanging) requested = undefined
        return
      }
      if (version === requested) return
      requested = version
      void reload()
    },
    { immediate: true },
  )
  const stopHearing = useBridge().onOutdated(({ action: outdated, dir }) => {
    if (outdated !== action || dir !== reading.value?.dir) return
    requested = visible.value ? versionOf(reading.value) : undefined
    if (visible.value) void reload()
  })
  onScopeDispose(() => {
    stopHearing()
    stop()
    shown.value?.list.close()
  })

  const rows = rowsOf(shown, (inSight) => {
    sight = inSight
    // A list that is coming begins with what is in sight then.
    if (!coming) void shown.value?.list.load(sight)
  })
  return { rows, shown, problem, progress, reload }
}

const rowsOf = <Name extends PagedAction>(
  shown: Readonly<Ref<Shown<Name> | undefined>>,
  ensure: (sight: Sight) => void,
): RowSource<Row<Name>> => ({
  get total() {
    return shown.value?.answer.total ?? 0
  },
  at: (index) => shown.value?.list.at(index),
  ensure: (first, last) => ensure({ first, last }),
})

interface ListListeners {
  onProblem(problem: ProblemReport): void
  onProgress(progress: Progress): void
}

function useLists<Name extends PagedAction>(action: Name) {
  const request = useBridge().request as (
    ...message: [action: Name, input: object, options: RequestOptions]
  ) => Promise<Reply<Page<Row<Name>>>>
  return (input: ListInput<Name>, { onProblem, onProgress }: ListListeners) =>
    pagedList<Row<Name>>(
      (place, signal) => request(action, { ...input, ...place }, { signal, onProgress }),
      onProblem,
    )
}

const versionOf = (reading: Reading | undefined): string | undefined =>
  reading && `${reading.key} ${reading.version}`
