import { z } from 'zod'
import type { ActionAnswer } from '../../../features/actions'
import { saveFile } from '../../../compose'
import { columnsCsv, type Columns } from '../../../contract/columns/column'
import {
  MEASURED_COLUMNS,
  measuredRows,
  type MeasuredRow,
} from '../../../contract/columns/measures'
import type { FailedCell } from '../../../contract/evaluation'
import { Dir } from '../../../contract/workspace'
import { estimateText, infoOf } from '../../../domain/measure/measure-text'
import { nameAt } from '../../../domain/measure/name'
import type { Variant } from '../../../domain/experiment/plan'
import type { Price } from '../../../domain/measure/price'
import { embedderTitle } from '../../../domain/model/names'
import { Problem } from '../../../domain/problem'
import { sameOptions } from '../../../domain/recipe/option'
import { eligibleIn, toolsText } from '../../../domain/run/catalog-size'
import { sharedText } from '../../../domain/run/remarks'
import type { Run } from '../../../domain/run/run'
import { command } from '../command'
import { text } from '../flags'
import { queriesMeasured, WHY } from '../plan-choice'
import { priceOf } from '../price-choice'
import { plainText, tableText } from '../print-table'
import { chosenRecipes } from '../recipe-choice'
import type { CommandSession } from '../session'
import { fileText, SWEEP_FLAGS, sweepOptions, type SweepOptions } from '../sweep-options'
import { measureSweep, type SweepRuns } from '../sweep-runs'
import { failedAsJson, failureLines } from '../unsaved-runs'

const FLAGS = {
  dir: Dir,
  ...SWEEP_FLAGS,
  why: WHY,
  writeOptions: text(
    'file',
    'where to write these options, to measure by --from; measures nothing',
  ),
  anew: z.boolean().optional().describe('measure everything again'),
  keep: z.boolean().default(true).describe('do not store the runs in the workspace'),
  csv: text('file', 'where to write every measure of every run as CSV'),
  model: text(
    'name',
    'with --csv: the model whose price to show; default: the first of `pegboard prices`',
  ),
}

export const sweep = command({
  summary:
    'measure recipes × options × catalog sizes × k × seeds; what is measured already is reused',
  input: FLAGS,
  asksModels: true,
  async run(session, { dir, writeOptions, why, anew, keep, csv, model, ...flags }) {
    const options = await sweepOptions(session, flags)
    const planned = await plan(session, dir, options)
    if (writeOptions !== undefined) {
      await saveFile(session.path(writeOptions), Buffer.from(fileText(options)))
      return { options, written: writeOptions }
    }
    const price = csv === undefined ? undefined : await priceOf(session, model)
    const runs = { ...options, why, anew, keep }
    return measureAll(session, { dir, planned, price, runs })
  },
  json: (answer) => ('written' in answer ? answer.options : asJson(answer.swept)),
  print: (answer) =>
    'written' in answer
      ? `Written. Measure it with: pegboard sweep --from "${plainText(answer.written)}"`
      : sweepLines(answer.swept, answer),
  async after(answer, { csv }, session) {
    if (csv === undefined || 'written' in answer) return []
    const { swept, price } = answer
    const file = session.path(csv)
    await saveFile(file, Buffer.from(sweepCsv(swept, price)))
    return `Every measure of every run: ${file}`
  },
  failure: (answer) => ('written' in answer ? undefined : notAllMeasured(answer.swept)),
})

interface Measured extends Pick<Planned, 'measures'> {
  /** The measure of the table. */
  measure: string
  swept: Swept
  /** Where it is written as CSV. */
  price: Price | undefined
}

interface Planned {
  measures: ActionAnswer<'evaluation.measures'>
  variants: Variant[]
  nameOf: Swept['nameOf']
}

