import { z } from 'zod'
import { decide } from '../../../app/review/decide'
import type { Call } from '../../../app/app'
import type { AppContext } from '../../../app/context'
import { FEW_QUERIES } from '../../../domain/measure/caution'
import { Problem } from '../../../domain/problem'
import type { ToolId } from '../../../domain/tool/tool'
import type { ImproveRunAnswer } from '../shared/improve-answers'
import { askTogether, improvePlace, ImproveFields, toolsToWrite } from './asked-place'
import { bestOf, gainsOf, judgedSets } from './judge-texts'
import { gainText } from '../shared/improve-lines'
import { openTexts, tellApart, writeTexts } from './write-texts'

export const ImproveRunInput = z.object(ImproveFields)
export type ImproveRunInput = z.output<typeof ImproveRunInput>

/**
 * Writes questions and everyday names for what is missed, judges them together on queries that
 * chose none of them, and accepts the set that wins, in one commit. What it says was won rests on
 * queries that decided nothing.
 */
export async function improve(
  context: AppContext,
  input: ImproveRunInput,
  call: Call,
): Promise<ImproveRunAnswer> {
  const found = await improvePlace(context, input, call)
  const { place, thirds } = found
  const { session } = place
  const ids = toolsToWrite(await session.catalog(), found, input)
  const written = await writeTexts(context, { ids, found }, call).catch((error: unknown) => {
    throw call.signal.aborted ? stopped() : error
  })
  const about = {
    ...(found.goldenSet !== undefined && { goldenSet: found.goldenSet }),
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
    const ask = askTogether(found, catalog)
    const differences = (tools: readonly ToolId[]) => tellApart(context, { tools, found }, call)
    call.emit({ what: 'Judging what was written together', done: 0 })
    const all = await openTexts(found, new Set(ids))
    const tried = await judgedSets(all, { ask, found, differences })
    const best = bestOf(tried)
    if (!best) return { tried }
    return { tried, best, gains: await gainsOf(best, { ask, found }, { context, call }) }
  })
  const tried = judged.tried.map(({ label, texts, gain }) => ({ label, tools: texts.size, gain }))
  if (!judged.best) return { ...about, tried, nothing: 'no-gain' }
  const { texts } = judged.best
  const proposals = [...texts.values()].flat()
  const { change, decided } = await decide(
    context,
    {
      dir: input.dir,
      chosen: { ids: proposals.map(({ id }) => id), seenAs: 'open' },
      verdict: 'accepted',
      reason: `Judged together with the texts of ${texts.size} tools. On queries that decided nothing: ${gainText(judged.gains.all)}.`,
      shortened: Object.fromEntries(proposals.map(({ id, proposed }) => [id, proposed])),
    },
    call,
  )
  const counts = { texts: decided, measured: proposals.length, tools: texts.size }
  return { ...about, tried, accepted: { ...(change && { change }), ...counts, ...judged.gains } }
}

const stopped = (): Problem =>
  new Problem(
    'cancelled',
    'Stopped. What was written is kept, and waits for review.',
    'Run it again to go on: nothing is asked twice.',
  )
