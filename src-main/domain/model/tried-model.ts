import { z } from 'zod'
import { SENSE_TRIALS } from './sense-trials'

/** How many questions of a trial got the right answer. */
const RightOf = z.object({ right: z.number().int().min(0), of: z.number().int().min(1) })
export type RightOf = z.infer<typeof RightOf>

/** What trying a model found. */
export const TriedModel = z.object({
  /** Of the model that was tried: one of another digest is not tried. */
  digest: z.string().min(1),
  /** As in `LanguageModel.fingerprint`. */
  fingerprint: z.string().min(1),
  /** The prompts that were asked, by their names: what was found with others tells nothing. */
  questions: z.string(),
  triedAt: z.string(),
  /** A trial that could not be made is left out. */
  found: z.partialRecord(z.enum(SENSE_TRIALS), RightOf),
})
export type TriedModel = z.infer<typeof TriedModel>
export type SenseFound = TriedModel['found']
