import { z } from 'zod'
import { ImportedFields, type CatalogTool } from '../domain/tool/tool'

/** Longer texts are no description that an agent could be sent. */
export const Description = z.string().max(100_000)

export const Name = z.string().max(1_000)

/** What of a tool is written by hand. */
export const ToolFields = ImportedFields.extend({ name: Name, description: Description })
  .partial()
  .extend({ server: Name.nullable().optional().describe('null: none') })
  .describe('name, server, description and parameters, or some of these')

/** A tool after an edit. */
export interface EditedTool {
  entry: CatalogTool
  /** The name by which it is taken back; absent where nothing was changed. */
  change?: string
  /** What is worth knowing of the tool as it is now, such as a name that a provider refuses. */
  notices: string[]
}

/** An edit and how many tools it changed; without a name where that is none. */
export interface EditedTools {
  change?: string
  changed: number
}

export interface CatalogCheckToolAnswer {
  fault?: string
  notices: string[]
}