/** @throws Problem `bad-input` for a measure, a recipe, an option or a draw that is not there. */
async function plan(session: CommandSession, dir: string, options: SweepOptions): Promise<Planned> {
  const { measure } = options
  const measures = await session.request('evaluation.measures', {})
  if (!measures.some(({ name }) => name === measure)) {
    const names = measures.map(({ name }) => name).join(', ')
    const message = `There is no measure “${measure}”.`
    throw new Problem('bad-input', message, `Choose one of: ${names}.`)
  }
  queriesMeasured(options)
  return { measures, ...(await variantsOf(session, dir, options)) }
}

async function measureAll(
  session: CommandSession,
  {
    dir,
    planned: { measures, variants, nameOf },
    price,
    runs,
  }: { dir: string; planned: Planned; price: Price | undefined; runs: SweepRuns & SweepOptions },
): Promise<Measured> {
  const { golden, vary = {}, measure } = runs
  const result = await measureSweep(session, { dir, variants }, runs)
  const swept = { ...result, goldenSet: golden, varied: Object.keys(vary), nameOf }
  return { swept, measures, measure, price }
}

/** Every recipe with every choice of what varies; one that has none of these options once. */
async function variantsOf(
  session: CommandSession,
  dir: string,
  { recipe, option = {}, vary = {}, embedder }: SweepOptions,
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

const asJson = ({ goldenSet, runs, reused, failed, shared, nameOf }: Swept) => ({
  golden: goldenSet,
  queries: runs[0]?.queries ?? 0,
  ...(runs[0] && { tools: runs[0].catalog.tools }),
  ...(runs[0]?.sample && { sample: runs[0].sample }),
  ...(runs[0]?.split && { split: runs[0].split }),
  runs: runs.map((run) => ({
    id: run.id,
    name: nameOf(run),
    recipe: run.recipe,
    options: run.options,
    k: run.k,
    ...(run.catalogSize && { catalogSize: run.catalogSize }),
    ...(run.embedder && { embedder: run.embedder }),
    measures: run.measures,
    curve: run.curve,
    latencyMs: run.latencyMs,
    degraded: run.degraded,
    tokenizer: run.tokenizer,
    ...(run.remarks && { remarks: run.remarks }),
    provenance: run.provenance,
  })),
  ...(reused.length > 0 && { reused }),
  ...(shared && { shared }),
  ...(failed.length > 0 && { failed: failedAsJson(failed) }),
})

/** The problem where something could not be measured. */
function notAllMeasured({ runs, failed, nameOf }: Swept): Problem | undefined {
  if (failed.length === 0) return undefined
  const why = failureLines(
    { runs, failed },
    {
      of: 'runs',
      nameOf: (cell) =>
        `${nameOf(cell)}${cell.catalogSize ? `, ${cell.catalogSize.tools} tools` : ''}`,
    },
  )
  return new Problem(
    'unavailable',
    why.join('\n'),
    'Run the same command again: it measures only what is missing.',
  )
}

/** What a sweep measured, and what it could not. */
interface Swept {
  goldenSet: string
  runs: Run[]
  /** Ids of those that were measured before. */
  reused: string[]
  failed: FailedCell[]
  shared?: ActionAnswer<'evaluation.run'>['shared']
  /** Options of which several values were measured. */
  varied: string[]
  nameOf(used: Pick<Run, 'recipe' | 'options'>): string
}

/** One measure, and what the tools cost, by recipe and size in rows and k in columns. */
function sweepLines(
  swept: Swept,
  { measure, measures }: Pick<Measured, 'measure' | 'measures'>,
): string[] {
  const { runs, reused, goldenSet } = swept
  const [first] = runs
  if (!first) return ['Nothing could be measured.']
  const remarks = remarkLines(swept)
  const kept = reused.length > 0 ? ` ${reused.length} of ${runs.length} were measured before.` : ''
  return [
    `${plainText(goldenSet)}: ${first.queries} queries, ${toolsText(first.catalog.tools)} in all.${kept}`,
    ...sharedText(swept.shared?.taken).map((line) => `${line}.`),
    `${measure}, means with 95 % bootstrap intervals:`,
    gridText(swept, measure, (estimate) => estimateText(infoOf(measure, measures), estimate)),
    `\nPrompt tokens of the tools given, means, by ${first.tokenizer}:`,
    gridText(swept, 'PromptTokens', ({ mean }) => mean.toFixed(0)),
    ...remarks.map((line, at) => (at === 0 ? `\n${line}` : line)),
  ]
}

function gridText(
  { runs, varied, nameOf }: Swept,
  measure: string,
  written: (estimate: Run['measures'][string]) => string,
): string {
  const cutoffs: (number | undefined)[] = [...new Set(runs.flatMap(({ k }) => k))]
  if (runs.some(({ k }) => k.length === 0)) cutoffs.push(undefined)
  const embedders = new Set(runs.flatMap(({ embedder }) => embedder ?? []))
  const seeds = new Set(runs.flatMap(({ catalogSize }) => catalogSize?.seed ?? []))
  const header = [
    'recipe',
    ...varied,
    ...(embedders.size > 1 ? ['embedder'] : []),
    'tools',
    ...(seeds.size > 1 ? ['seed'] : []),
    ...cutoffs.map((k) => nameAt(measure, k)),
  ]
  const rows = runs.map((run) => [
    plainText(nameOf(run)),
    ...varied.map((key) => optionText(run, key)),
    ...(embedders.size > 1 ? [embedderTitle(run.embedder ?? '')] : []),
    String(eligibleIn(run)),
    ...(seeds.size > 1 ? [String(run.catalogSize?.seed ?? '')] : []),
    ...cutoffs.map((k) => {
      const estimate = run.measures[nameAt(measure, k)]
      return estimate ? written(estimate) : ''
    }),
  ])
  return tableText(header, rows)
}

function optionText({ options }: Run, key: string): string {
  const value = options[key]
  return value === undefined
    ? ''
    : plainText(typeof value === 'string' ? value : JSON.stringify(value))
}

/** What is to be known of the figures, each remark once with what it is about. */
function remarkLines({ runs, nameOf }: Swept): string[] {
  const said = runs.flatMap((run) =>
    (run.remarks ?? []).map((remark) => {
      const size = run.catalogSize ? `, ${toolsText(run.catalogSize.tools)}` : ''
      return { remark: plainText(remark), of: `${plainText(nameOf(run))}${size}` }
    }),
  )
  const byRemark = Map.groupBy(said, ({ remark }) => remark)
  return [...byRemark].map(
    ([remark, about]) => `${[...new Set(about.map(({ of }) => of))].join('; ')}: ${remark}`,
  )
}

/** A row for every measure of every run, and for what tokens cost where a price is known. */
export function sweepCsv({ runs, varied, nameOf }: Swept, price?: Price): string {
  const { queries, mean, low, high, tokenizer } = MEASURED_COLUMNS
  const columns: Columns<MeasuredRow> = {
    run: { title: 'Run', value: ({ run }) => run.id },
    recipe: { title: 'Recipe', value: ({ label }) => label },
    ...Object.fromEntries(
      varied.map((key) => [
        `option ${key}`,
        { title: key, isName: true, value: ({ run }: MeasuredRow) => optionText(run, key) },
      ]),
    ),
    embedder: { title: 'Embedder', value: ({ run }) => run.embedder },
    tools: { title: 'Tools', value: ({ run }) => eligibleIn(run) },
    ofTools: { title: 'Of tools', value: ({ run }) => run.catalog.tools },
    seed: { title: 'Seed', value: ({ run }) => run.catalogSize?.seed },
    queries,
    measure: { title: 'Measure', value: ({ measure }) => plainText(measure) },
    k: { title: 'k', isName: true, value: ({ k }) => k },
    mean,
    low,
    high,
    tokenizer,
  }
  const rows = runs.flatMap((run) => measuredRows({ run, label: nameOf(run) }, { price }))
  return columnsCsv(columns, rows)
}
