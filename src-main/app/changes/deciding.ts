import { randomUUID } from 'node:crypto'
import type { DecideAnswer, PassedOver } from '../../contract/decision'
import { Problem } from '../../domain/problem'
import type { WorkspaceChange } from '../../ports/workspace-store'
import type { Catalog } from '../workspaces/catalog'
import type { Session } from '../workspaces/session'

/** When something was decided, and the name by which all that was decided at once is taken back. */
export interface Made {
  batch: string
  decidedAt: string
}

/** What is to be decided of proposals of a kind, as they are by now. */
interface DecidePlan<Proposal, Decided extends object> {
  /** Those that are meant. */
  chosen: readonly Proposal[]
  /** Why others that were named are not among them, each. */
  missed: readonly PassedOver[]
  /**
   * A proposal as it is once it is decided, or why it cannot be. They are asked about in their
   * order.
   */
  decide(proposal: Proposal): Decided | PassedOver
  /** What writes them. */
  change(decided: Decided[]): WorkspaceChange | Promise<WorkspaceChange>
}

/**
 * Decides proposals of any kind, all at once, in one commit. What cannot be decided is passed over
 * and counted by why.
 * @param isSingle whether one was named alone: that it cannot be decided is a Problem then,
 * `not-found` or `conflict`
 */
export async function decideAll<Proposal, Decided extends object>(
  session: Session,
  isSingle: boolean,
  plan: (catalog: Catalog, made: Made) => Promise<DecidePlan<Proposal, Decided>>,
): Promise<DecideAnswer> {
  const made = { batch: randomUUID(), decidedAt: session.clock.timestamp() }
  return session.change(async (catalog) => {
    const { chosen, missed, decide, change } = await plan(catalog, made)
    const decided: Decided[] = []
    const passedOver: DecideAnswer['passedOver'] = {}
    const passOver = (why: PassedOver) => (passedOver[why] = (passedOver[why] ?? 0) + 1)
    missed.forEach(passOver)
    for (const proposal of chosen) {
      const now = decide(proposal)
      if (typeof now === 'string') passOver(now)
      else decided.push(now)
    }
    const [why] = Object.keys(passedOver) as PassedOver[]
    if (isSingle && decided.length === 0 && why) throw notDecided(why)
    return {
      ...(await change(decided)),
      answer: {
        ...(decided.length > 0 && { change: made.batch }),
        decided: decided.length,
        passedOver,
      },
    }
  })
}

const WHY_NOT: Record<PassedOver, readonly [message: string, fix: string]> = {
  decided: [
    'This proposal was decided meanwhile, in another window or program. Nothing was changed.',
    'Look at what was decided, and take it back if you see it otherwise.',
  ],
  absent: ['This proposal is not there any more.', 'Look at the list again.'],
  gone: [
    'A tool of it is not in the catalog any more, so that nothing can be accepted for it.',
    'The proposal is kept for when the tool comes back; reject it if it will not.',
  ],
  hidden: [
    'A tool of it is hidden from agents, so that nothing can be accepted for it.',
    'Let agents see the tool first, or reject the proposal.',
  ],
  there: ['What it would add is there already. Nothing was changed.', 'Look at the list again.'],
  faulty: [
    'It cannot be accepted as it is: it says nothing, or too much.',
    'Edit it, or reject it.',
  ],
}

function notDecided(why: PassedOver): Problem {
  const [message, fix] = WHY_NOT[why]
  return new Problem(why === 'absent' ? 'not-found' : 'conflict', message, fix)
}
