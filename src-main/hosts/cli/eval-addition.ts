import type { Run } from '../../domain/run/run'
import type { ActionAnswer } from '../../features/actions'
import type { Given } from './command'
import type { Shape } from './parameters'
import type { CommandSession } from './session'

type RecipeInfo = ActionAnswer<'recipes.list'>[number]

/** What a feature adds to `pegboard eval`, and says of a recipe and k that are chosen. */
export interface EvalAddition<Input extends Shape = Shape> {
  flags: Input
  /** What is measured beside the recipes that are named. */
  beside?(
    session: CommandSession,
    measured: { dir: string; k: number[]; given: Given<Input> },
  ): Promise<Beside | undefined>
  /** What it says of runs at the k that is told of first: by name for `--json`, and in lines. */
  ofRuns?(session: CommandSession, about: MeasuredRuns<Given<Input>>): Promise<RunsRemark>
  /** The same of a run and k that are chosen, for `advise` and `work-with`. */
  ofChosen?(session: CommandSession, chosen: ChosenRun): Promise<RunsRemark>
}

/** What is measured as well, with the options that say which tools may be given. */
interface Beside {
  isAdded(recipe: RecipeInfo): boolean
  /** All k to measure at. */
  k: number[]
}

interface MeasuredRuns<GivenFlags> {
  dir: string
  runs: readonly Run[]
  /** The same, with what their recipes are called in the workspace. */
  named: readonly Run[]
  k: number | undefined
  given: GivenFlags
}

export interface ChosenRun {
  dir: string
  /** By its id. */
  run: string
  /** None where its recipe decides how many tools there are. */
  k: number | undefined
}

export interface RunsRemark {
  json: Readonly<Record<string, unknown>>
  lines: string[]
}
