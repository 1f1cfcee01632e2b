import { ProposalId, type ReviewMeasureAnswer } from '../../contract/review'
import { gateFinding } from '../../authoring/gate/gate'
import { countedChanges } from '../../authoring/gate/effect'
import { Problem } from '../../domain/problem'
import { ProposedText, type TextProposal } from '../../domain/proposal/text'
import type { ToolId } from '../../domain/tool/tool'
import { MATCHED_COMPONENTS } from '../../domain/tool/document'
import { documentText } from '../../pipeline/knowledge-base/tool-document'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import { askingPlace, type AskingPlace } from '../query/ask-recipe'
import { tokensOf } from '../effect/draft'
import { effectRows } from '../effect/layer-effect'
import type { AppContext } from '../context'
import { acceptedPart, withPart } from './accepted-part'
import { gateEvidence } from './gate-evidence'
import { openMeasures, type StoredMeasure } from './stored-measures'
import { faultOf, proposalsOf, proposalWith, wordingFault } from './proposed-texts'
import { z } from 'zod'
import { RecipeFields } from '../../contract/recipe-fields'
import { Dir } from '../../contract/workspace'

export const ReviewMeasureInput = z.object({
  dir: Dir,
  id: ProposalId,
  /** In place of what is proposed. */
  edited: ProposedText.optional(),
  ...RecipeFields,
})
export type ReviewMeasureInput = z.output<typeof ReviewMeasureInput>

/** Rows given: more than a person reads. */
const MOST_ROWS = 40

export type Measured = ReviewMeasureAnswer

/** What a proposal, or its reviewer's wording of it, would do. */
export async function measureOne(
  context: AppContext,
  { id, edited, ...input }: ReviewMeasureInput,
  call: Call,
): Promise<Measured> {
  const place = await askingPlace(context, input, call)
  const { session } = place
  const proposal = proposalWith(await proposalsOf(session), id)
  return session.withCatalog(async (catalog) => {
    const measuring = { catalog, proposal, edited }
    if (edited) return (await measure(place, measuring)).measured
    const measures = await openMeasures(place, catalog)
    const answeredBy = await measures.answersBy()
    const { measured, neighbours } = await measure(place, measuring)
    await measures.note(proposal, { gate: gateOf(measured), neighbours }, answeredBy)
    await measures.save()
    return measured
  })
}

export const gateOf = ({
  verdict,
  reason,
  by,
  own,
  neighbours,
  isDegraded,
}: Measured): StoredMeasure['gate'] => ({
  verdict,
  reason,
  by,
  own,
  neighbours,
  ...(isDegraded && { isDegraded }),
})

interface Measuring {
  catalog: Catalog
  proposal: TextProposal
  edited?: ProposedText | undefined
}

/**
 * @throws Problem `not-found` where the tool is not in the catalog, `bad-input` where it says
 * nothing or too much.
 */
export async function measure(
  place: AskingPlace,
  { catalog, proposal, edited }: Measuring,
): Promise<{ measured: Measured; neighbours: readonly ToolId[] }> {
  const { context } = place
  const { part, tool } = proposal
  const entry = catalog.tool(tool)
  const fault = edited ? wordingFault({ part, proposed: edited }) : faultOf(proposal, entry)
  if (fault !== undefined) throw new Problem('bad-input', fault)
  const then = edited ?? acceptedPart(entry, proposal)
  const after = withPart(entry, then)
  const judging = { place, catalog, entry, proposal, then }
  const { neighbours, effects, goldenSet, ...evidence } = await gateEvidence(judging)
  const isMatched =
    documentText(entry, MATCHED_COMPONENTS) !== documentText(after, MATCHED_COMPONENTS)
  const measured = {
    ...gateFinding({ ...evidence, effects, isMatched, tool, part }),
    ...evidence,
    ...(evidence.degraded.length > 0 && { isDegraded: true as const }),
    ...(goldenSet !== undefined && { goldenSet }),
    own: countedChanges(effects.filter((effect) => effect.tool === tool)),
    neighbours: countedChanges(effects.filter((effect) => effect.tool !== tool)),
    rows: effectRows(effects, catalog, MOST_ROWS),
    tokens: tokensOf(context, entry, after).retrieval,
  }
  return { measured, neighbours }
}
