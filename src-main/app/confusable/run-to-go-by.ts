import { Problem } from '../../domain/problem'
import { sameOptions } from '../../domain/recipe/option'
import type { Run } from '../../domain/run/run'
import type { WorksWith } from '../../domain/recipe/choice'
import { recipeOf } from '../../pipeline/recipes/registry'
import { storedRuns } from '../evaluation/store'
import type { AppContext } from '../context'
import { parseOptions } from '../recipes/recipe-options'
import type { Session } from '../workspaces/session'
import { chosenRecipe, type AskedOf } from '../recipes/works-with'

interface Asked extends Pick<AskedOf, 'recipe' | 'options'> {
  dir: string
  by: 'auto' | 'run' | 'similarity'
  run?: string | undefined
}

/** A run, and why it is not of what was meant. */
export interface RunToGoBy {
  id: string
  remarks: readonly string[]
}

/**
 * The run to go by: the one named, or the newest of the recipe; undefined where that is similarity.
 * @throws Problem `not-found` where a recipe is named that no run is kept of, and where a run is wanted and none is kept.
 */
export async function runToGoBy(
  context: Pick<AppContext, 'sessions' | 'settings'>,
  session: Session,
  { dir, by, run, recipe, options }: Asked,
): Promise<RunToGoBy | undefined> {
  if (by === 'similarity') return undefined
  if (run !== undefined) return { id: run, remarks: [] }
  const runs = await storedRuns(session)
  const isNamed = recipe !== undefined || options !== undefined
  const [newest] = runs
  if (!newest && !isNamed) return withoutRuns(by)
  const { of, lacking } = runsOf(runs, await chosenRecipe(context, dir, { recipe, options }))
  const [found] = of
  if (found) return { id: found.id, remarks: [] }
  if (newest && !isNamed) return { id: newest.id, remarks: [lacking.byWorkspace] }
  throw new Problem('not-found', lacking.named, EVALUATE_FIRST)
}

const EVALUATE_FIRST = 'Evaluate it on a golden set first, or go by similarity.'

/** @throws Problem `not-found` where similarity is not what is wanted. */
function withoutRuns(by: Asked['by']): undefined {
  if (by === 'auto') return undefined
  throw new Problem(
    'not-found',
    'No run is kept in this workspace.',
    'Evaluate a recipe on a golden set first, or go by similarity.',
  )
}

/** The runs of a recipe with options, and what is said where there is none. */
function runsOf(runs: readonly Run[], { recipe: id, options }: WorksWith) {
  const recipe = recipeOf(id)
  const wanted = parseOptions(recipe, options)
  const defaults = parseOptions(recipe, {})
  const ofRecipe = runs.filter((run) => run.recipe === id)
  const [these, those] =
    ofRecipe.length > 0 ? [' with these options', ' as this workspace works with it'] : ['', '']
  const meant = `No run of “${recipe.title}”`
  return {
    of: ofRecipe.filter((run) => sameOptions(run.options, wanted, defaults)),
    lacking: {
      named: `${meant}${these} is kept.`,
      byWorkspace: `${meant}${those || ', which this workspace works with,'} is kept.`,
    },
  }
}
