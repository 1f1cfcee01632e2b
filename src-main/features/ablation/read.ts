import { z } from 'zod'
import type { Call } from '../../app/app'
import type { AppContext } from '../../app/context'
import { runsAt } from '../../app/evaluation/at-cutoff'
import { compareRuns } from '../../app/evaluation/compare'
import type { MeasuredRuns } from '../../app/evaluation/measured-runs'
import { storedRuns } from '../../app/evaluation/store'
import { parseOptions } from '../../app/recipes/recipe-options'
import { Dir } from '../../contract/workspace'
import { nameAt } from '../../domain/measure/name'
import { Problem } from '../../domain/problem'
import { sameOptions } from '../../domain/recipe/option'
import { isHeld } from '../../domain/run/operating-point'
import type { Run } from '../../domain/run/run'
import type { AblationAnswer } from './shared/answers'
import { ablationFindings } from './shared/findings'
import type { Ablation } from './shared/parts'
import { asksModel, wholeOf, wholeRunId, type Whole } from './whole'

export const At = z
  .number()
  .int()
  .min(1)
  .optional()
  .meta({ title: 'k', description: 'the k to compare at; left out: the middle one measured' })

export const AblationReadInput = z.object({
  dir: Dir,
  run: z.string().describe('a run whose recipe is taken apart, by its id'),
  at: At,
})

type Context = AppContext & { measured: MeasuredRuns }

/**
 * A run beside the newest runs that measured its recipe without a part, on the same queries of the
 * same catalog.
 * @throws Problem `not-found` where the recipe is no longer there.
 */
export async function readAblation(
  context: Context,
  { dir, run: id, at }: z.output<typeof AblationReadInput>,
  call: Call,
): Promise<AblationAnswer> {
  const { run } = await context.measured.of(dir, wholeRunId(id))
  const whole = wholeOf(context.recipes, run)
  const stored = await storedRuns(await context.sessions.of(dir))
  const defaults = parseOptions(whole.recipe, {})
  const runs = whole.parts.map(({ options }) =>
    stored.find((each) => isBeside(each, run) && sameOptions(each.options, options, defaults)),
  )
  return compared(context, { dir, at, whole, run, runs }, call)
}

/** A whole recipe, and what measured it without its parts. */
interface Measured {
  dir: string
  at: number | undefined
  whole: Whole
  run: Run
  /** `runs[i]` belongs to part `i`; undefined where it is not measured. */
  runs: readonly (Run | undefined)[]
}

/**
 * What each part gives, by the paired differences of all of them, tested together.
 * @throws Problem `bad-input` where the whole recipe holds no sets of this k.
 */
export async function compared(
  context: Context,
  { dir, at, whole, run, runs }: Measured,
  call: Call,
): Promise<AblationAnswer> {
  const k = cutoffOf(run, at)
  const measure = k === undefined ? 'Recall' : nameAt('Recall', k)
  const measured = whole.parts.flatMap((part, place) => {
    const found = runs[place]
    return found ? [{ part, run: found }] : []
  })
  const comparisons =
    measured.length === 0
      ? []
      : await compareRuns(
          context,
          {
            dir,
            baseline: run.id,
            runs: measured.map((each) => each.run.id),
            k,
            tellRefusals: false,
          },
          call,
        )
  const results = measured.flatMap(
    ({ part: { label }, run: { id, latencyMs, modelUse } }, place) => {
      const difference = comparisons[place]?.measures[measure]
      return difference ? [{ id, label, difference, run: { latencyMs, modelUse } }] : []
    },
  )
  const queries = comparisons[0]?.queries ?? run.queries
  const [atK = run] =
    k === undefined ? [run] : await runsAt(context, { dir, runs: [run.id], k }, call)
  const left = whole.parts.filter((_, place) => !runs[place])
  const nothing = nothingToTell({ parts: whole.parts, left, results, measure })
  return {
    whole: atK,
    measure,
    queries,
    results,
    findings: ablationFindings(results, { name: measure, queries, whole: atK }),
    left: await whatIsLeft(context, dir, { whole, left }),
    ...(nothing !== undefined && { nothing }),
  }
}

/** Undefined where the recipe decides how many tools there are. */
function cutoffOf(run: Run, at: number | undefined): number | undefined {
  if (run.k.length === 0) return undefined
  const k = at ?? run.k[Math.floor((run.k.length - 1) / 2)]
  if (k !== undefined && isHeld(run, k)) return k
  throw new Problem(
    'bad-input',
    `The run holds no ${nameAt('Recall', k)}.`,
    `Choose a k up to ${run.k.at(-1) ?? 0}.`,
  )
}

function nothingToTell({
  parts,
  left,
  results,
  measure,
}: {
  parts: readonly Ablation[]
  left: readonly Ablation[]
  results: readonly unknown[]
  measure: string
}): string | undefined {
  if (parts.length === 0) return 'This recipe has no part that its options can leave out.'
  if (left.length > 0 || results.length > 0) return undefined
  return `Each part is measured, but no run has ${measure} in common with the whole.`
}

async function whatIsLeft(
  { sessions }: Context,
  dir: string,
  { whole, left }: { whole: Whole; left: readonly Ablation[] },
): Promise<AblationAnswer['left']> {
  const session = await sessions.of(dir)
  return session.withCatalog(async (catalog) => {
    const kit = catalog.kit('')
    return left.map(({ label, options, embedsAnew }) => ({
      label,
      embedsAnew,
      asksModel: asksModel(whole.recipe, options, kit),
    }))
  })
}

/**
 * Whether two runs measured the same queries of the same catalog in the same way, but for the
 * options.
 */
export const isBeside = (run: Run, other: Run): boolean =>
  measuredOn(run) === measuredOn(other) &&
  other.catalog.content !== undefined &&
  usedBy(run).every((value, at) => isAlike(value, usedBy(other)[at]))

/** What a run asked, as far as it asked it: without a part a recipe may embed nothing. */
const usedBy = ({ embedder, provenance }: Run): (string | undefined)[] => [
  embedder,
  provenance?.embedder,
  provenance?.model,
  provenance?.fields,
]

const isAlike = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other

const measuredOn = (run: Run): string =>
  JSON.stringify([
    run.recipe,
    run.goldenSet,
    run.queries,
    run.sample,
    run.split?.by,
    run.split?.seed,
    run.k,
    run.catalogSize,
    run.catalog.content,
    run.catalog.tools,
    run.provenance?.goldenHash,
    run.provenance?.version,
    run.provenance?.history?.hash,
  ])
