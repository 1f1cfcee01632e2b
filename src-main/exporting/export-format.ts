import type { CatalogTool } from '../domain/tool'

export interface ExportOptions {
  /**
   * Whether the author's retrieval descriptions take the place of the imported ones. The model-facing description,
   * where the author wrote one, always does.
   */
  withAuthorLayer: boolean
}

/**
 * A format a catalog can be written in. Tools that came in this very format are written as they came, fields we do
 * not know included; others are built from what we know of them.
 */
export interface ExportFormat {
  id: string
  title: string
  /** Of the file's name, without the dot. */
  extension: string
  write(tools: CatalogTool[], options: ExportOptions): string
}

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
