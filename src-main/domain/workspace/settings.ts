import { z } from 'zod'
import { EmbeddingTemplates } from '../model/model'
import { BUILTIN } from '../model/names'
import { OllamaUrl } from '../model/ollama-address'
import { TriedModel } from '../model/tried-model'
import { JsonObject } from '../tool/tool'

const optionalName = z
  .string()
  .max(300)
  .transform((name) => name.trim() || undefined)

const fields = {
  theme: z.enum(['system', 'light', 'dark']),
  /** `builtin`, `sentences`, or `ollama:<model>`. */
  embedder: z.string().min(1),
  /** Whether a new workspace that Instant answers moves to Sentences. */
  movesToSentences: z.boolean(),
  /**
   * The language model that stages ask: `ollama:<model>`. Absent, or empty in a change: none, and
   * stages do without.
   */
  chatModel: optionalName,
  /** The chat model that ranks and grades. Absent, or empty in a change: `chatModel` does. */
  reranker: optionalName,
  /** Where Ollama is asked, whatever OLLAMA_HOST says. */
  ollamaUrl: OllamaUrl,
  /**
   * What a chat model loses on words that it just wrote, 1: nothing. At temperature 0 small models
   * repeat themselves without an end where it is 1, which is what Ollama does if nobody says so.
   */
  repeatPenalty: z.number().min(1).max(2),
  /**
   * Tool definitions a model provider accepts in one request; a line on charts and the slider's
   * end.
   */
  maximumK: z.number().int().min(1).max(10_000),
  /** The workspace to open first: a folder. */
  lastWorkspace: z.string(),
  /** The part of the window that was on show last; it opens there. */
  section: z.string().min(1).max(40),
  /** Whether the person has asked something of their own, and needs no introduction any more. */
  welcomed: z.boolean(),
  /** Whether requests of served agents are kept. */
  keepsRequests: z.boolean(),
  /** Whether the arguments of their calls are kept too. */
  keepsArguments: z.boolean(),
  /**
   * What agents took becomes logged queries by themselves: what they called, what they fetched too,
   * or nothing until somebody looked.
   */
  takesRequests: z.enum(['reviewed', 'called', 'fetched']),
}

export const Settings = z.object({
  theme: fields.theme.default('system'),
  embedder: fields.embedder.default(BUILTIN),
  movesToSentences: fields.movesToSentences.default(true),
  chatModel: fields.chatModel.optional(),
  reranker: fields.reranker.optional(),
  /**
   * By the model as Ollama names it in short, in small letters: only those that differ from what it
   * comes with.
   */
  embeddingTemplates: z.record(z.string(), EmbeddingTemplates).optional(),
  /** What trying models found, by the same names. */
  triedModels: z.record(z.string(), TriedModel).optional(),
  ollamaUrl: fields.ollamaUrl.optional(),
  repeatPenalty: fields.repeatPenalty.default(1.1),
  maximumK: fields.maximumK.default(128),
  lastWorkspace: fields.lastWorkspace.optional(),
  section: fields.section.optional(),
  welcomed: fields.welcomed.default(false),
  keepsRequests: fields.keepsRequests.default(true),
  keepsArguments: fields.keepsArguments.default(false),
  takesRequests: fields.takesRequests.default('reviewed'),
  /**
   * What models cost, as written by the person: see `Price`. What is none stays, so that it can be
   * told and written anew.
   */
  prices: z.array(JsonObject).optional(),
})
export type Settings = z.infer<typeof Settings>

/**
 * The settings to change. Made of the bare fields: a setting that is not named must not come with
 * its default.
 */
export const SettingsChange = z.object(fields).partial()
export type SettingsChange = z.infer<typeof SettingsChange>
