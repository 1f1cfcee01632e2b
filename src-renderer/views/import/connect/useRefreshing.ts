import { computed, ref, shallowRef } from 'vue'
import type { ActionAnswer } from '../../../../src-main/features/actions'
import type { ProblemReport } from '../../../../src-main/contract/reply'
import type { ClashChoices } from '../../../../src-main/domain/catalog/import'
import { useNotingIn } from '../../../composables/useEditHistory'
import { useTask } from '../../../composables/useTask'
import { useWorkspace } from '../../../composables/useWorkspace'
import type { Connecting, LookedAt } from './useConnecting'

/** A source that is read again together with others. */
export interface Refreshed {
  name: string
  found?: ActionAnswer<'import.preview'> | undefined
  /** What taking it over does to golden queries, or why that is not known. */
  measured?: { answer?: ActionAnswer<'import.effect'>; problem?: ProblemReport } | undefined
  /** Why it was not read, or not taken over. */
  problem?: ProblemReport | undefined
  /** What taking it over did. */
  done?: ActionAnswer<'import.commit'>
  isChosen: boolean
  removeMissing: boolean
  clashes: ClashChoices
}

/** What is done about what files and workspace both have, until a person chooses otherwise. */
export const NO_CLASHES: ClashChoices = {
  sameName: 'auto',
  renames: 'sure',
  goldenSets: 'both',
  layers: 'keep',
}

/** What taking a source over changes. */
export function countsOf({ found, removeMissing }: Refreshed) {
  const { added, changed, removed } = found?.change ?? {}
  return {
    added: added?.total ?? 0,
    changed: changed?.total ?? 0,
    removed: removeMissing ? (removed?.total ?? 0) : 0,
  }
}

export function changesOf(source: Refreshed): number {
  const { added, changed, removed } = countsOf(source)
  return added + changed + removed
}

/** Whether a source was read and nothing was done about it yet. */
const isRead = ({ found, problem, done }: Refreshed): boolean => !!found && !problem && !done

const holdsTheSame = ({ found }: Refreshed): boolean =>
  !found || found.change.added.total + found.change.changed.total + found.change.removed.total === 0

export const isUnchanged = (source: Refreshed): boolean => isRead(source) && holdsTheSame(source)

/** Whether it is to be decided upon. */
export const isOpen = (source: Refreshed): boolean => isRead(source) && !holdsTheSame(source)

export const isWanted = (source: Refreshed): boolean =>
  isOpen(source) && source.isChosen && changesOf(source) > 0

/**
 * Reads sources again, shows what all of them would change, and takes that over: each in a commit
 * of its own.
 */
export function useRefreshing(dir: string, connecting: Connecting) {
  const list = useSources()
  const { sources, named, set } = list
  const { measure, ...measuring } = useMeasuring(dir, list)
  const reading = useTask('import.preview')
  const settling = useTask('import.preview')
  const taking = useTask('import.commit')
  const note = useNotingIn()
  const { under, forEach, running } = useTurns({ Reading: reading, 'Taking over': taking })

  /**
   * One that fails keeps none of the others from being read.
   * @param looked what nobody agreed to is agreed to by this, or left out
   */
  async function readAll(
    looked: readonly LookedAt[],
    unagreed: 'agree' | 'leave out',
  ): Promise<void> {
    await forEach('Reading', looked, async (one) => {
      const { name } = one.source
      const isLeftOut = unagreed === 'leave out' && one.look && !one.look.isAgreed
      if (isLeftOut || !(await connecting.agree(one))) {
        set(name, { problem: isLeftOut ? LEFT_OUT : connecting.whyNot(one) })
        return
      }
      const found = await reading.run({ dir, source: { name } })
      set(name, { found, problem: reading.problem.value })
    })
    void measure()
  }

  /** What was read is looked at anew, and not read again. */
  async function look(name: string, clashes: ClashChoices): Promise<void> {
    const changes = named(name)?.found?.changes
    const found = await settling.run({ dir, source: { name }, clashes, changes })
    const problem = settling.problem.value
    if (found || problem) set(name, { found, problem, measured: undefined })
    void measure()
  }

  let looks = Promise.resolve()
  function settle(name: string, clashes: ClashChoices): void {
    set(name, { clashes })
    looks = looks.then(() => look(name, clashes))
  }

  function keep(name: string, isKept: boolean): void {
    set(name, { removeMissing: !isKept, measured: undefined })
    void measure()
  }

  /** Each goes upon what the one before it left: another commit that came since is a conflict. */
  async function takeAll(): Promise<void> {
    measuring.stop()
    await forEach('Taking over', sources.value.filter(isWanted), async ({ name }) => {
      const source = named(name)
      if (!source?.found) return
      const { removeMissing, clashes, found } = source
      const { changes, base } = found
      const how = { changes, base, removeMissing, clashes, partly: true }
      const done = await taking.run({ dir, source: { name }, ...how })
      set(name, done ? { done } : { problem: taking.problem.value })
      if (!done) return
      note(dir, `Imported ${name}`, { change: done.undo })
      list.moveOn(base, done.workspace.commit)
    })
    void measure()
  }

  function clear(): void {
    for (const task of [reading, settling, taking]) task.clear()
    list.clear()
    measuring.clear()
  }

  return {
    sources,
    under,
    running,
    readAll,
    settle,
    keep,
    takeAll,
    clear,
    begin: list.begin,
    allowModel: measuring.allowModel,
    measuring: measuring.now,
    measuringProgress: measuring.progress,
    choose: (name: string, isChosen: boolean) => set(name, { isChosen }),
    isTaking: computed(() => under.value?.does === 'Taking over'),
  }
}

