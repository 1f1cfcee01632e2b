import { resolve } from 'node:path'
import type { Command } from 'commander'
import { saveFile } from '../../../compose'
import { csvText } from '../../../domain/value/csv'
import { Problem } from '../../../domain/problem'
import { sameOptions } from '../../../domain/recipe/option'
import { catalogSizes, cutOffs, keyValue, several, valuesByKey, wholeNumber } from '../arguments'
import { EMBEDDERS_OPTION } from '../embedder-option'
import { OLLAMA_OPTION } from '../ollama-option'
import { priceOf } from '../price-choice'
import { chosenRecipes } from '../recipe-choice'
import type { CommandSession, Run } from '../session'
import { measureSweep, type SweepRuns, type Variant } from '../sweep-runs'
import { sweepLines, sweepRows, type Swept } from '../sweep-text'
import { failedAsJson, failureLines } from '../unsaved-runs'

interface SweepFlags extends SweepRuns {
  workspace: string
  recipe?: string[]
  option?: Record<string, string>
  vary?: Record<string, string[]>
  embedder?: string[]
  ollama?: string
  measure: string
  json?: boolean
  csv?: string
  model?: string
}

export function addSweepCommand(program: Command, run: Run): void {
  program
    .command('sweep')
    .description(
      'measure recipes × options × catalog sizes × k × seeds; what is measured already is taken as it is',
    )
    .requiredOption('--workspace <dir>', 'the workspace')
    .requiredOption('--golden <name>', 'the golden set')
    .option('--recipe <name>', 'a recipe, or one of your own; may be repeated', several)
    .option(
      '--option <key=value>',
      'an option of the recipes that have it; may be repeated',
      keyValue,
    )
    .option(
      '--vary <key=value>',
      'one of several values of an option; repeated, each value is measured',
      valuesByKey,
    )
    .option('--k <list>', 'cut-offs, such as 1,5,10', cutOffs, [1, 5, 10])
    .option(
      '--sizes <list>',
      'catalog sizes, such as 10,100,all: each query is asked of its right tools and others drawn by seed',
      catalogSizes,
      ['all' as const],
    )
    .option('--seeds <list>', 'seeds that catalogs are drawn by', seedList, [1])
    .option('--sample <n>', 'measure a sample of n queries, drawn with --seed', wholeNumber(1))
    .option('--seed <n>', 'the seed of the sample', wholeNumber(0), 1)
    .option(...EMBEDDERS_OPTION)
    .option(...OLLAMA_OPTION)
    .option('--measure <name>', 'the measure of the table', 'Recall')
    .option('--anew', 'measure everything again')
    .option('--no-keep', 'do not store the runs in the workspace')
    .option('--save <name>', 'keep it as an experiment under this name')
    .option('--note <text>', 'what the experiment is for')
    .option('--json', 'print one JSON object')
    .option('--csv <file>', 'where to write every measure of every run as CSV')
    .option(
      '--model <name>',
      'with --csv: whose price is told; default: the first of `pegboard prices`',
    )
    .action((flags: SweepFlags) => run((session) => sweep(session, flags), flags))
}

const seedList = (text: string): number[] => text.split(',').map(wholeNumber(0))

async function sweep(session: CommandSession, flags: SweepFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const measures = await session.request('evaluation.measures', {})
  if (!measures.some(({ name }) => name === flags.measure)) {
    const names = measures.map(({ name }) => name).join(', ')
    const message = `There is no measure “${flags.measure}”.`
    throw new Problem('bad-input', message, `Choose one of: ${names}.`)
  }
  const price = flags.csv === undefined ? undefined : await priceOf(session, flags.model)
  const { variants, nameOf } = await variantsOf(session, dir, flags)
  const swept: Swept = {
    ...{ goldenSet: flags.golden, varied: Object.keys(flags.vary ?? {}), nameOf },
    ...(await measureSweep(session, { dir, variants }, flags)),
  }
  if (flags.json) session.printJson(jsonOf(swept))
  else {
    for (const line of sweepLines(swept, { measure: flags.measure, measures })) session.print(line)
  }
  if (flags.csv !== undefined) {
    const file = resolve(session.terminal.cwd(), flags.csv)
    await saveFile(file, Buffer.from(csvText(sweepRows(swept, price))))
    if (!flags.json) session.print(`Every measure of every run: ${file}`)
  }
  requireAll(swept)
}

/** Every recipe with every choice of what varies; one that has none of these options once. */
async function variantsOf(
  session: CommandSession,
  dir: string,
  { recipe, option = {}, vary = {}, embedder }: SweepFlags,
): Promise<{ variants: Variant[]; nameOf: Swept['nameOf'] }> {
  const variants: Variant[] = []
  let nameOf: Swept['nameOf'] = (used) => used.recipe
  for (const choice of choicesOf(vary)) {
    const options = { ...option, ...choice }
    const found = await chosenRecipes(session, { dir, names: recipe, options })
    nameOf = earliest(nameOf, found.nameOf)
    for (const { recipe: id, options: own } of found.chosen) {
      const isKnown = variants.some((one) => one.recipe === id && sameOptions(one.options, own, {}))
      if (isKnown) continue
      for (const name of embedder ?? [undefined]) {
        variants.push({ recipe: id, options: own, embedder: name })
      }
    }
  }
  return { variants, nameOf }
}

/** The name that either has for it, where it is not only its id. */
const earliest =
  (one: Swept['nameOf'], other: Swept['nameOf']): Swept['nameOf'] =>
  (used) => {
    const name = one(used)
    return name === used.recipe ? other(used) : name
  }

/** All ways to choose one value for each key; one that chooses nothing where there are none. */
const choicesOf = (vary: Record<string, string[]>): Record<string, string>[] =>
  Object.entries(vary).reduce<Record<string, string>[]>(
    (before, [key, values]) =>
      before.flatMap((choice) => values.map((value) => ({ ...choice, [key]: value }))),
    [{}],
  )

const jsonOf = ({ goldenSet, runs, reused, failed, shared, nameOf }: Swept) => ({
  golden: goldenSet,
  queries: runs[0]?.queries ?? 0,
  ...(runs[0] && { tools: runs[0].catalog.tools }),
  ...(runs[0]?.sample && { sample: runs[0].sample }),
  runs: runs.map((run) => ({
    ...{ id: run.id, name: nameOf(run), recipe: run.recipe, options: run.options, k: run.k },
    ...(run.catalogSize && { catalogSize: run.catalogSize }),
    ...(run.embedder && { embedder: run.embedder }),
    ...{ measures: run.measures, curve: run.curve, latencyMs: run.latencyMs },
    ...{ degraded: run.degraded, tokenizer: run.tokenizer },
    ...(run.remarks && { remarks: run.remarks }),
    provenance: run.provenance,
  })),
  ...(reused.length > 0 && { reused }),
  ...(shared && { shared }),
  ...(failed.length > 0 && { failed: failedAsJson(failed) }),
})

/** @throws Problem where something could not be measured. */
function requireAll({ runs, failed, nameOf }: Swept): void {
  if (failed.length === 0) return
  const why = failureLines(
    { runs, failed },
    {
      of: 'runs',
      nameOf: (cell) =>
        `${nameOf(cell)}${cell.catalogSize ? `, ${cell.catalogSize.tools} tools` : ''}`,
    },
  )
  throw new Problem(
    'unavailable',
    why.join('\n'),
    'The same command measures only what is missing.',
  )
}
