import { z } from 'zod'
import { AnswerForm } from '../agent/answer-form'
import { Outdated } from '../run/outdated'
import { JsonObject } from '../tool/tool'
import { isPlainObject } from '../value/by-name'
import { isNotMissed } from './left'

/** What options were called in Pegboard 0.1, and what they are called now. */
const RENAMED = new Map([['mayMiss', 'falseRefusalRate']])

/**
 * Options of a recipe, by the names they have now, without those that left and had no effect: what
 * was kept earlier, or stands in a script, is read so.
 */
export const RecipeOptions = JsonObject.overwrite((options) =>
  isPlainObject(options)
    ? (Object.fromEntries(Object.entries(options).filter(isThere).map(renamed)) as JsonObject)
    : options,
)

const isThere = ([name, value]: [string, unknown]): boolean => !isNotMissed(name, value)

const renamed = ([name, value]: [string, unknown]): [string, unknown] => [
  RENAMED.get(name) ?? name,
  name === 'size' && value === 'own' ? 'adaptive' : value,
]

/** What a choice of recipe and k was made by. */
export const RestsOn = z.object({
  /** By its id: it may be gone. */
  run: z.string(),
  /** What was another by then than it was measured on; absent where nothing was. */
  outdated: z.array(Outdated).min(1).optional(),
})
export type RestsOn = z.infer<typeof RestsOn>

/** A recipe with options, and how many tools it is asked for. */
export const WorksWith = z.object({
  /** Id of the recipe. */
  recipe: z.string().min(1).max(200),
  /** Kept here, not by the name of a recipe of one's own: deleting that changes nothing. */
  options: RecipeOptions,
  k: z.number().int().min(1).max(1000),
  /**
   * How what is found is written for agents. Absent: the standard form; what a later Pegboard says
   * of it costs no choice.
   */
  form: AnswerForm.optional().catch(undefined),
  /**
   * The golden set that it is judged on. Absent: the development set that fits best, see
   * `judgedOn`.
   */
  judgedOn: z.string().min(1).optional(),
  /**
   * Absent where nothing was measured of it, and where an earlier Pegboard chose. What a later one
   * says of it costs no choice.
   */
  restsOn: RestsOn.optional().catch(undefined),
})
export type WorksWith = z.infer<typeof WorksWith>

/** A recipe with options of one's own, kept in a workspace under a name. */
export const OwnRecipe = z.object({
  name: z.string().trim().min(1).max(80),
  /** Id of the recipe that it is made of. */
  recipe: z.string().max(200),
  /** All of them as they were when it was saved: defaults that change later do not change it. */
  options: RecipeOptions,
  savedAt: z.string(),
})
export type OwnRecipe = z.infer<typeof OwnRecipe>
