import { z } from 'zod'
import type { ActionAnswer, ActionInput } from '../../../features/actions'
import { Dir } from '../../../contract/workspace'
import { ablationsOf, type Ablation } from '../../../domain/experiment/ablation'
import {
  ablationFindings,
  pointsText,
  type AblationResult,
} from '../../../domain/experiment/ablation-findings'
import { nameAt } from '../../../domain/measure/name'
import { Problem } from '../../../domain/problem'
import { sameOptions } from '../../../domain/recipe/option'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { clarityWords } from '../../../domain/run/verdict'
import type { JsonObject } from '../../../domain/tool/tool'
import { cutOffs } from '../arguments'
import { command, type Given } from '../command'
import { OPTION, reads, whole } from '../flags'
import { GOLDEN, SAMPLE } from '../plan-choice'
import { tableText } from '../print-table'
import { chosenRecipe } from '../recipe-choice'
import { findRun } from '../run-choice'
import type { CommandSession } from '../session'
import { failedAsJson, failureLines, withUnsaved } from '../unsaved-runs'

const ABLATE_FLAGS = {
  run: z
    .string()
    .optional()
    .describe('a run whose recipe is taken apart, by the beginning of its id'),
  dir: Dir,
  golden: GOLDEN.optional().describe('without a run: the golden set'),
  recipe: z
    .string()
    .optional()
    .meta({ title: 'name', description: 'without a run: the recipe, or one of your own' }),
  option: OPTION.describe('without a run: an option of the recipe; may be repeated'),
  k: reads(cutOffs, 'list').optional().describe('without a run: cut-offs, such as 1,5,10'),
  sample: SAMPLE.describe('without a run: measure a sample of n queries'),
  seed: whole(0).default(1).describe('the seed of the sample'),
  at: whole(1)
    .optional()
    .meta({ title: 'k', description: 'the cut-off to compare at; left out: the middle one' }),
}
type AblateFlags = Given<typeof ABLATE_FLAGS>

export const ablate = command({
  summary: 'ablation: leave out each part of a recipe in turn, and measure what that changes',
  args: ['run'],
  input: ABLATE_FLAGS,
  asksModels: true,
  run: takeApart,
  json: ({ recipe, told }) => told ?? { recipe, results: [] },
  print: ({ recipe, goldenSet, told }) =>
    told
      ? [
          `${recipe} on “${goldenSet}”: ${told.measure} of ${told.queries} queries, in points, one part changed at a time.`,
          resultsText(told.results),
          ...told.findings,
        ]
      : `“${recipe}” has no part that its options can leave out.`,
  failure: ({ failure }) => failure,
})

type Input = ActionInput<'evaluation.run'>
type Whole = Omit<Input, 'recipes'> & { recipes: [Input['recipes'][number]] }

interface Ablated {
  /** The id of the whole recipe. */
  recipe: string
  goldenSet: string
  /** Absent where it has no part that can be left out. */
  told?: {
    run: string
    measure: string
    queries: number
    results: AblationResult[]
    findings: string[]
    failed: ReturnType<typeof failedAsJson>
  }
  /** That some of the parts could not be measured. */
  failure?: Problem | undefined
}

async function takeApart(session: CommandSession, flags: AblateFlags): Promise<Ablated> {
  const { dir, run: given, at } = flags
  const asked =
    given === undefined ? await asChosen(session, flags) : await asInRun(session, dir, given)
  const { goldenSet } = asked
  const [{ recipe: id, options = {} }] = asked.recipes
  const recipe = (await session.request('recipes.list', { dir })).find((each) => each.id === id)
  if (!recipe) throw new Problem('not-found', `There is no recipe “${id}”.`)
  const parts = ablationsOf(recipe, options)
  if (parts.length === 0) return { recipe: id, goldenSet }
  const recipes = [
    ...asked.recipes,
    ...parts.map((part) => ({ recipe: id, options: part.options, leftOut: part.label })),
  ]
  const done = withUnsaved(
    await session.request('evaluation.run', { ...asked, recipes, resume: true }),
  )
  const measured = resultsIn(done, { parts, options, defaults: recipe.defaults })
  const { results, queries, name } = await compared(session, { dir, at }, measured)
  const findings = ablationFindings(results, { name, queries, whole: measured.whole })
  const labelOf = ({ options: changed }: { options: JsonObject }): string =>
    parts.find((part) => sameOptions(part.options, changed, recipe.defaults))?.label ?? id
  return {
    recipe: id,
    goldenSet,
    told: {
      run: measured.whole.id,
      measure: name,
      queries,
      results,
      findings,
      failed: failedAsJson(done.failed),
    },
    failure:
      done.failed.length > 0
        ? new Problem('unavailable', failureLines(done, { of: 'runs', nameOf: labelOf }).join('\n'))
        : undefined,
  }
}

