import { computed, ref, shallowRef, watch } from 'vue'
import type { AgentRun, AgentVerdict } from '../../../src-main/domain/agent/run'
import { useQuery } from '../../composables/useQuery'
import { useTask } from '../../composables/useTask'

/** Runs that stand side by side without being chosen. */
const MOST_AT_FIRST = 6

/**
 * The agent runs of a workspace, the newest first, those that stand side by side, and the one whose
 * queries are on show.
 */
export function useAgentRuns(dir: string) {
  const stored = useQuery('agentRuns.list', { dir })
  const removal = useTask('agentRuns.remove')
  const chosen = shallowRef<string[]>([])
  const shownId = ref<string>()
  const verdict = ref<AgentVerdict>()

  const runs = computed(() => stored.data.value ?? [])
  const compared = computed(() =>
    runs.value.filter(({ id }) => chosen.value.includes(id)).sort(byOffer),
  )
  /** The one whose queries are listed: where none was asked for, that with the most tools. */
  const shown = computed(
    () => compared.value.find(({ id }) => id === shownId.value) ?? compared.value.at(-1),
  )

  watch(
    runs,
    (now) => {
      const left = chosen.value.filter((id) => now.some((run) => run.id === id))
      chosen.value = left.length > 0 ? left : latestTogether(now)
    },
    { immediate: true },
  )

  async function remove(ids: string[]): Promise<boolean> {
    return (await removal.run({ dir, runs: ids })) !== undefined
  }
  function show(run: string, of?: AgentVerdict): void {
    shownId.value = run
    verdict.value = of
  }

  /**
   * Puts runs that were just measured beside those on show that are of the same queries, and shows
   * the last of them.
   */
  function add(ids: readonly string[]): void {
    const fresh = runs.value.filter(({ id }) => ids.includes(id))
    const [first] = fresh
    if (!first) return
    const others = compared.value.filter((run) => !whyNotTogether(run, first))
    chosen.value = [...new Set([...others, ...fresh].map(({ id }) => id))]
    show(ids.at(-1) ?? first.id)
  }

  return { stored, removal, runs, chosen, compared, shown, verdict, show, add, remove }
}

export type AgentRuns = ReturnType<typeof useAgentRuns>

/** The newest with those before it of the same model on the same queries. */
function latestTogether(runs: readonly AgentRun[]): string[] {
  const [newest] = runs
  if (!newest) return []
  return runs
    .filter((run) => !whyNotTogether(run, newest))
    .slice(0, MOST_AT_FIRST)
    .map(({ id }) => id)
}

/** Why a run cannot stand beside another; undefined where it can. */
export function whyNotTogether(run: AgentRun, first: AgentRun | undefined): string | undefined {
  if (!first || run.id === first.id) return undefined
  if (run.goldenSet !== first.goldenSet) {
    return `Measured on “${run.goldenSet}”; the chosen ones on “${first.goldenSet}”.`
  }
  const isOther =
    run.queries !== first.queries || JSON.stringify(run.sample) !== JSON.stringify(first.sample)
  return isOther ? 'Measured on other queries than the chosen ones.' : undefined
}

/** Those of the catalog first, by how many tools they were given. */
const byOffer = ({ offer: a, tools: given }: AgentRun, { offer: b, tools }: AgentRun): number =>
  a.by === b.by ? given.mean - tools.mean : a.by === 'catalog' ? -1 : 1
