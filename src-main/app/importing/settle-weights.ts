import type { ReportRow } from '../../domain/catalog/import'
import { MOST_WEIGHTS, type FieldWeightsRecord } from '../../domain/recipe/field-weights'
import { fieldsLearner, type Recipes } from '../../pipeline/recipes/recipe'
import { canonical } from '../../domain/value/canonical'

export interface SettledWeights {
  put: FieldWeightsRecord[]
  rows: ReportRow[]
}

/**
 * The published weights to write. They take the place of those of their name that were published
 * with the same folds, whose newer version they are, and else get another name beside those that
 * have it. What was learned here is never replaced.
 */
export function settleWeights(
  recipes: Recipes,
  stored: readonly FieldWeightsRecord[],
  imported: readonly FieldWeightsRecord[] = [],
): SettledWeights {
  const here = new Map(stored.map((each) => [each.name, each]))
  const settled: SettledWeights = { put: [], rows: [] }
  for (const each of imported) {
    const name = nameFor(each, here)
    const known = here.get(name)
    const named = { ...each, name }
    if (known && canonical(known) === canonical(named)) continue
    if (!known && here.size >= MOST_WEIGHTS) {
      settled.rows.push(leftOut(each.name))
      continue
    }
    here.set(name, named)
    settled.put.push(named)
    settled.rows.push(
      name === each.name ? arrived(name, fieldsLearner(recipes).title) : renamed(each.name, name),
    )
  }
  return settled
}

/**
 * `name`, `name-2`, `name-3` …, the first that is free or stands for the same weights or an older
 * version of them.
 */
function nameFor(
  weights: FieldWeightsRecord,
  here: ReadonlyMap<string, FieldWeightsRecord>,
): string {
  const { name } = weights
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name.slice(0, LONGEST)}-${number}`
    const known = here.get(tried)
    if (!known || (known.origin !== 'learned' && foldsOf(known) === foldsOf(weights))) return tried
  }
}

/** So that a number fits behind it. */
const LONGEST = 70

const foldsOf = ({ folds }: Pick<FieldWeightsRecord, 'folds'>): string =>
  JSON.stringify(folds.map(({ texts }) => texts))

const arrived = (name: string, recipe: string): ReportRow => ({
  outcome: 'notice',
  where: 'weights of fields',
  entry: name,
  why: `The recipe “${recipe}” can weigh fields with them, as “${name}”`,
})

const renamed = (name: string, as: string): ReportRow => ({
  outcome: 'altered',
  where: 'weights of fields',
  entry: name,
  why: `Other weights here have this name and stay: these are kept as “${as}”`,
})

const leftOut = (name: string): ReportRow => ({
  outcome: 'skipped',
  where: 'weights of fields',
  entry: name,
  why: `This workspace holds ${MOST_WEIGHTS} weights, as many as it keeps`,
  fix: 'Delete those you no longer need, and import again.',
})
