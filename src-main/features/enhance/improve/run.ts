import { z } from 'zod'
import { decide } from '../../../app/review/decide'
import { faultOf, proposalsOf, stateOf } from '../../../app/review/proposed-texts'
import type { Call } from '../../../app/app'
import type { AppContext } from '../../../app/context'
import { FEW_QUERIES } from '../../../domain/measure/caution'
import type { TextProposal } from '../../../domain/proposal/text'
import type { ToolId } from '../../../domain/tool/tool'
import { estimate, meanOf } from '../../../evaluation/statistics/statistics'
import { yieldToEventLoop } from '../../../evaluation/yield-to-event-loop'
import type { AnswerPair } from '../../../authoring/gate/effect'
import { enhance } from '../run'
import { toolVersion } from '../../../pipeline/knowledge-base/to-standardise'
import type { Gain, ImproveRunAnswer, WrittenFor } from '../shared/improve-answers'
import {
  askTogether,
  improvePlace,
  ImproveFields,
  quietly,
  toolsToWrite,
  type ImprovePlace,
} from './asked-place'
import { pointsText } from './lines'
import {
  gainOfPlaces,
  gainsInRecall,
  recallBefore,
  textsToTry,
  type AskTogether,
  type TextsTogether,
} from './texts-together'

export const ImproveRunInput = z.object(ImproveFields)
export type ImproveRunInput = z.output<typeof ImproveRunInput>

/**
 * Writes questions for what is missed, judges them together on queries that chose none of them, and
 * accepts the set that wins, in one commit. What it says was won rests on queries that decided
 * nothing.
 */
export async function improve(
  context: AppContext,
  input: ImproveRunInput,
  call: Call,
): Promise<ImproveRunAnswer> {
  const found = await improvePlace(context, input, call)
  const { place, goldenSet, thirds } = found
  const { session } = place
  const ids = toolsToWrite(await session.catalog(), found, input)
  const written = await writeFor(context, { ids, found }, call)
  const about = {
    goldenSet,
    recipe: place.choice.recipe,
    queries: {
      choosing: thirds.choosing.length,
      judging: thirds.judging.length,
      reporting: thirds.reporting.length,
    },
    missed: found.missed.size,
    tools: ids.length,
    ...written,
  }
  if (thirds.judging.length < FEW_QUERIES || thirds.reporting.length < FEW_QUERIES) {
    return { ...about, tried: [], nothing: 'few-queries' }
  }
  const judged = await session.withCatalog(async (catalog) => {
    const all = await openTexts(found, new Set(ids))
    const ask = askTogether(place, catalog)
    call.emit({ what: 'Judging what was written together', done: 0 })
    const tried = await judgedSets(all, { ask, found })
    const best = bestOf(tried)
    if (!best) return { tried }
    return { tried, best, gains: await gainsOf(best, { ask, found, context, call }) }
  })
  const tried = judged.tried.map(({ label, texts, gain }) => ({ label, tools: texts.size, gain }))
  if (!judged.best) return { ...about, tried, nothing: 'no-gain' }
  const { texts } = judged.best
  const proposals = [...texts.values()]
  const { change, decided } = await decide(
    context,
    {
      dir: input.dir,
      chosen: { ids: proposals.map(({ id }) => id), seenAs: 'open' },
      verdict: 'accepted',
      reason: `Judged together with the texts of ${texts.size} tools on golden queries that did not choose them.`,
      shortened: Object.fromEntries(proposals.map(({ id, proposed }) => [id, proposed])),
    },
    call,
  )
  return {
    ...about,
    tried,
    accepted: { ...(change && { change }), texts: decided, tools: texts.size, ...judged.gains },
  }
}

