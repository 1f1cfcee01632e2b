import { z } from 'zod'
import { comparedSize } from '../../domain/run/compared-size'
import type { Comparison } from '../../domain/run/comparison'
import { drawnCatalogText } from '../../domain/run/catalog-size'
import { otherThanBaseline } from '../../domain/run/between-runs'
import { gateResult, gateText, parseGate, type Gate } from '../../domain/measure/gate'
import { partsOfName } from '../../domain/measure/name'
import { Problem } from '../../domain/problem'
import type { Run } from '../../domain/run/run'
import type { Given } from './command'
import { reads } from './flags'
import { plainText } from './print-table'

/** Something that was asked of a run, and whether it is so. */
export interface Checked {
  /** What the recipe of the run is called. */
  recipe: string
  asked: string
  isPassed: boolean
  found: string
}

export interface GateChoice {
  gates: readonly Gate[]
  /** By how much Recall may be below the baseline's; left out: it is not looked at. */
  tolerance?: number | undefined
}

/** What a command line says of checks. */
export const GATE_FLAGS = {
  gate: z
    .array(reads(parseGate, 'check'))
    .optional()
    .describe(
      'fail with exit code 1 unless each run reaches it, such as "Recall@5>=0.85"; may be repeated',
    ),
  tolerance: z.number().min(0).optional().meta({
    title: 'amount',
    description:
      'fail with exit code 1 where Recall is further below the baseline’s than this, such as 0.01',
  }),
  junit: z
    .string()
    .optional()
    .meta({ title: 'file', description: 'where to write the checks as JUnit XML' }),
}

interface Checks extends Given<typeof GATE_FLAGS> {
  recipe?: readonly string[] | undefined
  baseline?: string | undefined
}

interface Measured {
  /** Called as their recipes are. */
  runs: readonly Run[]
  baseline?: Pick<Run, 'id'> | undefined
  comparisons: readonly Comparison[]
  /** The k at which none may fall behind, of those compared: what else is compared is only told. */
  cutoffs: readonly number[]
}

/** What gates ask of each run, and that none falls behind the baseline. */
export const checkedRuns = (
  { runs, baseline, comparisons, cutoffs }: Measured,
  { gates, tolerance }: GateChoice,
): Checked[] =>
  runs.flatMap((run) => [
    ...gates.map((gate) => ofGate(run, gate)),
    ...(tolerance === undefined || run.id === baseline?.id
      ? []
      : ofBaseline(run, {
          tolerance,
          cutoffs,
          comparison: comparisons.find(({ run: id }) => id === run.id),
        })),
  ])

function ofGate(run: Run, gate: Gate): Checked {
  const { value, isPassed } = gateResult(run, gate)
  return {
    recipe: run.recipe,
    asked: gateText(gate),
    isPassed,
    found:
      value === undefined
        ? `not measured; this run has ${measuredInstead(run, gate)}`
        : figure(value),
  }
}

/** The same measure at other k, or where it is no measure, all there are. */
function measuredInstead({ measures }: Run, gate: Gate): string {
  const { measure } = partsOfName(gate.measure)
  const names = Object.keys(measures)
  const same = names.filter((name) => partsOfName(name).measure === measure)
  return (same.length > 0 ? same : names).join(', ')
}

/** Recall at each of these k that both runs have, by the means of the same queries. */
function ofBaseline(
  { recipe }: Run,
  {
    comparison,
    tolerance,
    cutoffs,
  }: {
    comparison: Comparison | undefined
    tolerance: number
    cutoffs: readonly number[]
  },
): Checked[] {
  const asked = (name: string) => {
    const { k } = partsOfName(name)
    const size = comparison && comparedSize(comparison, typeof k === 'number' ? k : undefined)
    const each = size === undefined || size === k ? '' : ` (with ${size} of each)`
    return `${name} not more than ${tolerance} below the baseline${each}`
  }
  const recalls = Object.entries(comparison?.measures ?? {}).filter(([name]) => {
    const { measure, k } = partsOfName(name)
    return measure === 'Recall' && (typeof k !== 'number' || cutoffs.includes(k))
  })
  if (recalls.length === 0) {
    return [
      {
        recipe,
        asked: asked('Recall'),
        isPassed: false,
        found: comparison?.refused?.message ?? 'the two cannot be compared',
      },
    ]
  }
  return recalls.map(
    ([
      name,
      {
        mean,
        ci95: [low, high],
        broken = 0,
        fixed = 0,
      },
    ]) => ({
      recipe,
      asked: asked(name),
      isPassed: mean >= -tolerance - ROUNDING,
      found: `${signed(mean)} [${signed(low)}, ${signed(high)}], ${fixed} fixed, ${broken} broken`,
    }),
  )
}

