import type { GoldenQuery } from '../../domain/query/golden-set'
import type { QueryOutcome } from '../../domain/run/run'
import type { JsonObject } from '../../domain/tool/tool'
import { evaluate, type EvaluateCall, type Subject } from '../../evaluation/evaluate'
import { sampleOf } from '../../evaluation/statistics/random'
import { lacking } from '../../pipeline/kit-subset'
import type { Recipe } from '../../pipeline/recipes/recipe'
import { ownCatalogs, type KitOf } from './own-catalogs'

/** Queries asked again without their right tools, each with a catalog of its own. */
const MOST_LEFT_OUT = 200
/** Of those drawn. */
const SEED = 1

/** What was measured, to be asked again. */
interface Asked {
  cell: { recipe: Recipe; options: JsonObject }
  kitOf: KitOf
  queries: readonly GoldenQuery[]
  subject: Subject
  call: EvaluateCall
}

/**
 * What queries that some tool fits are given by the catalog as if it lacked their right tools: a
 * sample where there are many.
 */
export async function answersWithout({
  cell,
  kitOf,
  queries,
  subject,
  call,
}: Asked): Promise<QueryOutcome[]> {
  const asked = sampleOf(queries, MOST_LEFT_OUT, SEED)
  const ownCatalog = ownCatalogs(cell, (query) => lacking(kitOf(query), query.tools))
  const runWith = { ...subject.runWith, sharing: undefined }
  return (await evaluate({ ...subject, ownCatalog, runWith }, asked, call)).outcomes
}
