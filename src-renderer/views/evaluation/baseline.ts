import { partOfId } from '../../../src-main/domain/query/tier'
import { areOnSameRevision } from '../../../src-main/domain/run/comparable-runs'
import { byNewest } from '../../../src-main/domain/run/newest'
import type { Run } from '../../../src-main/domain/run/run'
import { recipeKeyOf } from '../../runs/recipe-slots'
import { choiceOf } from '../../../src-main/domain/run/largest-of-each'

/** What the others are held against: a recipe with its options, and what a person said of it. */
export interface StoredBaseline {
  recipe: string
  /**
   * The same with k, embedder and split: of several runs of the recipe on show, one of that choice
   * is taken.
   */
  choice: string
  /** The very run that a person chose, and the number of the newest run of the recipe by then. */
  said?: { run: string; newest: number }
}

/** What is kept of a baseline that nobody chose: the first on show, once there are others. */
export const firstBaseline = (run: Run): StoredBaseline => ({
  recipe: recipeKeyOf(run),
  choice: choiceOf(run),
})

/** What is kept of the run that a person chose, among all runs that there are. */
export function chosenBaseline(run: Run, all: readonly Run[]): StoredBaseline {
  const recipe = recipeKeyOf(run)
  const numbers = all.filter((one) => recipeKeyOf(one) === recipe).map((one) => one.number ?? 0)
  const newest = Math.max(0, ...numbers)
  return { ...firstBaseline(run), said: { run: run.id, newest } }
}

/**
 * The baseline among the runs on show: the newest of the recipe that is kept, measured on what the
 * newest run on show was measured on, so that a recipe that is measured again stays the baseline. A
 * run of another catalog or golden set is it only where a person chose that very run, and its
 * recipe was not measured again since. Where the recipe is not on show, the first that was measured
 * on the same as the newest.
 */
export function baselineAmong(
  shown: readonly Run[],
  kept: StoredBaseline | undefined,
): Run | undefined {
  const [newest] = shown.toSorted(byNewest)
  if (!newest) return undefined
  const current = shown.filter((run) => areOnSameRevision(run, newest))
  const ofRecipe = kept ? current.filter((run) => recipeKeyOf(run) === kept.recipe) : []
  const ofChoice = ofRecipe.filter((run) => choiceOf(run) === kept?.choice)
  const [own] = (ofChoice.length > 0 ? ofChoice : ofRecipe).toSorted(byNewest)
  const said = shown.find(({ id }) => partOfId(id).run === kept?.said?.run)
  const isMeasuredSince = (own?.number ?? 0) > (kept?.said?.newest ?? 0)
  return (isMeasuredSince ? own : said) ?? own ?? current[0]
}

/** A baseline as it was kept; nothing where none was, or it is damaged. */
export function readBaseline(text: string): StoredBaseline | undefined {
  try {
    const kept = JSON.parse(text || 'null') as Partial<StoredBaseline> | null
    const isWhole = typeof kept?.recipe === 'string' && typeof kept.choice === 'string'
    return isWhole ? (kept as StoredBaseline) : undefined
  } catch {
    return undefined
  }
}