/** What a mean of differences may be off by: one of exactly the tolerance is within it. */
const ROUNDING = 1e-12

const figure = (value: number): string => value.toFixed(4)
const signed = (value: number): string => `${value < 0 ? '-' : '+'}${figure(Math.abs(value))}`

/** Runs that were measured on something else than their baseline, and on what. */
export const othersThan = (
  baseline: Run | undefined,
  runs: readonly Run[],
): { run: string; recipe: string; other: string[] }[] =>
  runs.flatMap((run) => {
    const other = baseline && run.id !== baseline.id ? otherThanBaseline(run, baseline) : []
    return other.length > 0 ? [{ run: run.id, recipe: run.recipe, other }] : []
  })

export const otherLine = ({ recipe, other }: ReturnType<typeof othersThan>[number]): string =>
  `Measured on something else than the baseline: ${plainText(recipe)} on ${plainText(other.join(' · '))}.`

export const checkedLine = ({ recipe, asked, isPassed, found }: Checked): string =>
  `${isPassed ? 'passed' : 'FAILED'}  ${plainText(recipe)}: ${asked} · ${found}`

/**
 * The checks as a JUnit report, which build servers show: a suite for each recipe, a test for each
 * thing asked.
 */
export function junitText(checked: readonly Checked[], goldenSet: string): string {
  const suites = [...Map.groupBy(checked, ({ recipe }) => recipe)].map(
    ([recipe, of]) =>
      `  <testsuite name="${escaped(`${goldenSet}: ${recipe}`)}" ${countsOf(of)}>\n${of.map(testCase).join('')}  </testsuite>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${countsOf(checked)}>\n${suites.join('')}</testsuites>\n`
}

const countsOf = (checked: readonly Checked[]): string =>
  `tests="${checked.length}" failures="${checked.filter(({ isPassed }) => !isPassed).length}"`

function testCase({ recipe, asked, isPassed, found }: Checked): string {
  const head = `    <testcase classname="${escaped(recipe)}" name="${escaped(asked)}"`
  return isPassed ? `${head}/>\n` : `${head}>\n${failure(found)}    </testcase>\n`
}

const failure = (found: string): string =>
  `      <failure message="${escaped(found)}">${escaped(found)}</failure>\n`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/**
 * As XML has it: what stands for itself nowhere, and the control characters that XML 1.0 has not at
 * all.
 */
const escaped = (text: string): string =>
  plainText(text).replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] as string)

/**
 * Refuses, before anything is measured, checks of which there is nothing to be made.
 * @throws Problem `bad-input`.
 */
export function requireSomethingToCheck({ baseline, recipe, ...given }: Checks): void {
  const { tolerance } = given
  if (tolerance !== undefined && baseline === undefined && (recipe?.length ?? 0) < 2) {
    throw new Problem(
      'bad-input',
      '--tolerance needs something to compare with.',
      'Name an earlier run or a second recipe with --baseline.',
    )
  }
  requireChecks(given)
}

/** Refuses to write checks of which there are none. @throws Problem `bad-input`. */
export function requireChecks({ gate, tolerance, junit }: Given<typeof GATE_FLAGS>): void {
  if (junit === undefined || gate !== undefined || tolerance !== undefined) return
  const fix = 'Say what to check: --gate or --tolerance.'
  throw new Problem('bad-input', '--junit writes checks, and there are none.', fix)
}

type Sized = Pick<Run, 'catalog' | 'catalogSize'>

/**
 * Refuses to ask of a run that it keeps up with one on another size of catalog.
 * @throws Problem `bad-input`.
 */
export function requireSameSize(
  baseline: Sized & Pick<Run, 'recipe'>,
  measured: Partial<Sized>,
): void {
  const before = baseline.catalogSize
  const after = measured.catalogSize
  if (before?.tools === after?.tools && before?.seed === after?.seed) return
  const sizeOf = ({ catalog, catalogSize }: Partial<Sized>): string =>
    (catalog && drawnCatalogText({ catalog, catalogSize })) ?? 'the whole catalog'
  throw new Problem(
    'bad-input',
    `The baseline “${plainText(baseline.recipe)}” chose from ${sizeOf(baseline)}, the other run from ${sizeOf(measured)}: fewer tools are easier.`,
    'Name a baseline on the same size of catalog: pegboard runs --workspace DIR lists them.',
  )
}

/** What is wrong where a check failed: the exit code says so. */
export function failedChecks(checked: readonly Checked[]): Problem | undefined {
  const failures = checked.filter(({ isPassed }) => !isPassed).length
  if (failures === 0) return undefined
  return new Problem('conflict', `${failures} of ${checked.length} checks failed.`)
}
