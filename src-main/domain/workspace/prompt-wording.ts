import { z } from 'zod'
import { LONGEST_WORDING } from './longest-wording'

/** What a workspace says instead of a prompt's standard wording. */
export const PromptWording = z.object({
  /** The prompt's id. */
  prompt: z.string().min(1).max(100),
  wording: z.string().min(1).max(LONGEST_WORDING),
  /** The prompt's version when it was worded so: a later one may ask for something else. */
  version: z.number().int(),
})
export type PromptWording = z.infer<typeof PromptWording>
