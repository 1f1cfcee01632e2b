import { faultOf, proposalsOf, stateOf } from '../../../app/review/proposed-texts'
import type { Call } from '../../../app/app'
import type { AppContext } from '../../../app/context'
import { evenSample } from '../../../domain/value/even-sample'
import type { ProposedPart, TextProposal } from '../../../domain/proposal/text'
import type { ToolId } from '../../../domain/tool/tool'
import { meanOf } from '../../../evaluation/statistics/statistics'
import { toolVersion } from '../../../pipeline/knowledge-base/to-standardise'
import { enhance } from '../run'
import type { WrittenFor } from '../shared/improve-answers'
import { pointsText } from '../shared/improve-lines'
import { askTogether, quietly, type ImprovePlace } from './asked-place'
import { askNames, isOfNames } from './everyday-names'
import { gainsInRecall, type TextsTogether } from './texts-together'

/** Choosing queries by which it is said on the way what was won so far. */
const ASKED_ON_THE_WAY = 100
/** Of the time that writing takes, the share that such looks may take. */
const LOOKING = 0.2
/** Tools that cost others more than they bring and are asked when to use them. */
const MOST_TOLD_APART = 20

/** Asks the model tool by tool, then for everyday names; says on the way what was won so far. */
export async function writeTexts(
  context: AppContext,
  { ids, found }: { ids: readonly ToolId[]; found: ImprovePlace },
  call: Call,
): Promise<WrittenFor> {
  const { place } = found
  const { dir } = place
  const done: WrittenFor = { asked: 0, refusals: 0, nouns: 0, failed: [] }
  const look = lookOnTheWay(context, found)
  let won = ''
  for (const [at, id] of ids.entries()) {
    call.emit({
      what: `Writing for what is missed${won}`,
      done: at,
      total: ids.length,
      unit: 'tools',
    })
    call.signal.throwIfAborted()
    const asked = { dir, ids: [id], parts: ['questions' as const], again: false }
    const one = await enhance(context, asked, quietly(call))
    done.asked += one.asked
    done.refusals += one.refusals
    if (one.failed.length > 0) return { ...done, failed: one.failed }
    if (one.proposed > 0) won = (await look(new Set(ids.slice(0, at + 1)))) ?? won
  }
  const { nouns, failed } = await askNames(context, { ids, place }, call)
  return { ...done, nouns, failed }
}

/** Looks what texts win, as long as looking takes little of the time that writing takes. */
function lookOnTheWay({ clock }: AppContext, found: ImprovePlace) {
  const queries = evenSample(found.thirds.choosing, ASKED_ON_THE_WAY)
  const began = clock.elapsedMs()
  let looked = 0
  return async (ids: ReadonlySet<ToolId>): Promise<string | undefined> => {
    const from = clock.elapsedMs()
    if (looked > LOOKING * (from - began)) return undefined
    const texts = await openTexts(found, ids)
    const answers = await found.place.session.withCatalog((catalog) =>
      askTogether(found, catalog)(texts, queries),
    )
    looked += clock.elapsedMs() - from
    return `: ${pointsText(meanOf(gainsInRecall(answers)))} points so far where they were chosen`
  }
}

/**
 * Open texts that a model proposed for these tools, of tools as they are: their questions, and
 * everyday names of their things, which tools that share these have as well.
 */
export const openTexts = (found: ImprovePlace, ids: ReadonlySet<ToolId>): Promise<TextsTogether> =>
  openProposals(
    found,
    (proposal) => (proposal.part === 'questions' && ids.has(proposal.tool)) || isOfNames(proposal),
  )

async function openProposals(
  { place: { session } }: ImprovePlace,
  isWanted: (proposal: TextProposal) => boolean,
): Promise<TextsTogether> {
  const catalog = await session.catalog()
  const isFit = (proposal: TextProposal) =>
    proposal.origin.by === 'model' &&
    stateOf(proposal) === 'open' &&
    catalog.has(proposal.tool) &&
    proposal.of === toolVersion(catalog.tool(proposal.tool)) &&
    faultOf(proposal, catalog.tool(proposal.tool)) === undefined
  const fit = (await proposalsOf(session)).filter((each) => isWanted(each) && isFit(each))
  return Map.groupBy(fit, ({ tool }) => tool)
}

/**
 * Texts that say when to use each of these tools and when those most like it, for the first of
 * them; none where the model cannot be asked, or their author wrote one.
 */
export async function tellApart(
  context: AppContext,
  { tools, found }: { tools: readonly ToolId[]; found: ImprovePlace },
  call: Call,
): Promise<TextsTogether> {
  const { session, dir } = found.place
  const catalog = await session.catalog()
  const ids = tools
    .filter((tool) => catalog.tool(tool).layer.whenToUse === undefined)
    .slice(0, MOST_TOLD_APART)
  if (ids.length === 0) return new Map()
  const part: ProposedPart = 'whenToUse'
  await enhance(context, { dir, ids, parts: [part], again: false }, call)
  return openProposals(found, (proposal) => proposal.part === part && ids.includes(proposal.tool))
}
