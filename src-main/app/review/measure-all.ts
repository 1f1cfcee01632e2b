import { AmongTexts, Selection, type ReviewMeasureAllAnswer } from '../../contract/review'
import { Problem } from '../../domain/problem'
import type { TextProposal } from '../../domain/proposal/text'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { moveFirst } from '../knowledge/move-first'
import { askingPlace, prepareEach, refuseUnasked } from '../query/ask-recipe'
import { MOST_ANSWERS } from './gate-evidence'
import { noGates, openMeasures, type Measures } from './stored-measures'
import { gateOf, measure } from './measure'
import { faultOf, isAmong, isGone, proposalsOf, stateOf } from './proposed-texts'
import { z } from 'zod'
import { RecipeFields } from '../../contract/recipe-fields'
import { Dir } from '../../contract/workspace'

export const ReviewMeasureAllInput = z.object({
  dir: Dir,
  parts: Selection.parts,
  tool: Selection.tool,
  among: AmongTexts,
  ...RecipeFields,
})
export type ReviewMeasureAllInput = z.output<typeof ReviewMeasureAllInput>

/** Measures are kept at least so often: what a program that is killed has to measure again. */
const KEEP_EVERY_MS = 5000

/** Actions that tell what was measured, which changes without a commit. */
const TOLD_IN: readonly string[] = [
  'queue.list',
  'queue.things',
  'queue.tool',
  'review.list',
  'review.preview',
  'review.proposal',
]

/** Measures all open proposals that are not measured as things are, one after the other. */
export async function measureAll(
  context: AppContext,
  { parts, tool, among, ...input }: ReviewMeasureAllInput,
  call: Call,
): Promise<ReviewMeasureAllAnswer> {
  await moveFirst(context, input.dir, call)
  const place = await askingPlace(context, input, call)
  const { session } = place
  const open = (await proposalsOf(session))
    .filter(isAmong(among))
    .filter(
      (each) =>
        stateOf(each) === 'open' &&
        (parts?.includes(each.part) ?? true) &&
        (tool === undefined || each.tool === tool),
    )
  return session.withCatalog(async (catalog) => {
    const measures = await openMeasures(place, catalog)
    const fit = open.filter(
      (each) => !isGone(catalog, each) && faultOf(each, catalog.tool(each.tool)) === undefined,
    )
    await measures.workOut(fit, yieldToEventLoop(context.clock, call.signal))
    const toMeasure = fit.filter((each) => measures.of(each) === undefined)
    const [prepared] = await prepareEach(place, catalog)
    refuseUnasked(prepared, { ...place, answers: toMeasure.length * MOST_ANSWERS })
    const done = { measured: 0, of: toMeasure.length }
    try {
      let keptMs = context.clock.elapsedMs()
      for (const proposal of toMeasure) {
        call.emit({
          what: 'Measuring proposals',
          done: done.measured,
          total: done.of,
          unit: 'proposals',
        })
        call.signal.throwIfAborted()
        const answeredBy = await measures.answersBy()
        const { measured, neighbours } = await measure(
          { ...place, mayAsk: true },
          { catalog, proposal },
        )
        await measures.note(proposal, { gate: gateOf(measured), neighbours }, answeredBy)
        done.measured++
        if (context.clock.elapsedMs() - keptMs < KEEP_EVERY_MS) continue
        await measures.save()
        keptMs = context.clock.elapsedMs()
      }
    } catch (error) {
      throw call.signal.aborted ? stopped(done) : error
    } finally {
      if (done.measured > 0) {
        await measures.save()
        for (const told of TOLD_IN) context.outdate(input.dir, told)
      }
    }
    return {
      measured: done.measured,
      known: fit.length - toMeasure.length,
      passedOver: open.length - fit.length,
      gates: gatesOf(open, measures),
    }
  })
}

/** How many proposals the gate says what of. */
export function gatesOf(proposals: readonly TextProposal[], measures: Measures) {
  const gates = noGates()
  for (const each of proposals) gates[measures.of(each)?.verdict ?? 'unmeasured']++
  return gates
}

const stopped = ({ measured, of }: { measured: number; of: number }): Problem =>
  new Problem(
    'cancelled',
    `Stopped. ${measured} of ${of} proposals were measured, and what was found is kept.`,
    'Measure again to go on: none is measured twice.',
  )