export type Refreshing = ReturnType<typeof useRefreshing>

function useSources() {
  const sources = shallowRef<readonly Refreshed[]>([])

  const named = (name: string): Refreshed | undefined =>
    sources.value.find((each) => each.name === name)

  function set(name: string, changes: Partial<Refreshed>): void {
    sources.value = sources.value.map((each) =>
      each.name === name ? { ...each, ...changes } : each,
    )
  }

  /** Of these nothing is known any more; they are still to be read. */
  function begin(names: readonly string[]): void {
    const others = names.filter((name) => !named(name))
    const again = sources.value.map((each) =>
      names.includes(each.name) ? unread(each.name) : each,
    )
    sources.value = [...again, ...others.map(unread)]
  }

  /** What was worked out against one commit holds for the one that was made of it here. */
  function moveOn(before: string, after: string): void {
    sources.value = sources.value.map((each) =>
      each.found?.base === before ? { ...each, found: { ...each.found, base: after } } : each,
    )
  }

  const clear = (): void => void (sources.value = [])
  return { sources, named, set, begin, moveOn, clear }
}

const unread = (name: string): Refreshed => ({
  name,
  isChosen: true,
  removeMissing: true,
  clashes: NO_CLASHES,
})

/** Asks golden queries of one source after the other. */
function useMeasuring(dir: string, { sources, named, set }: ReturnType<typeof useSources>) {
  const { current } = useWorkspace()
  const task = useTask('import.effect')
  const now = shallowRef<string>()
  const mayAsk = ref(false)

  /** What is chosen of a source while it is measured has it measured again. */
  async function measure(): Promise<void> {
    const next = sources.value.find((each) => isOpen(each) && !each.measured)
    if (now.value !== undefined || !current.value?.goldenSets || !next?.found) return
    const { name, found, removeMissing } = next
    now.value = name
    const how = { removeMissing, mayAsk: mayAsk.value }
    const answer = await task.run({ dir, changes: found.changes, ...how })
    now.value = undefined
    if (task.stopped.value) return
    const problem = task.problem.value
    const source = named(name)
    if (source?.found === found && source.removeMissing === removeMissing) {
      set(name, { measured: { ...(answer && { answer }), ...(problem && { problem }) } })
    }
    await measure()
  }

  function allowModel(): void {
    mayAsk.value = true
    for (const { name } of sources.value) set(name, { measured: undefined })
    void measure()
  }

  function clear(): void {
    task.clear()
    mayAsk.value = false
  }

  return { measure, allowModel, clear, now, progress: task.progress, stop: task.stop }
}

type Tasks = Record<
  'Reading' | 'Taking over',
  { stop(): void; clear(): void; stopped: { value: unknown } }
>

/** One source after the other, until it is stopped. */
function useTurns(tasks: Tasks) {
  /** The one whose turn it is, and how many of how many there were before it. */
  const under = shallowRef<{ does: keyof Tasks; name: string; done: number; total: number }>()

  async function forEach<Item extends { name: string } | LookedAt>(
    does: keyof Tasks,
    items: readonly Item[],
    work: (item: Item) => Promise<void>,
  ): Promise<void> {
    tasks[does].clear()
    for (const [done, item] of items.entries()) {
      const { name } = 'source' in item ? item.source : item
      under.value = { does, name, done, total: items.length }
      await work(item)
      if (tasks[does].stopped.value) break
    }
    under.value = undefined
  }

  /** As the footer of the wizard shows it. */
  const running = computed(() => {
    if (!under.value) return undefined
    const { does, name, ...rest } = under.value
    const progress = { what: `${does} ${name}`, ...rest, unit: 'sources' }
    return { progress: { value: progress }, stop: tasks[does].stop }
  })
  return { under, running, forEach }
}

const LEFT_OUT: ProblemReport = {
  code: 'asks-start',
  message: 'It was left out: nobody agreed to what reading it does.',
  fix: 'Refresh it to look at what that means.',
}
