import { z } from 'zod'
import { MODEL_ROLES, templateFault, type ModelRole } from './names'
import { TriedModel } from './tried-model'

/** A model as settings and workspaces name it: `builtin`, `sentences`, or `ollama:<model>`. */
export const ModelName = z.string().trim().min(1).max(300)

/** The models of a workspace's own; for what is left out, those of the settings are used. */
export const ModelChoice = z.object({
  chat: ModelName.optional(),
  embedder: ModelName.optional(),
  reranker: ModelName.optional(),
})
export type ModelChoice = z.infer<typeof ModelChoice>

/** What to choose anew; null is back to the settings'. What is left out stays. */
export type ModelChoiceChange = Partial<Record<ModelRole, string | null | undefined>>

/** A choice as a change leaves it; undefined where nothing is chosen any more. */
export function chosenAfter(
  before: ModelChoice | undefined,
  change: ModelChoiceChange,
): ModelChoice | undefined {
  const roles = MODEL_ROLES.filter((role) => change[role] !== null)
    .map((role) => [role, change[role] ?? before?.[role]] as const)
    .filter(([, name]) => name !== undefined)
  return roles.length > 0 ? Object.fromEntries(roles) : undefined
}

const Template = z.string().superRefine((template, context) => {
  const fault = templateFault(template)
  if (fault !== undefined) context.addIssue(fault)
})

/** How a model that embeds wants its texts introduced: each a text with `{text}` in it. */
export const EmbeddingTemplates = z.object({ query: Template, document: Template })
export type EmbeddingTemplates = z.infer<typeof EmbeddingTemplates>

/**
 * A model that can be chosen, and what is known of it. Its texts come from the server: untrusted.
 */
export const ModelInfo = z.object({
  name: ModelName,
  title: z.string(),
  /** In the server's words, such as `completion`, `tools`, `embedding`, `thinking`. */
  capabilities: z.array(z.string()),
  /**
   * Whether it runs on another machine; then it is never asked: what is sent to it would leave this
   * one.
   */
  isRemote: z.boolean(),
  remark: z.string().optional(),
  /** On disk, in bytes. */
  size: z.number().optional(),
  /** Such as `137M`. */
  parameters: z.string().optional(),
  quantization: z.string().optional(),
  digest: z.string().optional(),
  modifiedAt: z.string().optional(),
  /** Tokens it takes in. */
  contextTokens: z.number().optional(),
  /** Length of its vectors, of a model that embeds. */
  dimensions: z.number().optional(),
  /**
   * Of a model that is in memory now: what it takes up there, in bytes, and the tokens it was
   * loaded for.
   */
  loaded: z
    .object({ size: z.number().optional(), contextTokens: z.number().optional() })
    .optional(),
  /** Of a model that embeds: those in use, and those it comes with. */
  templates: z.object({ used: EmbeddingTemplates, standard: EmbeddingTemplates }).optional(),
  /** What trying it found; absent where this digest of it was not tried. */
  tried: TriedModel.optional(),
})
export type ModelInfo = z.infer<typeof ModelInfo>
