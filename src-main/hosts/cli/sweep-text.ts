import { embedderTitle } from '../../domain/model/names'
import type { FailedCell } from '../../contract/evaluation'
import type { ActionAnswer } from '../../app/actions'
import { eligibleIn, toolsText } from '../../domain/run/catalog-size'
import { nameAt, partsOfName, type Cutoff } from '../../domain/measure/name'
import { measuredCosts } from '../../domain/measure/measured-costs'
import type { Price } from '../../domain/measure/price'
import type { Run } from '../../domain/run/run'
import { sharedText } from '../../domain/run/remarks'
import { tokenizerCell } from '../../domain/measure/tokens-estimated'
import { plainText, tableText } from './print-table'

/** What a sweep measured, and what it could not. */
export interface Swept {
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

type Measures = ActionAnswer<'evaluation.measures'>

/** One measure, and what the tools cost, by recipe and size in rows and k in columns. */
export function sweepLines(
  swept: Swept,
  { measure, measures }: { measure: string; measures: Measures },
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
    gridText(swept, measure, cellText(measure, measures)),
    `\nPrompt tokens of the tools given, means, by ${first.tokenizer}:`,
    gridText(swept, 'PromptTokens', ({ mean }) => mean.toFixed(0)),
    ...remarks.map((line, at) => (at === 0 ? `\n${line}` : line)),
  ]
}

type Estimate = Run['measures'][string]

function cellText(measure: string, measures: Measures): (estimate: Estimate) => string {
  const decimals = measures.find(({ name }) => name === measure)?.format.decimals ?? 3
  return ({ mean, ci95: [low, high] }) =>
    `${mean.toFixed(decimals)} [${low.toFixed(decimals)}, ${high.toFixed(decimals)}]`
}

function gridText(
  { runs, varied, nameOf }: Swept,
  measure: string,
  written: (estimate: Estimate) => string,
): string {
  const cutoffs: (number | undefined)[] = [...new Set(runs.flatMap(({ k }) => k))]
  if (runs.some(({ k }) => k.length === 0)) cutoffs.push(undefined)
  const embedders = new Set(runs.flatMap(({ embedder }) => embedder ?? []))
  const seeds = new Set(runs.flatMap(({ catalogSize }) => catalogSize?.seed ?? []))
  const header = [
    ...['recipe', ...varied, ...(embedders.size > 1 ? ['embedder'] : []), 'tools'],
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
export function sweepRows({ runs, varied, nameOf }: Swept, price?: Price): string[][] {
  const header = [
    ...['run', 'recipe', ...varied, 'embedder', 'tools', 'of tools', 'seed', 'queries'],
    ...['measure', 'k', 'mean', '95 % low', '95 % high', 'tokenizer'],
  ]
  const rows = runs.flatMap((run) => {
    const { id, catalog, catalogSize, embedder = '', queries } = run
    const about = [
      ...[id, nameOf(run), ...varied.map((key) => optionText(run, key)), embedder],
      ...[String(eligibleIn(run)), String(catalog.tools)],
      ...[String(catalogSize?.seed ?? ''), String(queries)],
    ]
    const row = (name: string, k: Cutoff | undefined, { mean, ci95 }: Estimate) => [
      ...[...about, name, String(k ?? '')],
      ...[mean, ...ci95].map(String),
      tokenizerCell(run),
    ]
    const measured = Object.entries(run.measures).map(([name, estimate]) => {
      const { measure, k } = partsOfName(name)
      return row(measure, k, estimate)
    })
    const costs = price ? measuredCosts(run.measures, price) : []
    return [...measured, ...costs.map(({ measure, k, cost }) => row(plainText(measure), k, cost))]
  })
  return [header, ...rows]
}
