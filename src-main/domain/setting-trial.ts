import { z } from 'zod'
import { Estimate } from './run'
import { JsonObject, type JsonValue } from './tool'

/** Queries that a trial asks at most, spread over the golden set. */
export const MOST_TRIED = 200
/** With fewer queries a trial says nothing. */
export const FEWEST_TRIED = 30
/** With fewer queries, amounts that are learned mislead (`fusion/README.md`): only what is on or off is tried. */
export const FEWEST_LEARNED = 100

/** Other options than those in use, measured on golden queries. */
export const TriedSettings = z.object({
  /** What is otherwise, in words: `Documents joined to one text`. */
  label: z.string(),
  /** With those that are as they were; what is left out stands at its default. */
  options: JsonObject,
  recall: z.number(),
})
export type TriedSettings = z.infer<typeof TriedSettings>

/** What trying settings on golden queries says. */
export const SettingTrial = z.object({
  goldenSet: z.string(),
  recipe: z.string(),
  k: z.number().int(),
  /** Asked, of those that the set holds. */
  queries: z.number().int(),
  of: z.number().int(),
  /** Recall of the options as they are. */
  recall: z.number(),
  tried: z.array(TriedSettings),
  /** Why some were not tried, in sentences. */
  remarks: z.array(z.string()),
  /** What does clearly better; absent where nothing does. */
  better: z
    .object({
      /** Its place among those tried. */
      tried: z.number().int(),
      /**
       * What choosing like this adds to Recall, from 0 to 1, on queries that it was not chosen by: by five folds, with a 95 %
       * bootstrap interval.
       */
      gain: Estimate,
      /** Queries of which all right tools are found then and were not before, and the other way round. */
      fixed: z.number().int(),
      broken: z.number().int(),
    })
    .optional(),
})
export type SettingTrial = z.infer<typeof SettingTrial>

/** Values of an option that are worth trying, with what each is called. */
export interface ValuesToTry {
  values: readonly { value: JsonValue; label: string }[]
  /** They are amounts, of which the best is learned rather than chosen. */
  areLearned?: boolean
}

const points = (share: number): string => (100 * share).toFixed(1)

/** What a trial says, in a sentence or two. */
export function trialText({ recipe, k, queries, recall, tried, better }: SettingTrial): string {
  const asked = `your ${queries} queries`
  if (tried.length === 0) return `No other settings of ${recipe} can be tried on ${asked}.`
  const found = better && tried[better.tried]
  if (!better || !found) {
    return `None of ${tried.length} other settings of ${recipe} is clearly better on ${asked} (Recall@${k} ${points(recall)} %).`
  }
  const { gain, fixed, broken } = better
  const [low, high] = gain.ci95
  return (
    `${recipe}, ${found.label.charAt(0).toLowerCase()}${found.label.slice(1)}: ${points(gain.mean)} points more Recall@${k} on ${asked} ` +
    `[${points(low)}, ${points(high)}], ${fixed} fixed, ${broken} broken. ` +
    'Chosen and measured on different queries, by five folds.'
  )
}
