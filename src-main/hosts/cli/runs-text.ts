import type { ActionAnswer } from '../../app/actions'
import { DEPENDENCY_ERROR_NAMES, DEPENDENCY_ERRORS } from '../../domain/graph/dependency-errors'
import { cautionLines, cautionOnDifference, cautionOnMean } from '../../domain/measure/caution'
import { partsOfName } from '../../domain/measure/name'
import type { Comparison } from '../../domain/run/comparison'
import type { Run } from '../../domain/run/run'
import { clarityWords } from '../../domain/run/verdict'
import { plainText, tableText } from './print-table'
import { shortId } from './run-choice'

type Measures = ActionAnswer<'evaluation.measures'>

/** What was measured, one column per run, and below it which intervals say less than they seem to. */
export function runsText(runs: readonly Run[], measures: Measures): string {
  const rows = namesOf(runs.map((run) => Object.keys(run.measures))).map((name) => [
    name,
    ...runs.map((run) => {
      const estimate = run.measures[name]
      return estimate ? withInterval(estimate, figures(name, measures)) : ''
    }),
  ])
  const latency = runs.map(({ latencyMs: { p50, p95 } }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`)
  const degraded = runs.map((run) => String(run.degraded))
  const shortened = runs.map((run) => String(run.shortened ?? 0))
  const asked = runs.map(({ modelUse: use }) => (use ? `${use.calls} (${use.cached})` : ''))
  const table = tableText(
    ['measure', ...runs.map(({ recipe }) => recipe)],
    [
      ...rows,
      ['latency p50 / p95, ms', ...latency],
      ['degraded queries', ...degraded],
      ...(runs.some((run) => run.shortened) ? [['queries cut short', ...shortened]] : []),
      ...(asked.some(Boolean) ? [['model calls (cached)', ...asked]] : []),
      ...errorRows(runs),
    ],
  )
  return [
    table,
    ...said(runs.map((run) => ({ of: run.recipe, lines: cautionsOnMeans(run) }))),
  ].join('\n')
}

/** Queries by what went wrong with dependencies, at each k of the runs that take any along. */
function errorRows(runs: readonly Run[]): string[][] {
  const cutoffs = [
    ...new Set(runs.flatMap(({ k, dependencyErrors }) => (dependencyErrors ? k : []))),
  ]
  return cutoffs.flatMap((k) =>
    DEPENDENCY_ERROR_NAMES.map((error) => [
      `${DEPENDENCY_ERRORS[error].title}, at ${k}`,
      ...runs.map(({ k: measured, dependencyErrors }) => {
        const at = measured.indexOf(k)
        return dependencyErrors && at >= 0 ? String(dependencyErrors[at]?.[error] ?? 0) : ''
      }),
    ]),
  )
}

const cautionsOnMeans = ({ measures, queries }: Run): string[] =>
  cautionLines(
    Object.entries(measures).map(([name, estimate]) => ({
      name,
      caution: cautionOnMean(estimate, queries),
    })),
  )

/** Remarks on several runs: those on all of them once, the others by run. */
function said(remarks: readonly { of: string; lines: string[] }[]): string[] {
  const byLine = Map.groupBy(
    remarks.flatMap(({ of, lines }) => lines.map((line) => ({ of, line }))),
    ({ line }) => line,
  )
  return [...byLine].map(([line, about]) =>
    about.length === remarks.length ? line : `${about.map(({ of }) => of).join(', ')}: ${line}`,
  )
}

/** How runs differ from the baseline, three columns per run. `runs` holds all that are named. */
export function differencesText(
  all: readonly Comparison[],
  runs: readonly Run[],
  measures: Measures,
): string {
  const comparisons = all.filter(({ refused }) => !refused)
  const recipeOf = (id: string) => runs.find((run) => run.id === id)?.recipe ?? id
  const baseline = recipeOf(comparisons[0]?.baseline ?? '')
  const rows = namesOf(comparisons.map((each) => Object.keys(each.measures))).map((name) => [
    name,
    ...comparisons.flatMap(({ measures: differences }) => {
      const difference = differences[name]
      if (!difference) return ['', '', '']
      return [
        withInterval(difference, signed(figures(name, measures))),
        clarityText(difference, name, measures),
        countsText(difference),
      ]
    }),
  ])
  const heads = comparisons.flatMap(({ run }) => [recipeOf(run), 'clear', 'wins / ties / losses'])
  return [
    `Difference to ${baseline}, query by query, with 95 % bootstrap intervals; clear or not by the randomisation test${comparisons.length > 1 ? `, corrected for ${comparisons.length} runs (Holm)` : ''}:`,
    ...(rows.length > 0 ? [tableText(['measure', ...heads], rows)] : []),
    ...said(
      comparisons.map((each) => ({ of: recipeOf(each.run), lines: cautionsOnDifferences(each) })),
    ),
    ...comparisons.flatMap((comparison) => remarksOn(comparison, recipeOf)),
  ].join('\n')
}

type Difference = Comparison['measures'][string]

const clarityText = (difference: Difference, name: string, measures: Measures): string => {
  const { measure } = partsOfName(name)
  return clarityWords(difference, measures.find((known) => known.name === measure)?.better)
}

const countsText = ({ wins, ties, losses, fixed, broken }: Difference): string => {
  const counts = `${wins} / ${ties} / ${losses}`
  return fixed === undefined ? counts : `${counts} (${fixed} fixed, ${broken} broken)`
}

const cautionsOnDifferences = ({ measures, queries }: Comparison): string[] =>
  cautionLines(
    Object.entries(measures).map(([name, difference]) => ({
      name,
      caution: cautionOnDifference(difference, queries),
    })),
  )

function remarksOn(
  { baseline, run, onlyBaseline, onlyRun }: Comparison,
  recipeOf: (run: string) => string,
): string[] {
  const alone = [
    ...(onlyBaseline.length > 0 ? [`${recipeOf(baseline)} has ${onlyBaseline.join(', ')}`] : []),
    ...(onlyRun.length > 0 ? [`${recipeOf(run)} has ${onlyRun.join(', ')}`] : []),
  ]
  return alone.length > 0 ? [`Without a counterpart: ${alone.join('; ')}.`] : []
}

/** The workspace's runs, one line each, with the numbers by which they can be named. */
export function runListText(runs: readonly Run[], measures: Measures): string {
  const rows = runs.map((run, at) => {
    const [name = '', estimate] = Object.entries(run.measures)[0] ?? []
    return [
      String(at + 1),
      shortId(run.id),
      run.startedAt.slice(0, 16).replace('T', ' '),
      plainText(run.goldenSet),
      partText(run),
      String(run.queries),
      run.recipe,
      [
        ...(estimate ? [`${name} ${figures(name, measures)(estimate.mean)}`] : []),
        ...(run.degraded > 0 ? [`${run.degraded} degraded`] : []),
      ].join(', '),
    ]
  })
  return tableText(
    ['', 'run', 'started (UTC)', 'golden set', 'part', 'queries', 'recipe', 'measured'],
    rows,
  )
}

/** Which part of the golden set a run measured: of a recipe that learns from history, no figure says anything without. */
const partText = ({ split, sample }: Run): string =>
  split ? `${split.by}, seed ${split.seed}` : sample ? `sample, seed ${sample.seed}` : 'all'

const namesOf = (lists: readonly string[][]): string[] => [...new Set(lists.flat())]

type Figure = (value: number) => string

function figures(name: string, measures: Measures): Figure {
  const { measure } = partsOfName(name)
  const decimals = measures.find((known) => known.name === measure)?.format.decimals ?? 3
  return (value) => value.toFixed(decimals)
}

/** Figures with their sign, but for what is rounded to 0. */
const signed =
  (figure: Figure): Figure =>
  (value) => {
    const text = figure(Math.abs(value))
    if (Number(text) === 0) return text
    return `${value > 0 ? '+' : '-'}${text}`
  }

const withInterval = (
  { mean, ci95: [low, high] }: { mean: number; ci95: [number, number] },
  figure: Figure,
): string => `${figure(mean)} [${figure(low)}, ${figure(high)}]`
