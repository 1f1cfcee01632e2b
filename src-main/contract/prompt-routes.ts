import { z } from 'zod'
import { LONGEST_WORDING } from '../domain/longest-wording'
import { PromptWording } from '../domain/prompt-wording'
import { Dir } from './workspace-routes'

/** A prompt as people read and reword it. */
export const PromptInfo = z.object({
  id: z.string(),
  title: z.string(),
  /** When it is asked, and what becomes of the answer. */
  purpose: z.string(),
  version: z.number().int(),
  /** As runs name it in this workspace: `vary-step@1`, or with a mark of its own wording behind it. */
  name: z.string(),
  /** What the workspace’s own wording is instead of. */
  standard: z.string(),
  /** What is asked in this workspace. */
  wording: z.string(),
  isOwn: z.boolean(),
  /** Of a wording of its own that was written for an earlier version of the prompt. */
  isOutdated: z.boolean(),
})
export type PromptInfo = z.infer<typeof PromptInfo>

const id = PromptWording.shape.prompt

export const promptRoutes = {
  /** Every prompt that a recipe asks a language model, as this workspace words it. */
  'prompts.list': { input: z.object({ dir: Dir }), output: z.array(PromptInfo) },
  /** Words a prompt otherwise, in this workspace. */
  'prompts.write': {
    input: z.object({
      dir: Dir,
      id,
      wording: z.string().trim().min(1).max(LONGEST_WORDING),
      /** The wording as it was read: refuses where it is another by now. Left out: replaces whatever is there. */
      base: z.string().optional(),
    }),
    output: PromptInfo,
  },
  /** Gives a prompt its standard wording back, or all prompts where none is named. */
  'prompts.reset': {
    input: z.object({ dir: Dir, id: id.optional() }),
    output: z.array(PromptInfo),
  },
}
