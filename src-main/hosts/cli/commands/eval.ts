import type { Command } from 'commander'
import type { RouteOutput } from '../../../contract/routes'
import { cutOffs, keyValue, recipeOptions, several, wholeNumber } from '../arguments'
import { plainText, tableText } from '../print-table'
import { chosenRecipe } from '../recipe-choice'
import type { CommandSession, Run } from '../session'

interface EvalFlags {
  workspace: string
  golden: string
  recipe?: string[]
  k: number[]
  sample?: number
  seed: number
  embedder?: string
  option?: Record<string, string>
  keep: boolean
  json?: boolean
}

export function addEvalCommand(program: Command, run: Run): void {
  program
    .command('eval')
    .description('measure recipes on a golden set')
    .requiredOption('--workspace <dir>', 'the workspace')
    .requiredOption('--golden <name>', 'the golden set')
    .option('--recipe <id>', 'a recipe; may be repeated, to compare', several)
    .option('--k <list>', 'cut-offs, such as 1,5,10', cutOffs, [1, 5, 10])
    .option('--sample <n>', 'measure a sample of n queries, drawn with the seed', wholeNumber(1))
    .option('--seed <n>', 'the seed of the sample', wholeNumber(0), 1)
    .option('--embedder <name>', 'the embedder; default: the one in the settings')
    .option(
      '--option <key=value>',
      'an option of the recipes that have it; may be repeated',
      keyValue,
    )
    .option('--no-keep', 'do not store the runs in the workspace')
    .option('--json', 'print one JSON object')
    .action((flags: EvalFlags) => run((session) => evaluate(session, flags)))
}

async function evaluate(session: CommandSession, flags: EvalFlags): Promise<void> {
  const known = await session.request('recipes.list', {})
  const recipes: typeof known = []
  for (const id of flags.recipe ?? [undefined]) {
    recipes.push(await chosenRecipe(session, known, id))
  }
  const runs = await session.request('evaluation.run', {
    dir: await session.workspace(flags.workspace),
    goldenSet: flags.golden,
    recipes: recipes.map((recipe) => ({
      recipe: recipe.id,
      options: recipeOptions(recipe, flags.option ?? {}, recipes),
    })),
    k: flags.k,
    sample: flags.sample === undefined ? undefined : { size: flags.sample, seed: flags.seed },
    embedder: flags.embedder,
    keep: flags.keep,
  })
  if (flags.json) return session.printJson(jsonOf(flags.golden, runs))
  printRuns(session, runs)
}

type Runs = RouteOutput<'evaluation.run'>

const jsonOf = (golden: string, runs: Runs) => ({
  golden,
  queries: runs[0]?.queries ?? 0,
  ...(runs[0]?.sample && { sample: runs[0].sample }),
  runs: runs.map((run) => ({
    recipe: run.recipe,
    options: run.options,
    measures: run.measures,
    latencyMs: run.latencyMs,
    degraded: run.degraded,
    tokenizer: run.tokenizer,
    ...(run.embedder && { embedder: run.embedder }),
  })),
})

function printRuns(session: CommandSession, runs: Runs): void {
  const [first] = runs
  if (!first) return
  session.print(
    `${plainText(first.goldenSet)}: ${first.queries} queries, ${first.catalog.tools} tools; ` +
      `means with 95 % bootstrap intervals; prompt tokens by ${first.tokenizer}.`,
  )
  const rows = Object.keys(first.measures).map((measure) => [
    measure,
    ...runs.map((run) => {
      const estimate = run.measures[measure]
      return estimate ? figureText(measure, estimate) : ''
    }),
  ])
  const latency = [
    'latency p50 / p95, ms',
    ...runs.map(({ latencyMs: { p50, p95 } }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`),
  ]
  const degraded = ['degraded queries', ...runs.map((run) => String(run.degraded))]
  session.print(
    tableText(['measure', ...runs.map(({ recipe }) => recipe)], [...rows, latency, degraded]),
  )
}

function figureText(
  measure: string,
  { mean, ci95: [low, high] }: Runs[number]['measures'][string],
) {
  const digits = measure.startsWith('PromptTokens') ? 1 : 3
  return `${mean.toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`
}
