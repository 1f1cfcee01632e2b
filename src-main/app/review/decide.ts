import { ChosenTexts, type ReviewDecideAnswer, type PassedOver } from '../../contract/review'
import { randomUUID } from 'node:crypto'
import { Problem } from '../../domain/problem'
import {
  ProposedText,
  TextVerdict,
  type TextDecision,
  type TextProposal,
} from '../../domain/proposal/text'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import { canonical } from '../../domain/value/canonical'
import type { Catalog } from '../catalog/catalog'
import type { AppContext } from '../context'
import type { Session } from '../workspaces/session'
import { acceptedPart, partOf, withPart } from './accepted-part'
import { gatePlace, requireOne, rowsOf } from './list'
import { faultOf, isGone, stateOf, wordingFault } from './proposed-texts'
import { isRuled } from './ruled'
import { z } from 'zod'
import { TEXT_PROPOSALS } from '../../domain/proposal/bounds'
import { Dir } from '../../contract/workspace'

export const ReviewDecideInput = z.object({
  dir: Dir,
  chosen: ChosenTexts,
  verdict: TextVerdict,
  reason: z.string().trim().max(TEXT_PROPOSALS.longestReason).optional(),
  /** Of a single accepted one: the whole part as its reviewer wants it, in place of what is proposed. */
  edited: ProposedText.optional(),
  /** Of a single one: the part of the layer as its reviewer saw it. Of another by now, it is a `conflict`. */
  base: ProposedText.optional(),
})
export type ReviewDecideInput = z.output<typeof ReviewDecideInput>

type Input = ReviewDecideInput

/** Decides proposals, all at once, and writes the accepted ones into their tools' layers. */
export async function decide(
  context: AppContext,
  input: Input,
  { signal }: Call,
): Promise<ReviewDecideAnswer> {
  const session = await context.sessions.of(input.dir)
  const made = { batch: randomUUID(), decidedAt: context.clock.timestamp() }
  return session.change(async (catalog) => {
    const pause = yieldToEventLoop(context.clock, signal)
    const deciding: Deciding = { catalog, input, made, pause, drafts: new Map(), passedOver: {} }
    const put: TextProposal[] = []
    for (const proposal of await chosenOf(context, session, deciding)) {
      const decided = decidedProposal(deciding, proposal)
      if (decided) put.push(decided)
    }
    refuseSingle(deciding, put)
    const layers = [...deciding.drafts].map(([tool, { layer }]) => ({ tool, layer }))
    return {
      textProposals: { put },
      ...(layers.length > 0 && { layers: { put: layers } }),
      answer: {
        ...(put.length > 0 && { change: made.batch }),
        ...{ decided: put.length, passedOver: deciding.passedOver },
      },
    }
  })
}

interface Deciding {
  catalog: Catalog
  input: Input
  made: Pick<TextDecision, 'batch' | 'decidedAt'>
  pause: () => Promise<unknown>
  /** Tools with what was accepted so far. */
  drafts: Map<ToolId, CatalogTool>
  passedOver: Partial<Record<PassedOver, number>>
}

async function chosenOf(
  context: AppContext,
  session: Session,
  { catalog, input: { chosen }, passedOver, pause }: Deciding,
): Promise<TextProposal[]> {
  const { proposals, measures, isStale } = await rowsOf(await gatePlace(context, session.store.dir))
  if ('rule' in chosen) {
    const open = proposals.filter((each) => stateOf(each) === 'open')
    await measures.workOut(open, pause)
    return open.filter(
      (each) => isRuled(measures.of(each), chosen.rule) && !isGone(catalog, each) && !isStale(each),
    )
  }
  const byId = new Map(proposals.map((each) => [each.id, each]))
  return [...new Set(chosen.ids)].flatMap((id) => {
    const found = byId.get(id)
    const why = !found ? 'absent' : stateOf(found) === chosen.seenAs ? undefined : 'decided'
    if (why) passedOver[why] = (passedOver[why] ?? 0) + 1
    return found && !why ? [found] : []
  })
}

function decidedProposal(deciding: Deciding, proposal: TextProposal): TextProposal | undefined {
  const { input, made, catalog, drafts, passedOver } = deciding
  const { verdict, reason } = input
  const decision: TextDecision = { verdict, ...made, ...(reason && { reason }) }
  if (stateOf(proposal) === 'accepted') {
    passedOver.decided = (passedOver.decided ?? 0) + 1
    return undefined
  }
  if (verdict !== 'accepted') return { ...proposal, decision }
  const { tool, part } = proposal
  const proposed = wordingOf(input, proposal)
  const entry = isGone(catalog, proposal) ? undefined : (drafts.get(tool) ?? catalog.tool(tool))
  const isFaulty = input.edited ? wordingFault({ part, proposed }) : faultOf(proposal, entry)
  if (!entry || isFaulty) {
    const why = entry ? 'faulty' : 'gone'
    passedOver[why] = (passedOver[why] ?? 0) + 1
    return undefined
  }
  const before = partOf(entry.layer, part)
  refuseChanged(input, { entry, proposal, before })
  const written = input.edited ? proposed : acceptedPart(entry, proposal)
  drafts.set(tool, withPart(entry, written))
  return { ...proposal, decision: { ...decision, before, written } }
}

/** What is proposed, or what its reviewer wrote in its place. */
function wordingOf({ edited, chosen }: Input, { part, proposed }: TextProposal): ProposedText {
  if (!edited) return proposed
  requireOne('ids' in chosen ? chosen.ids : undefined)
  return partOf(edited, part)
}

/** @throws Problem `conflict` where the part is not as the reviewer saw it. */
function refuseChanged(
  { base }: Input,
  { entry, proposal, before }: { entry: CatalogTool; proposal: TextProposal; before: ProposedText },
): void {
  if (!base || canonical(partOf(base, proposal.part)) === canonical(before)) return
  throw new Problem(
    'conflict',
    `Someone else changed this text of “${entry.tool.name}” while you looked at the proposal. Nothing was written.`,
    'Both are kept: look at the proposal again, which is shown beside what stands there now.',
  )
}

const WHY_NOT: Record<PassedOver, readonly [message: string, fix: string]> = {
  decided: [
    'This proposal was decided meanwhile, in another window or program. Nothing was changed.',
    'Look at what was decided, and take it back if you see it otherwise.',
  ],
  absent: ['This proposal is not there any more.', 'Look at the list again.'],
  gone: [
    'Its tool is not in the catalog any more, so that nothing can be accepted for it.',
    'The proposal is kept for when the tool comes back; reject it if it will not.',
  ],
  faulty: [
    'It cannot be accepted as it is: it says nothing, or too much.',
    'Edit it, or reject it.',
  ],
}

/** @throws Problem where a single proposal was meant and cannot be decided. */
function refuseSingle({ input: { chosen }, passedOver }: Deciding, put: readonly unknown[]): void {
  if (!('ids' in chosen) || chosen.ids.length !== 1 || put.length > 0) return
  const [why] = Object.keys(passedOver) as PassedOver[]
  if (why === undefined) return
  const [message, fix] = WHY_NOT[why]
  throw new Problem(why === 'absent' ? 'not-found' : 'conflict', message, fix)
}
