import type { DecideAnswer, PassedOver } from '../../contract/decision'
import { ChosenTexts, ProposalId } from '../../contract/review'
import { Problem } from '../../domain/problem'
import { ProposedText, type TextDecision, type TextProposal } from '../../domain/proposal/text'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import { canonical } from '../../domain/value/canonical'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { decideAll, type Made } from '../changes/deciding'
import type { Session } from '../workspaces/session'
import { acceptedPart, partOf, withPart } from './accepted-part'
import { gatePlace, requireOne, rowsOf } from './list'
import { faultOf, isAmong, isGone, stateOf, wordingFault } from './proposed-texts'
import { isRuled } from './ruled'
import { z } from 'zod'
import { TEXT_PROPOSALS } from '../../domain/proposal/bounds'
import { Dir } from '../../contract/workspace'
import { Verdict } from '../../domain/proposal/verdict'

export const ReviewDecideInput = z.object({
  dir: Dir,
  chosen: ChosenTexts,
  verdict: Verdict,
  reason: z.string().trim().max(TEXT_PROPOSALS.longestReason).optional(),
  /**
   * Of a single accepted one: the whole part as its reviewer wants it, in place of what is
   * proposed.
   */
  edited: ProposedText.optional(),
  /** Of accepted ones, by their ids: what is added in place of all that is proposed. */
  shortened: z.record(ProposalId, ProposedText).optional(),
  /**
   * Of a single one: the part of the layer as its reviewer saw it. Of another by now, it is a
   * `conflict`.
   */
  base: ProposedText.optional(),
})
export type ReviewDecideInput = z.output<typeof ReviewDecideInput>

type Input = ReviewDecideInput

/** Decides proposals, all at once, and writes the accepted ones into their tools' layers. */
export async function decide(context: AppContext, input: Input, call: Call): Promise<DecideAnswer> {
  const session = await context.sessions.of(input.dir)
  const { chosen } = input
  const isSingle = 'ids' in chosen && chosen.ids.length === 1
  return decideAll<TextProposal, TextProposal>(session, isSingle, async (catalog, made) => {
    const pause = yieldToEventLoop(context.clock, call.signal)
    // Tools with what was accepted so far.
    const drafts = new Map<ToolId, CatalogTool>()
    return {
      ...(await chosenOf(context, session, { catalog, chosen, pause, call })),
      decide: (proposal) => decided({ catalog, input, made, drafts }, proposal),
      change(put) {
        const layers = [...drafts].map(([tool, { layer }]) => ({ tool, layer }))
        return {
          textProposals: { put },
          ...(layers.length > 0 && { layers: { put: layers } }),
        }
      },
    }
  })
}

interface Choosing {
  catalog: Catalog
  chosen: Input['chosen']
  pause: () => Promise<unknown>
  call: Call
}

async function chosenOf(
  context: AppContext,
  session: Session,
  { catalog, chosen, pause, call }: Choosing,
): Promise<{ chosen: TextProposal[]; missed: PassedOver[] }> {
  const place = await gatePlace(context, session.store.dir, call)
  const { proposals, measures, isStale } = await rowsOf(place)
  if ('rule' in chosen) {
    const open = proposals.filter((each) => stateOf(each) === 'open')
    await measures.workOut(open, pause)
    const ruled = open
      .filter(isAmong(chosen.among))
      .filter(
        (each) =>
          isRuled(measures.of(each), chosen.rule) && !isGone(catalog, each) && !isStale(each),
      )
    return { chosen: ruled, missed: [] }
  }
  const byId = new Map(proposals.map((each) => [each.id, each]))
  const named = [...new Set(chosen.ids)].map((id) => byId.get(id) ?? 'absent')
  const isSeen = (each: TextProposal) => stateOf(each) === chosen.seenAs
  return {
    chosen: named.flatMap((each) => (each !== 'absent' && isSeen(each) ? [each] : [])),
    missed: named.flatMap((each) =>
      each === 'absent' ? ['absent'] : isSeen(each) ? [] : ['decided'],
    ),
  }
}

interface Deciding {
  catalog: Catalog
  input: Input
  made: Made
  drafts: Map<ToolId, CatalogTool>
}

function decided(
  { input, made, catalog, drafts }: Deciding,
  proposal: TextProposal,
): TextProposal | PassedOver {
  const { verdict, reason } = input
  const decision: TextDecision = { verdict, ...made, ...(reason && { reason }) }
  if (stateOf(proposal) === 'accepted') return 'decided'
  if (verdict !== 'accepted') return { ...proposal, decision }
  const { tool, part } = proposal
  const proposed = wordingOf(input, proposal)
  if (isGone(catalog, proposal)) return 'gone'
  const entry = drafts.get(tool) ?? catalog.tool(tool)
  const isFaulty = input.edited ? wordingFault({ part, proposed }) : faultOf(proposal, entry)
  if (isFaulty) return 'faulty'
  const before = partOf(entry.layer, part)
  refuseChanged(input, { entry, proposal, before })
  const written = input.edited ? proposed : acceptedPart(entry, { part, proposed })
  drafts.set(tool, withPart(entry, written))
  return { ...proposal, decision: { ...decision, before, written } }
}

/** What is proposed, or what its reviewer wrote in its place. */
function wordingOf(
  { edited, shortened, chosen }: Input,
  { id, part, proposed }: TextProposal,
): ProposedText {
  if (!edited) return shortened?.[id] ?? proposed
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
    'Both are kept: open the proposal again, beside the current text.',
  )
}