/** Asks the model tool by tool, and says after each what its texts won so far. */
async function writeFor(
  context: AppContext,
  { ids, found }: { ids: readonly ToolId[]; found: ImprovePlace },
  call: Call,
): Promise<WrittenFor> {
  const { place, thirds } = found
  const { session, dir } = place
  const done: WrittenFor = { asked: 0, refusals: 0, failed: [] }
  let won = ''
  for (const [at, id] of ids.entries()) {
    call.emit({
      what: `Writing for what is missed${won}`,
      done: at,
      total: ids.length,
      unit: 'tools',
    })
    call.signal.throwIfAborted()
    const one = await enhance(
      context,
      { dir, ids: [id], parts: ['questions'], again: false },
      quietly(call),
    )
    done.asked += one.asked
    done.refusals += one.refusals
    if (one.failed.length > 0) {
      done.failed = [...new Set([...done.failed, ...one.failed])]
      break
    }
    if (one.proposed === 0) continue
    won = await session.withCatalog(async (catalog) => {
      const texts = await openTexts(found, new Set(ids.slice(0, at + 1)))
      const answers = await askTogether(place, catalog)(texts, thirds.choosing)
      return `: ${pointsText(meanOf(gainsInRecall(answers)))} points so far where they were chosen`
    })
  }
  return done
}

/** Open questions that a model proposed for these tools, of tools as they are. */
async function openTexts(
  { place: { session } }: ImprovePlace,
  ids: ReadonlySet<ToolId>,
): Promise<TextsTogether> {
  const catalog = await session.catalog()
  const isFit = (proposal: TextProposal) =>
    ids.has(proposal.tool) &&
    proposal.part === 'questions' &&
    proposal.origin.by === 'model' &&
    stateOf(proposal) === 'open' &&
    catalog.has(proposal.tool) &&
    proposal.of === toolVersion(catalog.tool(proposal.tool)) &&
    faultOf(proposal, catalog.tool(proposal.tool)) === undefined
  return new Map((await proposalsOf(session)).filter(isFit).map((each) => [each.tool, each]))
}

interface JudgedSet {
  label: string
  texts: TextsTogether
  /** What places of right tools gain, in the mean over judging queries. */
  gain: number
}

/** The sets of texts that choosing queries leave, with what the judging ones say of each. */
async function judgedSets(
  all: TextsTogether,
  { ask, found: { thirds } }: { ask: AskTogether; found: ImprovePlace },
): Promise<JudgedSet[]> {
  const tried = await textsToTry(all, { queries: thirds.choosing, ask })
  const judged: JudgedSet[] = []
  for (const each of tried) {
    judged.push({ ...each, gain: gainOfPlaces(await ask(each.texts, thirds.judging)) })
  }
  return judged
}

/** The set that gains most; of equal ones the first, which says most. */
const bestOf = (judged: readonly JudgedSet[]): JudgedSet | undefined =>
  judged.filter(({ gain }) => gain > 0).toSorted((a, b) => b.gain - a.gain)[0]

async function gainsOf(
  { texts }: JudgedSet,
  {
    ask,
    found,
    context,
    call,
  }: { ask: AskTogether; found: ImprovePlace; context: AppContext; call: Call },
): Promise<Record<'all' | 'own' | 'others', Gain>> {
  const answers = await ask(texts, found.thirds.reporting)
  const isOwn = ({ query }: AnswerPair) => query.tools.some((tool) => texts.has(tool))
  const pause = yieldToEventLoop(context.clock, call.signal)
  const of = async (some: readonly AnswerPair[]): Promise<Gain> => {
    const [{ mean, ci95 } = { mean: 0, ci95: [0, 0] as [number, number] }] = await estimate(
      [gainsInRecall(some)],
      pause,
    )
    const before = meanOf(recallBefore(some))
    return { queries: some.length, before, after: before + mean, mean, ci95: [ci95[0], ci95[1]] }
  }
  return {
    all: await of(answers),
    own: await of(answers.filter(isOwn)),
    others: await of(answers.filter((answer) => !isOwn(answer))),
  }
}
