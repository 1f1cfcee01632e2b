import { z } from 'zod'

export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** `builtin`, or `ollama:<model>`. */
  embedder: z.string().min(1).default('builtin'),
  ollamaUrl: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:11434'),
  recipe: z.string().min(1).default('hybrid'),
  k: z.number().int().min(1).max(1000).default(5),
  /** Tool definitions a model provider accepts in one request; a line on charts and the slider's end. */
  maximumK: z.number().int().min(1).max(10_000).default(128),
  /** The workspace to open first: a folder. */
  lastWorkspace: z.string().optional(),
})
export type Settings = z.infer<typeof Settings>
