import { z } from 'zod'
import { StandardField } from '../domain/field-weights'
import { CorrectedFields, StandardisedFields, ToolId } from '../domain/tool'
import { Dir } from './workspace-routes'

/**
 * How far a tool is standardised: its fields came with the data, a model wrote them of the tool as it is, the last answer could not
 * be used, the tool changed since a model wrote them, or nobody did.
 */
export const FieldState = z.enum(['data', 'written', 'refused', 'stale', 'none'])
export type FieldState = z.infer<typeof FieldState>

/** Who wrote a field that is in force. */
export const FieldOrigin = z.enum(['author', 'data', 'model', 'definition'])
export type FieldOrigin = z.infer<typeof FieldOrigin>

const FieldRow = z.object({
  id: ToolId,
  name: z.string(),
  state: FieldState,
  /** Why the last answer could not be used. */
  why: z.string().optional(),
  isCorrected: z.boolean(),
})
export type FieldRow = z.infer<typeof FieldRow>

const Asked = z.object({ model: z.string(), at: z.string() })

/** One tool’s four fields beside what its definition says. */
export const FieldsOfTool = z.object({
  state: FieldState,
  /** The tool’s own: what is corrected is corrected for it. */
  version: z.string(),
  /** What the definition and the author’s retrieval texts say. */
  original: StandardisedFields,
  inForce: StandardisedFields,
  origins: z.record(StandardField, FieldOrigin),
  /** What is in force where nothing is corrected. */
  uncorrected: StandardisedFields,
  corrected: CorrectedFields.optional(),
  /** Whether the tool changed since its author corrected it. */
  isCorrectionOld: z.boolean(),
  /** What a model wrote, also where it is stale and not in force. */
  written: Asked.extend({ fields: StandardisedFields }).optional(),
  refused: Asked.extend({ why: z.string() }).optional(),
})
export type FieldsOfTool = z.infer<typeof FieldsOfTool>

/** The four fields of tools, by which the recipe `mftr` compares them. */
export const fieldRoutes = {
  /** How far the catalog is standardised, and a page of the tools that are in some states. */
  'fields.list': {
    input: z.object({
      dir: Dir,
      /** Only these tools; left out: all. */
      ids: z.array(ToolId).min(1).optional(),
      /** Left out: all. */
      states: z.array(FieldState).min(1).optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(100),
    }),
    output: z.object({
      tools: z.number().int(),
      counts: z.record(FieldState, z.number().int()),
      /** Of those refused, the tools that the model now chosen was not asked about: it is, by `fields.standardise`. */
      refusedToOthers: z.number().int(),
      /** Tools with a field that their author corrected. */
      corrected: z.number().int(),
      total: z.number().int(),
      rows: z.array(FieldRow),
    }),
  },
  'fields.tool': { input: z.object({ dir: Dir, id: ToolId }), output: FieldsOfTool },
  /**
   * Asks the chat model for the fields of tools, of those that have none, those that changed since and those that
   * another model could not answer: all, or some of them. What was
   * answered is kept as it goes, so that a stop, a failure or a kill loses nothing, and doing it again goes on from there.
   */
  'fields.standardise': {
    input: z.object({
      dir: Dir,
      ids: z.array(ToolId).min(1).optional(),
      /** Also those that are standardised as they are, and those of which the last answer could not be used. */
      again: z.boolean().default(false),
    }),
    output: z.object({
      /** Tools that were asked about. */
      asked: z.number().int(),
      written: z.number().int(),
      /** The first of those of which the answer could not be used. */
      refused: z.array(z.object({ id: ToolId, why: z.string() })),
      refusals: z.number().int(),
      /** Not asked about: their fields came with the data. */
      withData: z.number().int(),
      /** Not asked about: standardised already, by this program or another meanwhile, or refused before. */
      passedOver: z.number().int(),
      /** Of those chosen, tools that are in the catalog no more. */
      gone: z.number().int(),
      /** Why tools could not be asked about, each once. */
      failed: z.array(z.string()),
      /** Tools that were to be asked about and were not. */
      left: z.number().int(),
    }),
  },
  /** Removes what models wrote of tools, of all or of some. What authors corrected and what came with the data stays. */
  'fields.forget': {
    input: z.object({ dir: Dir, ids: z.array(ToolId).min(1).optional() }),
    output: z.object({ forgotten: z.number().int() }),
  },
}
