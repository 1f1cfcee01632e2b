import type { ParsedInput, RouteOutput } from '../../contract/routes'
import { gateFinding } from '../../authoring/gate/gate'
import { countedChanges } from '../../authoring/effect/effect'
import { Problem } from '../../domain/problem'
import type { ProposedText, TextProposal } from '../../domain/text-proposal'
import type { ToolId } from '../../domain/tool'
import { MATCHED_COMPONENTS } from '../../domain/tool-document'
import { documentText } from '../../pipeline/knowledge-base/tool-document'
import type { Call } from '../app'
import type { Catalog } from '../catalog'
import { DEPTH, tokensOf } from '../effect/draft'
import { effectRows } from '../effect/layer-effect'
import type { AppContext } from '../handlers'
import { workspaceSettings } from '../models/workspace-models'
import type { Session } from '../session'
import { acceptedPart, withPart } from './accepted-part'
import { gateEvidence } from './gate-evidence'
import { openMeasures, type KeptMeasure } from './kept-measures'
import { faultOf, proposalsOf, proposalWith, wordingFault } from './proposed-texts'

/** Rows given: more than a person reads. */
const MOST_ROWS = 40
/** What is measured with: the recipe that asks no model and does best of those. */
export const RECIPE = 'hybrid'

export type Measured = RouteOutput<'review.measure'>

/** Where proposals are measured. */
export interface MeasuringPlace {
  context: AppContext
  session: Session
  dir: string
  call: Call
}

/** What a proposal, or its reviewer's wording of it, would do. */
export async function measureOne(
  context: AppContext,
  { dir, id, edited }: ParsedInput<'review.measure'>,
  call: Call,
): Promise<Measured> {
  const session = await context.sessions.of(dir)
  const proposal = proposalWith(await proposalsOf(session), id)
  return session.withCatalog(async (catalog) => {
    const place = { context, session, dir, call }
    const { measured, neighbours } = await measure(place, { catalog, proposal, edited })
    if (!edited) {
      const measures = await openMeasures(context, session, catalog)
      measures.note(proposal, { gate: gateOf(measured), neighbours })
      await measures.save()
    }
    return measured
  })
}

export const gateOf = ({
  verdict,
  reason,
  by,
  own,
  neighbours,
}: Measured): KeptMeasure['gate'] => ({
  ...{ verdict, reason, by, own, neighbours },
})

interface Measuring {
  catalog: Catalog
  proposal: TextProposal
  edited?: ProposedText | undefined
}

/** @throws Problem `not-found` where the tool is not in the catalog, `bad-input` where it says nothing or too much. */
export async function measure(
  place: MeasuringPlace,
  { catalog, proposal, edited }: Measuring,
): Promise<{ measured: Measured; neighbours: readonly ToolId[] }> {
  const { context } = place
  const { part, tool } = proposal
  const entry = catalog.tool(tool)
  const fault = edited ? wordingFault({ part, proposed: edited }) : faultOf(proposal, entry)
  if (fault !== undefined) throw new Problem('bad-input', fault)
  const then = edited ?? acceptedPart(entry, proposal)
  const after = withPart(entry, then)
  const { k } = await workspaceSettings(context, place.dir)
  const judging = { place: { ...place, recipe: RECIPE }, catalog, entry, proposal, then, k }
  const { neighbours, effects, goldenSet, ...evidence } = await gateEvidence(judging)
  const isMatched =
    documentText(entry, MATCHED_COMPONENTS) !== documentText(after, MATCHED_COMPONENTS)
  const measured = {
    ...gateFinding({ ...evidence, effects, isMatched, tool, part }),
    ...{ k, depth: DEPTH, ...evidence },
    ...(goldenSet !== undefined && { goldenSet }),
    own: countedChanges(effects.filter((effect) => effect.tool === tool)),
    neighbours: countedChanges(effects.filter((effect) => effect.tool !== tool)),
    rows: effectRows(effects, catalog, MOST_ROWS),
    tokens: tokensOf(context, entry, after).retrieval,
  }
  return { measured, neighbours }
}
