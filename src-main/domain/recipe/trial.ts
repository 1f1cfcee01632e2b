import { z } from 'zod'
import { Estimate } from '../run/run'
import { JsonObject, type JsonValue } from '../tool/tool'

/** Other options than those in use, or another recipe, measured. */
export const TriedSettings = z.object({
  /** What is otherwise, in words: `Documents joined to one text`; of another recipe its title. */
  label: z.string(),
  /** The other recipe, by its id; absent where only options are others. */
  recipe: z.string().optional(),
  /** With those that are as they were; what is left out stands at its default. */
  options: JsonObject,
  recall: z.number(),
})
export type TriedSettings = z.infer<typeof TriedSettings>

/** What other settings do to Recall, query by query. */
const Gain = z.object({
  /** From 0 to 1, with a 95 % bootstrap interval. */
  gain: Estimate,
  /**
   * Queries of which all right tools are found then and were not before, and the other way round.
   */
  fixed: z.number().int(),
  broken: z.number().int(),
})

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
  better: Gain.extend({
    /**
     * Its place among those tried. The gain is what is to be expected of it on other queries: by
     * five folds, less what being told makes of it.
     */
    tried: z.number().int(),
  }).optional(),
  /**
   * Where nothing is clearly better: the best of those tried, and what it adds on the very queries
   * that it is the best on.
   */
  most: z.object({ tried: z.number().int(), gain: Estimate }).optional(),
  /**
   * What the embedder does that was asked about, better or not, in place of the one in use; absent
   * where none was.
   */
  embedder: Gain.extend({ name: z.string(), before: z.string() }).optional(),
})
export type SettingTrial = z.infer<typeof SettingTrial>

/** Values of an option that are worth trying, with what each is called. */
export interface ValuesToTry {
  values: readonly { value: JsonValue; label: string }[]
  /** They are amounts, of which the best is learned rather than chosen. */
  areLearned?: boolean
  /** They say whether it is learned from logged queries: without any there is nothing to try. */
  ofLogged?: boolean
}
