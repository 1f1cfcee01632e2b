import type { GoldenQuery } from '../../domain/golden-set'
import type { QueryOutcome, Run } from '../../domain/run'
import { sameText } from '../../domain/same-text'
import { evaluate, isNested, type EvaluateCall, type Subject } from '../../evaluation/evaluate'
import { sampleOf } from '../../evaluation/random'
import { cutoffsAround, sameSizeOf } from '../../evaluation/same-size'
import { turns } from '../../evaluation/turns'
import type { Kit } from '../../pipeline/kit'
import { lacking } from '../../pipeline/lacking'
import { FilterOptions } from '../../pipeline/recipes/options'
import type { Cell } from './cells'

/** A cell that was measured, whose recipe decided by an option how many tools there are. */
export interface OwnSized {
  cell: Cell
  kit: Kit
  queries: readonly GoldenQuery[]
  /** `outcomes[i]` belongs to `queries[i]`. */
  outcomes: readonly QueryOutcome[]
  subject: Subject
  call: EvaluateCall
}

/** Queries asked again without their right tools, each with a catalog of its own. */
const MOST_LEFT_OUT = 200
/** Golden queries without right tools that are asked. */
const MOST_NEGATIVE = 1_000
/** Of those drawn. */
const SEED = 1

/** What is to be known of sets whose size an option leaves to the recipe; nothing of recipes that never leave it to the caller. */
export async function ownSizeFigures(
  measured: OwnSized,
): Promise<Pick<Run, 'nothingFits' | 'sameSize'>> {
  const { size, ownSizeWhere } = measured.cell.recipe
  if (size === 'own' || !ownSizeWhere || measured.cell.size === 'k') return {}
  return { sameSize: await sameSize(measured), nothingFits: await nothingFits(measured) }
}

/** The same recipe with its size fixed, on the same queries. */
async function sameSize({ cell, kit, queries, outcomes, subject, call }: OwnSized) {
  const { recipe, options } = cell
  const { k } = cutoffsAround(outcomes)
  const pipeline = recipe.build(kit, { ...options, size: 'k' })
  const fixed = await evaluate({ ...subject, pipeline, k }, queries, call)
  const nested = isNested(pipeline)
  return sameSizeOf(outcomes, { ...fixed, nested }, turns(call.clock, call.signal))
}

async function nothingFits(measured: OwnSized): Promise<NonNullable<Run['nothingFits']>> {
  const { outcomes } = measured
  return {
    fitting: { queries: outcomes.length, wrong: outcomes.filter(isEmpty).length },
    negative: await negatives(measured),
    leftOut: await leftOut(measured),
  }
}

const isEmpty = ({ tools }: QueryOutcome): boolean => tools.length === 0

const falsely = (outcomes: readonly QueryOutcome[]) => ({
  queries: outcomes.length,
  wrong: outcomes.filter((outcome) => !isEmpty(outcome)).length,
})

/** Golden queries of any set that name no tool. */
async function negatives({ kit, subject, call }: OwnSized) {
  const labelled = await kit.labelled.prepare()
  const byText = new Map(labelled.map((query) => [sameText(query.text), query]))
  const queries = [...byText.values()]
    .filter(({ tools }) => tools.length === 0)
    .slice(0, MOST_NEGATIVE)
    .map(({ text }, at): GoldenQuery => ({ id: String(at), text, tools: [], origin: 'human' }))
  const { outcomes } = await evaluate(subject, queries, call)
  return falsely(outcomes)
}

/** Queries that some tool fits, each with the catalog as if it lacked its right tools. */
async function leftOut({ cell, kit, queries, subject, call }: OwnSized) {
  const { recipe, options } = cell
  const filter = FilterOptions.parse(options)
  const asked = sampleOf(queries, MOST_LEFT_OUT, SEED)
  const given: QueryOutcome[] = []
  for (const [done, query] of asked.entries()) {
    const own = lacking(kit, query.tools)
    const pipeline = recipe.build(own, options)
    const runWith = { ...subject.runWith, admitted: own.among(filter).tools, sharing: undefined }
    const { outcomes } = await evaluate({ ...subject, pipeline, runWith }, [query], {
      ...call,
      onProgress: () => undefined,
    })
    given.push(...outcomes)
    call.onProgress?.(done + 1, asked.length)
  }
  return falsely(given)
}
