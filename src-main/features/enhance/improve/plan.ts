import { z } from 'zod'
import type { Call } from '../../../app/app'
import type { AppContext } from '../../../app/context'
import { plan as enhancePlan } from '../plan'
import { textProposals } from '../put-proposals'
import type { ImprovePlanAnswer } from '../shared/improve-answers'
import { improvePlace, ImproveFields, toolsToWrite } from './asked-place'
import { nounsToAsk } from './everyday-names'

export const ImprovePlanInput = z.object(ImproveFields).omit({ tools: true })
export type ImprovePlanInput = z.output<typeof ImprovePlanInput>

/** What writing for missed tools, and for all, would take. Asks no model. */
export async function planImprove(
  context: AppContext,
  input: ImprovePlanInput,
  call: Call,
): Promise<ImprovePlanAnswer> {
  const found = await improvePlace(context, input, call)
  const { place, goldenSet, thirds } = found
  const catalog = await place.session.catalog()
  const proposals = await textProposals(place.session)
  const of = async (tools: 'missed' | 'all') => {
    const ids = toolsToWrite(catalog, found, { tools, most: input.most })
    if (ids.length === 0) return { tools: 0, calls: 0, msPerCall: undefined }
    const asked = { dir: input.dir, ids, parts: ['questions' as const], again: false }
    const { calls, msPerCall } = await enhancePlan(context, asked, call)
    const nouns = nounsToAsk(catalog, ids, proposals)
    return { tools: ids.length, calls: calls + nouns.length, msPerCall }
  }
  const missed = await of('missed')
  const all = await of('all')
  const { msPerCall = missed.msPerCall } = all
  return {
    ...(goldenSet !== undefined && { goldenSet }),
    queries: {
      choosing: thirds.choosing.length,
      judging: thirds.judging.length,
      reporting: thirds.reporting.length,
    },
    missed: { tools: missed.tools, calls: missed.calls },
    all: { tools: all.tools, calls: all.calls },
    ...(msPerCall !== undefined && { msPerCall }),
  }
}
