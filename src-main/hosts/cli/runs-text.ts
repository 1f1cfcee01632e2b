import type { ActionAnswer } from '../../features/actions'
import { smallTitle, type Columns } from '../../contract/columns/column'
import { MEASURE_TEXTS } from '../../contract/columns/measures'
import { RUN_COLUMNS } from '../../contract/columns/runs'
import { DEPENDENCY_ERROR_NAMES, DEPENDENCY_ERRORS } from '../../domain/graph/dependency-errors'
import { differenceCautions, linesOnce, meanCautions } from '../../domain/measure/caution'
import { estimateText, infoOf, valueText } from '../../domain/measure/measure-text'
import { mostText } from '../../domain/run/compared-size'
import type { Comparison } from '../../domain/run/comparison'
import { embedderTitle } from '../../domain/model/names'
import { outdatedText } from '../../domain/run/outdated-words'
import { shortId } from '../../domain/run/run-names'
import type { OutdatedRuns } from '../../domain/run/outdated'
import type { Run } from '../../domain/run/run'
import { columnsText, tableText } from './print-table'

type Measures = ActionAnswer<'evaluation.measures'>

/**
 * What was measured, one column per run, and below it which intervals say less than they seem to.
 */
export function runsText(runs: readonly Run[], measures: Measures): string {
  const rows = namesOf(runs.map((run) => Object.keys(run.measures))).map((name) => [
    name,
    ...runs.map((run) => {
      const estimate = run.measures[name]
      return estimate ? estimateText(infoOf(name, measures), estimate) : ''
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
      ...(runs.some((run) => run.embedder)
        ? [[smallTitle(RUN_COLUMNS.embedder), ...runs.map(embedderText)]]
        : []),
      ['latency p50 / p95, ms', ...latency],
      [smallTitle(RUN_COLUMNS.degraded), ...degraded],
      ...(runs.some((run) => run.shortened)
        ? [[smallTitle(RUN_COLUMNS.shortened), ...shortened]]
        : []),
      ...(asked.some(Boolean) ? [['model calls (cached)', ...asked]] : []),
      ...errorRows(runs),
    ],
  )
  return [
    table,
    ...linesOnce(runs.map((run) => ({ of: run.recipe, lines: meanCautions(run) }))),
  ].join('\n')
}

/** Nothing for a recipe that compares no embeddings. */
const embedderText = ({ embedder }: Run): string => (embedder ? embedderTitle(embedder) : '')

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

/** How runs differ from the baseline, three columns per run. `runs` holds all that are named. */
export function differencesText(
  all: readonly Comparison[],
  runs: readonly Run[],
  measures: Measures,
): string {
  const comparisons = all.filter(({ refused }) => !refused)
  const recipeOf = (id: string) => runs.find((run) => run.id === id)?.recipe ?? id
  const baseline = recipeOf(comparisons[0]?.baseline ?? '')
  const { difference: by, clear, counts } = MEASURE_TEXTS
  const told = [by, clear, counts]
  const rows = namesOf(comparisons.map((each) => Object.keys(each.measures))).map((name) => [
    name,
    ...comparisons.flatMap(({ measures: differences }) => {
      const difference = differences[name]
      return told.map(({ value }) => value({ info: infoOf(name, measures), difference }) ?? '')
    }),
  ])
  const heads = comparisons.flatMap(({ run }) => [
    recipeOf(run),
    ...told.slice(1).map((column) => smallTitle(column)),
  ])
  return [
    `Difference to ${baseline}, query by query; clear or not by the randomisation test, and with its 95 % intervals${comparisons.length > 1 ? `, both corrected for ${comparisons.length} runs (Holm): other levels are named` : ''}:`,
    ...(rows.length > 0 ? [tableText(['measure', ...heads], rows)] : []),
    ...linesOnce(
      comparisons.map((each) => ({ of: recipeOf(each.run), lines: differenceCautions(each) })),
    ),
    ...comparisons.flatMap((comparison) => remarksOn(comparison, recipeOf)),
  ].join('\n')
}

function remarksOn(comparison: Comparison, recipeOf: (run: string) => string): string[] {
  const { baseline, run, onlyBaseline, onlyRun } = comparison
  const alone = [
    ...(onlyBaseline.length > 0 ? [`${recipeOf(baseline)} has ${onlyBaseline.join(', ')}`] : []),
    ...(onlyRun.length > 0 ? [`${recipeOf(run)} has ${onlyRun.join(', ')}`] : []),
  ]
  return [
    ...mostText(comparison).map(
      (text) => `${recipeOf(run)}: ${text}, as one search gives no more.`,
    ),
    ...(alone.length > 0 ? [`Without a counterpart: ${alone.join('; ')}.`] : []),
  ]
}

/** The workspace's runs, one line each, with the numbers by which they can be named. */
export function runListText(
  runs: readonly Run[],
  { measures, outdated }: { measures: Measures; outdated: OutdatedRuns },
): string {
  const measured = (run: Run): string => {
    const [name = '', estimate] = Object.entries(run.measures)[0] ?? []
    const said = estimate && `${name} ${valueText(infoOf(name, measures), estimate.mean)}`
    return [said ?? [], run.degraded > 0 ? `${run.degraded} degraded` : []].flat().join(', ')
  }
  const { startedAt, goldenSet, part, queries, recipe, embedder } = RUN_COLUMNS
  const columns: Columns<Run> = {
    number: { title: '', value: (run) => runs.indexOf(run) + 1 },
    id: { title: 'Run', value: ({ id }) => shortId(id) },
    startedAt: {
      title: `${startedAt.title} (UTC)`,
      value: (run) => startedAt.value(run).slice(0, 16).replace('T', ' '),
    },
    goldenSet,
    part,
    queries,
    recipe,
    embedder: { title: embedder.title, value: embedderText },
    measured: { title: 'Measured', value: measured },
    outdated: { title: 'Outdated', value: ({ id }) => outdatedText(outdated[id] ?? []) },
  }
  return columnsText(columns, runs)
}

const namesOf = (lists: readonly string[][]): string[] => [...new Set(lists.flat())]
