import { z } from 'zod'
import {
  ClashChoices,
  type CatalogChange,
  type ImportClashes,
  type ImportedGoldenSet,
  type ReportRow,
} from '../domain/catalog/import'
import type { ImportAccount } from '../domain/catalog/import-account'
import type { ToolId } from '../domain/tool/tool'
import { SourceGiven } from './source'
import type { WorkspaceInfo } from '../domain/workspace/workspace'

export const ColumnMapping = z.object({
  name: z.string(),
  description: z.string().optional(),
  parameters: z.string().optional(),
  tags: z.string().optional(),
  server: z.string().optional(),
})

/** Which column of a table of golden queries holds what. */
export const GoldenMapping = z.object({
  query: z.string(),
  tools: z.string(),
  id: z.string().optional(),
  relevance: z.string().optional(),
  split: z.string().optional(),
  tags: z.string().optional(),
  none: z.string().optional(),
  turns: z.string().optional(),
  calls: z.string().optional(),
})

/**
 * Stands for what a preview was worked out against, to be handed back when its import is committed.
 */
export const Base = z
  .string()
  .describe(
    'of the preview: where the folder has changed since, nothing is imported; default: as it is',
  )

/** What an import does, or did. */
export interface Outcome {
  format: string
  account: ImportAccount
  change: CatalogChange
  clashes: ImportClashes
  /** The name of its changes, for `import.changes`. */
  changes: string
  goldenSets: ImportedGoldenSet[]
  bundles: number
  report: ReportRow[]
}

export const ImportInput = z.object({
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'what files.begin or files.append gave; in the terminal also a file or folder on this machine',
    ),
  source: SourceGiven.optional().describe(
    'in place of a path, a source: by its name, and of a new one where its tools live',
  ),
  format: z.string().optional().describe('the format; default: detected'),
  mapping: ColumnMapping.optional().describe('which column of a table holds what'),
  server: z
    .string()
    .optional()
    .describe('the server of the tools, where their format names none or only a title (OpenAPI)'),
  clashes: ClashChoices.prefault({}).describe('what to do where something has the name already'),
})

export interface ImportPreviewAnswer extends Outcome {
  /** All formats the files could be, likeliest first. */
  candidates: {
    id: string
    title: string
    confidence: number
  }[]
  tools: number
  base: z.infer<typeof Base>
}

export interface ImportCommitAnswer extends Outcome {
  workspace: WorkspaceInfo
  /** The name by which it is taken back; absent where nothing was changed. */
  undo?: string
  /**
   * Set where no tool depends on another, and nobody has decided yet on edges that are proposed.
   */
  offersEdges?: true
}

export interface GoldenImportAnswer {
  format: string
  goldenSets: ImportedGoldenSet[]
  sample: {
    text: string
    tools: ToolId[]
  }[]
  report: ReportRow[]
  base: z.infer<typeof Base>
  /** The name by which it is taken back; absent where nothing was changed. */
  change?: string
}
