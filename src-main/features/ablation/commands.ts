import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { clarityWords } from '../../domain/run/verdict'
import { cutOffs } from '../../hosts/cli/arguments'
import { command, type Given } from '../../hosts/cli/command'
import { OPTION, reads, whole } from '../../hosts/cli/flags'
import { GOLDEN, SAMPLE, WHY } from '../../hosts/cli/plan-choice'
import { tableText } from '../../hosts/cli/print-table'
import { chosenRecipe } from '../../hosts/cli/recipe-choice'
import { findRun } from '../../hosts/cli/run-choice'
import type { CommandSession } from '../../hosts/cli/session'
import { failedAsJson, failureLines } from '../../hosts/cli/unsaved-runs'
import type { AblationMeasured } from './shared/answers'
import { pointsText } from './shared/findings'

const FLAGS = {
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
  why: WHY,
  at: whole(1)
    .optional()
    .meta({ title: 'k', description: 'the k to compare at; left out: the middle one measured' }),
}

/** `ablate`: what each part of a recipe gives. */
const ablate = command({
  summary: 'ablation: leave out each part of a recipe in turn, and measure what that changes',
  args: ['run'],
  input: FLAGS,
  asksModels: true,
  run: async (session, flags) =>
    session.request('ablation.measure', {
      dir: flags.dir,
      at: flags.at,
      why: flags.why,
      ...(await subject(session, flags)),
    }),
  json: ({ whole, measure, queries, results, findings, failed }) => ({
    recipe: whole.recipe,
    run: whole.id,
    measure,
    queries,
    results: worstFirst(results),
    findings,
    failed: failedAsJson(failed),
  }),
  print: ({ whole: { recipe, goldenSet }, measure, queries, results, findings, nothing }) =>
    nothing ?? [
      `${recipe} on “${goldenSet}”: ${measure} of ${queries} queries, in points, one part changed at a time.`,
      resultsText(results),
      ...findings,
    ],
  failure: failureOf,
})

async function subject(session: CommandSession, flags: Given<typeof FLAGS>) {
  const { dir, run, golden: goldenSet, k, sample: size, seed } = flags
  if (run !== undefined) return { run: (await findRun(session, dir, run)).id }
  if (goldenSet === undefined) {
    throw new Problem(
      'bad-input',
      'Name a run, or a golden set to measure on.',
      'For example: pegboard ablate --golden NAME --recipe RECIPE',
    )
  }
  const { recipe, options } = await chosenRecipe(session, dir, flags)
  const sample = size === undefined ? undefined : { size, seed }
  return { goldenSet, recipe, options, k, sample }
}

/** That some of the parts could not be measured. */
function failureOf({ whole, results, failed }: AblationMeasured): Problem | undefined {
  if (failed.length === 0) return undefined
  const lines = failureLines(
    { runs: [whole, ...results], failed },
    { of: 'runs', nameOf: ({ label = whole.recipe }) => label },
  )
  return new Problem('unavailable', lines.join('\n'))
}

const worstFirst = (results: AblationMeasured['results']) =>
  results.toSorted((a, b) => a.difference.mean - b.difference.mean)

const resultsText = (results: AblationMeasured['results']): string =>
  tableText(
    ['changed', 'difference', '', 'better', 'worse', 'p50, ms'],
    worstFirst(results).map(({ label, difference, run }) => [
      label,
      pointsText(difference),
      clarityWords(difference),
      String(difference.wins),
      String(difference.losses),
      run.latencyMs.p50.toFixed(2),
    ]),
  )

export const commands = { ablate }
