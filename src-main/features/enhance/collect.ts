import type { EnhanceCollectAnswer } from './shared/answers'
import { randomUUID } from 'node:crypto'
import { idOf } from '../../domain/tool/stored-tool'
import { CollectedFrom } from '../../domain/proposal/text'
import type { CatalogTool } from '../../domain/tool/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { toolVersion } from '../../pipeline/knowledge-base/to-standardise'
import type { Call } from '../../app/app'
import type { AppContext } from '../../app/context'
import { chosenTools } from './input'
import { newQuestions } from './new-questions'
import { storeOutcomes, textProposals, type PartOutcome } from './put-proposals'
import { z } from 'zod'

export const EnhanceCollectInput = z.object({
  ...chosenTools,
  from: z
    .array(CollectedFrom)
    .min(1)
    .default([...CollectedFrom.options])
    .describe('only these; default: all'),
})
export type EnhanceCollectInput = z.output<typeof EnhanceCollectInput>

/** Proposes as questions what is there already, all at once. */
export async function collect(
  { sessions, clock }: AppContext,
  { dir, ids, from }: EnhanceCollectInput,
  { signal }: Call,
): Promise<EnhanceCollectAnswer> {
  const session = await sessions.of(dir)
  const run = randomUUID()
  const at = clock.timestamp()
  return session.change(async (catalog) => {
    const pause = yieldToEventLoop(clock, signal)
    const proposals = await textProposals(session)
    const outcomes: PartOutcome[] = []
    let questions = 0
    let gone = 0
    const there = (ids ?? catalog.tools.map(idOf)).filter((id) => catalog.has(id) || !++gone)
    for (const [id, found] of await newQuestions(catalog, { ids: there, proposals }, pause)) {
      const entry = catalog.tool(id)
      for (const by of from) {
        if (found[by].length === 0) continue
        questions += found[by].length
        outcomes.push({
          tool: id,
          part: 'questions',
          proposal: { ...proposal(entry, by, found[by]), run, at },
        })
      }
    }
    const proposed = outcomes.length
    return {
      ...(await storeOutcomes(session, catalog, outcomes)),
      answer: {
        ...(proposed > 0 && { run }),
        tools: new Set(outcomes.map(({ tool }) => tool)).size,
        proposed,
        questions,
        gone,
      },
    }
  })
}

const proposal = (entry: CatalogTool, by: CollectedFrom, found: readonly string[]) => ({
  proposed: { questions: [...found] },
  origin: { by },
  of: toolVersion(entry),
  seen: [...found],
})
