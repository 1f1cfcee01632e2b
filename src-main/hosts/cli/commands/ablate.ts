import type { Command } from 'commander'
import type { ActionInput, ActionAnswer } from '../../../app/actions'
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
import { cutOffs, keyValue, wholeNumber } from '../arguments'
import { OLLAMA_OPTION } from '../ollama-option'
import { tableText } from '../print-table'
import { chosenRecipes } from '../recipe-choice'
import { findRun } from '../run-choice'
import type { CommandSession, Run } from '../session'
import { failedAsJson, failureLines, withUnsaved } from '../unsaved-runs'

interface Flags {
  workspace: string
  golden?: string
  recipe?: string
  option?: Record<string, string>
  k?: number[]
  sample?: number
  seed: number
  at?: number
  ollama?: string
  json?: boolean
}

export function addAblateCommand(program: Command, run: Run): void {
  program
    .command('ablate')
    .description('measure what each part of a recipe gives, by leaving out each in turn')
    .argument('[run]', 'a run whose recipe is taken apart, by the beginning of its id')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--golden <name>', 'without a run: the golden set')
    .option('--recipe <name>', 'without a run: the recipe, or one of your own')
    .option(
      '--option <key=value>',
      'without a run: an option of the recipe; may be repeated',
      keyValue,
    )
    .option('--k <list>', 'without a run: cut-offs, such as 1,5,10', cutOffs)
    .option('--sample <n>', 'without a run: measure a sample of n queries', wholeNumber(1))
    .option('--seed <n>', 'the seed of the sample', wholeNumber(0), 1)
    .option('--at <k>', 'the cut-off to compare at; left out: the middle one', wholeNumber(1))
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((given: string | undefined, flags: Flags) =>
      run((session) => ablate(session, given, flags), flags),
    )
}

type Input = ActionInput<'evaluation.run'>
type Whole = Omit<Input, 'recipes'> & { recipes: [Input['recipes'][number]] }

async function ablate(
  session: CommandSession,
  given: string | undefined,
  flags: Flags,
): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const whole =
    given === undefined ? await asChosen(session, dir, flags) : await asInRun(session, dir, given)
  const [{ recipe: id, options = {} }] = whole.recipes
  const recipe = (await session.request('recipes.list', { dir })).find((each) => each.id === id)
  if (!recipe) throw new Problem('not-found', `There is no recipe “${id}”.`)
  const parts = ablationsOf(recipe, options)
  if (parts.length === 0)
    return session.print(`“${id}” has no part that its options can leave out.`)
  const recipes = [
    ...whole.recipes,
    ...parts.map((part) => ({ recipe: id, options: part.options, leftOut: part.label })),
  ]
  const done = withUnsaved(
    await session.request('evaluation.run', { ...whole, recipes, resume: true }),
  )
  const measured = resultsIn(done, { parts, options, defaults: recipe.defaults })
  const { results, queries, name } = await compared(session, { dir, at: flags.at }, measured)
  const findings = ablationFindings(results, { name, queries, whole: measured.whole })
  if (flags.json) {
    return session.printJson({
      run: measured.whole.id,
      measure: name,
      queries,
      results,
      findings,
      failed: failedAsJson(done.failed),
    })
  }
  session.print(
    `${id} on “${whole.goldenSet}”: ${name} of ${queries} queries, in points, one part changed at a time.`,
  )
  session.print(resultsText(results))
  for (const finding of findings) session.print(finding)
  if (done.failed.length > 0) {
    const labelOf = ({ options: changed }: { options: JsonObject }): string =>
      parts.find((part) => sameOptions(part.options, changed, recipe.defaults))?.label ?? id
    throw new Problem('unavailable', failureLines(done, { of: 'runs', nameOf: labelOf }).join('\n'))
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
    ...{ dir, goldenSet, recipes: [{ recipe, options }] },
    ...(k.length > 0 && { k }),
    ...(sample && { sample }),
    ...(split && { split: { by: split.by, seed: split.seed } }),
    ...(embedder !== undefined && { embedder }),
    ...(size && { catalogSizes: { tools: [size.tools], seeds: [size.seed] } }),
  }
}

async function asChosen(session: CommandSession, dir: string, flags: Flags): Promise<Whole> {
  const { golden: goldenSet, recipe, option: options, k = [1, 5, 10], sample: size, seed } = flags
  if (goldenSet === undefined) {
    throw new Problem(
      'bad-input',
      'Name a run, or a golden set to measure on.',
      'For example: pegboard ablate --golden NAME --recipe RECIPE',
    )
  }
  const names = recipe === undefined ? undefined : [recipe]
  const { chosen } = await chosenRecipes(session, { dir, names, options })
  const [first] = chosen
  if (!first) throw new Problem('bad-input', 'Name a recipe: --recipe RECIPE')
  return {
    ...{ dir, goldenSet, k, recipes: [{ recipe: first.recipe, options: first.options }] },
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

/** Told apart by their options: a run of before is taken as it is, and what fails is left out. @throws Problem where the whole recipe could not be measured. */
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
    ...{ id, label, difference },
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
