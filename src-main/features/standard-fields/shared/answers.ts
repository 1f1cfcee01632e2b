import { z } from 'zod'
import type { StandardField } from '../../../domain/recipe/field-weights'
import type { CorrectedFields, StandardisedFields, ToolId } from '../../../domain/tool/tool'

/**
 * How far a tool is standardised: its fields came with the data, a model wrote them of the tool as
 * it is, the last answer could not be used, the tool changed since a model wrote them, or nobody
 * did.
 */
export const FieldState = z.enum(['data', 'written', 'refused', 'stale', 'none'])

export type FieldState = z.infer<typeof FieldState>

/** Who wrote a field that is in force. */
export type FieldOrigin = 'author' | 'data' | 'model' | 'definition'

export interface FieldRow {
  id: ToolId
  name: string
  state: FieldState
  /** Why the last answer could not be used. */
  why?: string
  isCorrected: boolean
}

export interface Asked {
  model: string
  at: string
}

/** One tool’s four fields beside what its definition says. */
export interface FieldsOfTool {
  state: FieldState
  /** The tool’s own: what is corrected is corrected for it. */
  version: string
  /** What the definition and the author’s retrieval texts say. */
  original: StandardisedFields
  inForce: StandardisedFields
  origins: Record<StandardField, FieldOrigin>
  /** What is in force where nothing is corrected. */
  uncorrected: StandardisedFields
  corrected?: CorrectedFields
  /** Whether the tool changed since its author corrected it. */
  isCorrectionOld: boolean
  /** What a model wrote, also where it is stale and not in force. */
  written?: Asked & {
    fields: StandardisedFields
  }
  refused?: Asked & {
    why: string
  }
}

export interface FieldsListAnswer {
  tools: number
  counts: Record<FieldState, number>
  /**
   * Of those refused, the tools that the model now chosen was not asked about: it is, by
   * `fields.standardise`.
   */
  refusedToOthers: number
  /** Tools with a field that their author corrected. */
  corrected: number
  total: number
  rows: FieldRow[]
}

export interface FieldsStandardiseAnswer {
  /** Tools that were asked about. */
  asked: number
  written: number
  /** The first of those of which the answer could not be used. */
  refused: {
    id: ToolId
    why: string
  }[]
  refusals: number
  /** Not asked about: their fields came with the data. */
  withData: number
  /**
   * Not asked about: standardised already, by this program or another meanwhile, or refused before.
   */
  passedOver: number
  /** Of those chosen, tools that are no longer in the catalog. */
  gone: number
  /** Why tools could not be asked about, each once. */
  failed: string[]
  /** Tools that were to be asked about and were not. */
  left: number
}
