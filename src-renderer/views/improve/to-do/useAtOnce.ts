import { computed } from 'vue'
import type {
  DecidedAtOnce,
  QueueThingsAnswer,
  ToDoState,
} from '../../../../src-main/contract/to-do'
import type { Verdict } from '../../../../src-main/domain/proposal/verdict'
import { PROPOSED } from '../../../../src-main/domain/proposal/edge-words'
import { capitalised } from '../../../../src-main/domain/value/capitalised'
import { decidedWords } from '../../../composables/useDecisions'
import { useEditHistory } from '../../../composables/useEditHistory'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'
import { useFindingActions } from '../../../tool/findings/useFindingActions'
import { plural } from '../../../words/number-words'
import type { ShownInput } from './useToDoFilters'

/** Things of one kind that the filters show, of some tools or of all. */
export interface AtOnce {
  kind: DecidedAtOnce
  /** What the list was asked with that is on show. */
  filters: ShownInput
  tools: string[] | undefined
}

/** What is done with them. */
export type AtOnceWay = 'accept' | 'reject' | 'dismiss' | 'restore' | 'seen'

/** As many as one request decides. */
export const MOST_AT_ONCE = {
  text: 1000,
  edge: PROPOSED.mostProposals,
  finding: 1000,
  changed: 10_000,
} as const satisfies Record<DecidedAtOnce, number>

const CALLED = {
  text: ['proposed text', 'proposed texts'],
  edge: ['proposed edge', 'proposed edges'],
  finding: ['finding', 'findings'],
  changed: ['changed tool', 'changed tools'],
} as const satisfies Record<DecidedAtOnce, readonly [string, string]>

/** `12 proposed edges`. */
export const countedThings = (kind: DecidedAtOnce, count: number): string =>
  plural(count, CALLED[kind][0], CALLED[kind][1])

/** Decides many things of one kind; each time is one step of undo. */
export function useAtOnce(dir: string) {
  const { announce } = useStatus()
  const history = useEditHistory(dir)
  const texts = useTask('review.decide')
  const edges = useTask('proposals.decide')
  const seen = useTask('sources.seen')
  const findings = useFindingActions(dir)

  /** @param things those of the kind, as they were seen in this state */
  async function decide(
    { kind, things, state }: { kind: DecidedAtOnce; things: QueueThingsAnswer; state: ToDoState },
    way: AtOnceWay,
    reason = '',
  ): Promise<boolean> {
    if (way === 'restore') return findings.takeBack(things.findings)
    if (way === 'dismiss') return findings.setAside(things.findings, reason)
    if (way === 'seen') return markSeen(things.changed)
    const verdict: Verdict = way === 'accept' ? 'accepted' : 'rejected'
    const more = { verdict, ...(reason && { reason }) }
    const done =
      kind === 'text'
        ? await texts.run({ dir, chosen: { ids: things.texts, seenAs: state }, ...more })
        : await edges.run({ dir, chosen: { pairs: things.edges, seenAs: state }, ...more })
    if (!done) return false
    const counted = countedThings(kind, done.decided)
    history.note(`${capitalised(verdict)} ${counted}`, done, 'decision')
    announce(decidedWords(counted, verdict, done))
    return true
  }
  async function markSeen(tools: string[]): Promise<boolean> {
    const done = await seen.run({ dir, tools })
    if (!done) return false
    const label = `Looked at what sources changed of ${plural(tools.length, 'tool')}`
    history.note(label, done)
    announce(`${label}.`)
    return true
  }

  return {
    decide,
    busy: computed(
      () => [texts, edges, seen].some(({ running }) => running.value) || findings.busy.value,
    ),
    problem: computed(
      () =>
        [texts, edges, seen].map((task) => task.problem.value).find(Boolean) ??
        findings.problem.value,
    ),
  }
}
