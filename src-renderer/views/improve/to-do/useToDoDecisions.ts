import { computed, type ComputedRef } from 'vue'
import type { ToDoItem, ToDoState } from '../../../../src-main/contract/to-do'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import { plainText } from '../../../../src-main/domain/value/plain-text'
import { EDGES, TEXTS, useDecisions } from '../../../composables/useDecisions'
import { useEditHistory } from '../../../composables/useEditHistory'
import type { LookedAt } from '../../../composables/useLookedAt'
import { useTask } from '../../../composables/useTask'
import type { useOpenText } from '../review/useOpenText'
import { findingKey } from '../../../tool/findings/finding-key'
import { useFindingActions } from '../../../tool/findings/useFindingActions'
import type { Verdict } from '../../../../src-main/domain/proposal/verdict'

export const itemKey = (item: ToDoItem): string => {
  switch (item.kind) {
    case 'missed':
      return 'missed'
    case 'served':
      return 'served'
    case 'feature':
      return `feature ${item.by}`
    case 'text':
      return `text ${item.proposal.id}`
    case 'edge':
      return `edge ${JSON.stringify([item.proposal.from, item.proposal.on])}`
    case 'changed':
      return `changed ${item.change.tool}`
    case 'finding':
      return `finding ${findingKey(item.finding)}`
  }
}

/** A thing of a tool that was decided, by its key. */
export interface DecidedHere {
  tool: string
  key: string | undefined
}

/** Whether a thing waits, or how it was decided. */
export function stateOfItem(item: ToDoItem): ToDoState {
  if (item.kind === 'text') return item.proposal.state
  if (item.kind === 'edge') return item.proposal.decision?.verdict ?? 'open'
  return item.kind === 'finding' && item.finding.setAside ? 'rejected' : 'open'
}

interface Queue extends LookedAt<ToDoItem> {
  list: { reload(): Promise<unknown> }
}

/** Decides the thing to do that is looked at, whatever its kind. */
export function useToDoDecisions(
  dir: string,
  queue: Queue,
  text: Pick<ReturnType<typeof useOpenText>, 'acceptedAs' | 'forget'>,
): {
  decide: (verdict: Verdict, reason?: string) => Promise<boolean>
  restore: () => Promise<boolean>
  undoTexts: (run?: string) => Promise<boolean>
  problem: ComputedRef<ReturnType<typeof useFindingActions>['problem']['value']>
} {
  const texts = useDecisions(dir, TEXTS, queue)
  const edges = useDecisions(dir, EDGES, queue)
  /** What was done to findings: said once the list shows it. */
  let said = ''
  const findings = useFindingActions(dir, (text) => void (said = text))

  const seen = useTask('sources.seen')
  const history = useEditHistory(dir)
  async function markSeen(tool: ToolId): Promise<boolean> {
    const label = `Looked at what its source changed of ${plainText(tool)}`
    const done = await queue.withBusy(
      async () => {
        const answer = await seen.run({ dir, tools: [tool] })
        if (!answer) return undefined
        history.note(label, answer)
        await queue.list.reload()
        return true
      },
      () => `${label}.`,
    )
    return done === true
  }

  /** Gives whether it was decided; what is missed is mended rather than decided. */
  async function decide(verdict: Verdict, reason = ''): Promise<boolean> {
    const item = queue.current.value
    if (!item || queue.sayIfNotYet()) return false
    const why = reason && { reason }
    if (item.kind === 'text') {
      const { id, state: seenAs } = item.proposal
      const more = verdict === 'accepted' ? text.acceptedAs.value : {}
      const chosen = { ids: [id], seenAs }
      const change = await texts.decideAll({ chosen, verdict, ...more, ...why })
      if (change !== undefined) text.forget(id)
      return change !== undefined
    }
    if (item.kind === 'edge') {
      const { from, on } = item.proposal
      const chosen = { pairs: [{ from, on }], seenAs: stateOfItem(item) }
      return (await edges.decideAll({ chosen, verdict, ...why })) !== undefined
    }
    if (item.kind === 'changed') return verdict === 'accepted' && (await markSeen(item.change.tool))
    if (item.kind !== 'finding' || verdict !== 'rejected') return false
    return ofFinding(() => findings.setAside([item.finding], reason))
  }
  async function ofFinding(act: () => Promise<boolean>): Promise<boolean> {
    const done = await queue.withBusy(
      async () => {
        const isDone = await act()
        await queue.list.reload()
        return isDone || undefined
      },
      () => said,
    )
    return done === true
  }
  /** Lets the dismissed finding that is looked at count again. */
  async function restore(): Promise<boolean> {
    const item = queue.current.value
    if (item?.kind !== 'finding' || queue.sayIfNotYet()) return false
    return ofFinding(() => findings.takeBack([item.finding]))
  }
  /** Takes the accepted text that is looked at back, or all that was accepted of its run. */
  async function undoTexts(run?: string): Promise<boolean> {
    const item = queue.current.value
    if (item?.kind !== 'text' || queue.sayIfNotYet()) return false
    const which = run === undefined ? { proposal: item.proposal.id } : { run }
    return (await texts.takeBack(which)).length > 0
  }

  return {
    decide,
    restore,
    undoTexts,
    problem: computed(
      () =>
        texts.decide.problem.value ??
        texts.undo.problem.value ??
        edges.decide.problem.value ??
        seen.problem.value ??
        findings.problem.value,
    ),
  }
}
