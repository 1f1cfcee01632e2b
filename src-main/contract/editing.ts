import { z } from 'zod'
import { ImportedFields, type CatalogTool, type ToolId } from '../domain/tool/tool'

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
  /** The name of the edit, for `catalog.undo`; absent where nothing was changed. */
  edit?: string
  /** What is worth knowing of the tool as it is now, such as a name that a provider refuses. */
  notices: string[]
}

/** An edit and how many tools it changed; without a name where that is none. */
export interface EditedTools {
  edit?: string
  changed: number
}

export interface Undone {
  changed: number
  /** A tool that it changed and that is there now, to be shown. */
  tool?: ToolId
}

export interface CatalogCheckToolAnswer {
  fault?: string
  notices: string[]
}
