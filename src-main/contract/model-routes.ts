import { z } from 'zod'
import { EmbeddingTemplates, ModelInfo, ModelName, ModelRole } from '../domain/model'
import { OllamaAddress } from '../domain/ollama-address'
import { SettingsInUse } from '../domain/settings'
import { WorkspaceInfo } from '../domain/workspace'
import { ProblemReport } from './reply'
import { Dir } from './workspace-routes'

/** One thing that was tried with a model. */
export const ModelTestRow = z.object({
  what: z.string(),
  outcome: z.enum(['good', 'poor', 'not tried']),
  /** What was found, in a word or a figure. */
  found: z.string(),
  /** What it means for work with the model. */
  meaning: z.string(),
})
export type ModelTestRow = z.infer<typeof ModelTestRow>

export const modelRoutes = {
  /** The models there are: the built-in embedders, then those of Ollama, or why there are none of it. */
  'models.list': {
    input: z.object({}),
    output: z.object({
      ollama: OllamaAddress,
      /** Of Ollama, where it answered. */
      version: z.string().optional(),
      models: z.array(ModelInfo),
      problem: ProblemReport.optional(),
    }),
  },
  /**
   * Chooses the model for something: of a workspace where `dir` names one, else of the settings. Null is back to the settings',
   * or of the settings to what they come with. Refuses a model that is not there, or cannot do it.
   */
  'models.choose': {
    input: z.object({
      dir: Dir.optional(),
      role: ModelRole,
      model: ModelName.nullable(),
    }),
    output: z.object({ settings: SettingsInUse, workspace: WorkspaceInfo.optional() }),
  },
  /** Loads a model from Ollama's registry; sends progress in bytes. A pull that was stopped goes on where it was. */
  'models.pull': {
    input: z.object({ model: ModelName }),
    output: z.object({ model: z.string() }),
  },
  /** Deletes a model for good, for all programs that use the server. `confirm` repeats the name. */
  'models.delete': {
    input: z.object({ model: ModelName, confirm: z.string() }),
    output: z.object({ deleted: z.string() }),
  },
  /** Tries a model with a few requests of its kind; sends progress. */
  'models.test': {
    input: z.object({ model: ModelName }),
    output: z.object({ model: z.string(), rows: z.array(ModelTestRow) }),
  },
  /** Sets how a model that embeds is given its texts; null is what it comes with. What is embedded is embedded anew. */
  'models.setTemplates': {
    input: z.object({ model: ModelName, templates: EmbeddingTemplates.nullable() }),
    output: SettingsInUse,
  },
}
