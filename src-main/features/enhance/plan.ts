import type { EnhancePlanAnswer } from './shared/answers'
import { idOf } from '../../domain/tool/stored-tool'
import { PROPOSED_PARTS, type CollectedFrom } from '../../domain/proposal/text'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../../app/app'
import type { AppContext } from '../../app/context'
import { MOST_REFUSED } from '../../app/models/job'
import { withWorkspaceModels } from '../../app/models/workspace-models'
import { PartsInput } from './input'
import { newQuestions } from './new-questions'
import { askedBy, askedOf, chosenParts, type ChosenParts } from './parts-to-ask'
import { enhancedTools, textProposals, type EnhancedTools } from './put-proposals'
import { z } from 'zod'

export const EnhancePlanInput = z.object(PartsInput)
export type EnhancePlanInput = z.output<typeof EnhancePlanInput>

type Output = EnhancePlanAnswer

/** What enhancing tools would take, and what came of it before. */
export async function plan(
  context: AppContext,
  { dir, ids, parts, again }: EnhancePlanInput,
  { signal }: Call,
): Promise<Output> {
  const session = await context.sessions.of(dir)
  const pause = yieldToEventLoop(context.clock, signal)
  const catalog = await session.catalog()
  const enhanced = await enhancedTools(session)
  const { chatModel } = await withWorkspaceModels(context, dir).settings.read()
  const by = askedBy(chatModel, await session.promptOverrides())
  const chosen = await chosenParts(catalog, { ids, parts, again, by, enhanced }, pause)
  const there = chosen.tools.map(idOf)
  const all = { ids: there, proposals: await textProposals(session) }
  const found = [...(await newQuestions(catalog, all, pause)).values()]
  const countOf = (from: CollectedFrom) => found.reduce((sum, each) => sum + each[from].length, 0)
  const msPerCall = medianMs(enhanced, chatModel)
  return {
    tools: chosen.tools.length,
    calls: chosen.toAsk.length,
    passedOver: chosen.passedOver,
    ...(msPerCall !== undefined && { msPerCall }),
    ...refusedOf(chosen, enhanced),
    collectable: {
      examples: countOf('examples'),
      'logged-queries': countOf('logged-queries'),
      parameters: countOf('parameters'),
    },
  }
}

function medianMs(enhanced: EnhancedTools, model: string | undefined): number | undefined {
  const times = [...enhanced.values()]
    .flatMap(({ parts }) => Object.values(parts))
    .filter((asked) => asked.model === model && asked.tookMs > 0)
    .map(({ tookMs }) => tookMs)
    .sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)]
}

function refusedOf(
  { tools }: ChosenParts,
  enhanced: EnhancedTools,
): Pick<Output, 'refused' | 'refusals'> {
  const all = tools.flatMap((entry) =>
    PROPOSED_PARTS.flatMap((part) => {
      const why = askedOf(entry, part, enhanced)?.refused
      const { id, name } = entry.tool
      return why === undefined ? [] : [{ id, name, part, why }]
    }),
  )
  return { refused: all.slice(0, MOST_REFUSED), refusals: all.length }
}