/** As a run was measured. */
async function asInRun(session: CommandSession, dir: string, given: string): Promise<Whole> {
  const {
    recipe,
    options,
    goldenSet,
    sample,
    split,
    embedder,
    k,
    catalogSize: size,
  } = await findRun(session, dir, given)
  return {
    dir,
    goldenSet,
    recipes: [{ recipe, options }],
    ...(k.length > 0 && { k }),
    ...(sample && { sample }),
    ...(split && { split: { by: split.by, seed: split.seed } }),
    ...(embedder !== undefined && { embedder }),
    ...(size && { catalogSizes: { tools: [size.tools], seeds: [size.seed] } }),
  }
}

async function asChosen(session: CommandSession, flags: AblateFlags): Promise<Whole> {
  const { dir, golden: goldenSet, k = [1, 5, 10], sample: size, seed } = flags
  if (goldenSet === undefined) {
    throw new Problem(
      'bad-input',
      'Name a run, or a golden set to measure on.',
      'For example: pegboard ablate --golden NAME --recipe RECIPE',
    )
  }
  const { recipe, options } = await chosenRecipe(session, dir, flags)
  return {
    dir,
    goldenSet,
    k,
    recipes: [{ recipe, options }],
    ...(size !== undefined && { sample: { size, seed } }),
  }
}

interface Measured {
  whole: MeasuredRun
  parts: { label: string; run: MeasuredRun }[]
}

interface Wanted {
  /** Of the whole recipe. */
  options: JsonObject
  defaults: JsonObject
  parts: readonly Ablation[]
}

/**
 * Told apart by their options: a run of before is taken as it is, and what fails is left out.
 * @throws Problem where the whole recipe could not be measured.
 */
export function resultsIn(
  { runs, failed }: Pick<ActionAnswer<'evaluation.run'>, 'runs' | 'failed'>,
  { options, defaults, parts }: Wanted,
): Measured {
  const has =
    (wanted: JsonObject) =>
    (measured: { options: JsonObject }): boolean =>
      sameOptions(measured.options, wanted, defaults)
  const whole = runs.find(has(options))
  if (whole) {
    const measured = parts.flatMap((part) => {
      const run = runs.find(has(part.options))
      return run ? [{ label: part.label, run }] : []
    })
    return { whole, parts: measured }
  }
  const problem = failed.find(has(options))?.problem
  throw new Problem(
    problem?.code ?? 'unavailable',
    `The whole recipe could not be measured. ${problem?.message ?? ''}`.trim(),
    problem?.fix,
  )
}

async function compared(
  session: CommandSession,
  { dir, at }: { dir: string; at: number | undefined },
  { whole, parts }: Measured,
) {
  const k = at ?? whole.k[Math.floor((whole.k.length - 1) / 2)]
  const name = whole.k.length > 0 ? nameAt('Recall', k) : 'Recall'
  const runs = parts.map(({ run }) => run.id)
  const comparisons =
    runs.length > 0
      ? await session.request('evaluation.compare', { dir, baseline: whole.id, runs })
      : []
  const results = comparisons.flatMap((comparison, place) => {
    const part = parts[place]
    const difference = comparison.measures[name]
    if (!part) return []
    const { label, run } = part
    if (difference) return [{ id: run.id, label, difference, run }]
    throw new Problem(
      'bad-input',
      `The run holds no ${name}.`,
      `Choose one of these with --at: ${whole.k.join(', ')}.`,
    )
  })
  results.sort((a, b) => a.difference.mean - b.difference.mean)
  const told = results.map(({ id, label, difference, run: { latencyMs, modelUse } }) => ({
    id,
    label,
    difference,
    run: { latencyMs, ...(modelUse && { modelUse }) },
  }))
  return { results: told, queries: comparisons[0]?.queries ?? whole.queries, name }
}

const resultsText = (results: readonly AblationResult[]): string =>
  tableText(
    ['changed', 'difference', '', 'better', 'worse', 'p50, ms'],
    results.map(({ label, difference, run }) => [
      label,
      pointsText(difference),
      clarityWords(difference),
      String(difference.wins),
      String(difference.losses),
      run.latencyMs.p50.toFixed(2),
    ]),
  )
