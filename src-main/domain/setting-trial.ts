import { z } from 'zod'
import { Estimate } from './run'
import { JsonObject, type JsonValue } from './tool'

/** Other options than those in use, measured. */
export const TriedSettings = z.object({
  /** What is otherwise, in words: `Documents joined to one text`. */
  label: z.string(),
  /** With those that are as they were; what is left out stands at its default. */
  options: JsonObject,
  recall: z.number(),
})
export type TriedSettings = z.infer<typeof TriedSettings>

/** What trying settings on golden or logged queries says. */
export const SettingTrial = z.object({
  /** Absent where logged queries were asked. */
  goldenSet: z.string().optional(),
  recipe: z.string(),
  k: z.number().int(),
  /** Asked, of those that there are. */
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
