import { embedderTitle } from '../model/names'
import { catalogSizeText } from './catalog-size'
import type { Run } from './run'
import { sampleText, splitName } from './sample-text'

type Named = Pick<
  Run,
  'embedder' | 'split' | 'sample' | 'queries' | 'tier' | 'catalog' | 'catalogSize'
>

/**
 * What runs are called beside one another: by their recipe, then by what tells them apart, their
 * embedders and splits, the size of a smaller catalog, and its seed where there are several. Runs
 * that differ in none of it are called the same. `[i]` belongs to `runs[i]`.
 */
export function namesTogether<Ran extends Named>(
  runs: readonly Ran[],
  recipeName: (run: Ran) => string,
): string[] {
  const areOnOneSplit = new Set(runs.map(sampleText)).size === 1
  const embedders = new Set(runs.flatMap(({ embedder }) => embedder ?? []))
  const seeds = new Set(runs.flatMap(({ catalogSize }) => catalogSize?.seed ?? []))
  return runs.map((run) => {
    const size = catalogSizeText(run)
    const seed = seeds.size > 1 && run.catalogSize ? `, seed ${run.catalogSize.seed}` : ''
    return [
      recipeName(run),
      ...(embedders.size > 1 && run.embedder ? [embedderTitle(run.embedder)] : []),
      ...(areOnOneSplit || !run.split ? [] : [splitName(run.split)]),
      ...(size ? [`${size}${seed}`] : []),
    ].join(' · ')
  })
}

/** Names of which those that occur more than once are made different. */
export const distinctNames = (
  names: readonly string[],
  apart: (name: string, at: number) => string,
): string[] =>
  names.map((name, at) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : apart(name, at),
  )

/** What a run of a recipe that decided by an option how many tools there are is called. */
export const withAdaptiveK = <Ran extends Pick<Run, 'recipe' | 'sameSize'>>(run: Ran): Ran =>
  run.sameSize ? { ...run, recipe: `${run.recipe}, adaptive k` } : run

/** Enough of a run's id to tell it from others. */
export const shortId = (id: string): string => id.slice(0, 8)
