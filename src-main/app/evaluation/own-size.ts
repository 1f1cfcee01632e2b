import type { GoldenQuery } from '../../domain/query/golden-set'
import type { Negatives, QueryOutcome, Run } from '../../domain/run/run'
import { evaluate, isNested, type EvaluateCall, type Subject } from '../../evaluation/evaluate'
import { cutoffsAround, sameSizeOf } from '../../evaluation/same-size'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Kit } from '../../pipeline/kit'
import { askedWithout } from './left-out'
import type { Cell } from './cells'
import { ownCatalogs, type KitOf } from './own-catalogs'

/** A cell that was measured, whose recipe decided by an option how many tools there are. */
export interface OwnSized {
  cell: Cell
  kit: Kit
  /** The kit that each query is asked with. */
  kitOf: KitOf
  queries: readonly GoldenQuery[]
  /** `outcomes[i]` belongs to `queries[i]`. */
  outcomes: readonly QueryOutcome[]
  subject: Subject
  /** What it gave golden queries that name no tool; absent where there are none. */
  negatives?: Negatives
  call: EvaluateCall
}

/** What is to be known of sets whose size an option leaves to the recipe; nothing of recipes that never leave it to the caller. */
export async function ownSizeFigures(
  measured: OwnSized,
): Promise<Pick<Run, 'nothingFits' | 'sameSize'>> {
  const { size, ownSizeWhere } = measured.cell.recipe
  if (size === 'own' || !ownSizeWhere || measured.cell.size === 'k') return {}
  return { sameSize: await sameSize(measured), nothingFits: await nothingFits(measured) }
}

/** The same recipe with its size fixed, on the same queries. */
async function sameSize({ cell, kit, kitOf, queries, outcomes, subject, call }: OwnSized) {
  const { recipe } = cell
  const options = { ...cell.options, size: 'k' }
  const { k } = cutoffsAround(outcomes)
  const pipeline = recipe.build(kit, options)
  const ownCatalog = subject.ownCatalog && ownCatalogs({ recipe, options }, kitOf)
  const fixed = await evaluate({ ...subject, pipeline, k, ownCatalog }, queries, call)
  const nested = isNested(pipeline)
  return sameSizeOf(outcomes, { ...fixed, nested }, yieldToEventLoop(call.clock, call.signal))
}

async function nothingFits(measured: OwnSized): Promise<NonNullable<Run['nothingFits']>> {
  const { outcomes } = measured
  return {
    fitting: { queries: outcomes.length, wrong: outcomes.filter(isEmpty).length },
    negative: {
      queries: measured.negatives?.scores.length ?? 0,
      wrong: measured.negatives?.given ?? 0,
    },
    leftOut: await leftOut(measured),
  }
}

const isEmpty = ({ tools }: QueryOutcome): boolean => tools.length === 0

const falsely = (outcomes: readonly QueryOutcome[]) => ({
  queries: outcomes.length,
  wrong: outcomes.filter((outcome) => !isEmpty(outcome)).length,
})

const leftOut = async (measured: OwnSized) => falsely(await askedWithout(measured))
