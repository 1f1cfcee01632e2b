import type { CatalogTool, ToolId } from '../domain/tool/tool'
import type { ExportSwitch } from '../domain/catalog/export'
import type { Definition } from './definition-rules'
import type { ProviderRules } from './provider-rules'

export interface ExportOptions {
  /**
   * Whether the author's retrieval descriptions, with when to use a tool and what it does not do,
   * take the place of the imported ones. The model-facing description, where the author wrote one,
   * always does.
   */
  withAuthorLayer: boolean
  /** What tools are called, where that is not their own name; for formats that are checked. */
  names?: ReadonlyMap<ToolId, string>
  /** Whether the provider is to hold calls to the schemas, which are written as they are. */
  strict?: boolean
  /** Whether tools are left to the provider's own tool search, which is added to the file. */
  deferLoading?: boolean
}

/**
 * A format a catalog can be written in. Tools that came in this very format are written as they
 * came, fields we do not know included; others are built from what we know of them.
 */
export interface ExportFormat {
  id: string
  title: string
  /** Of the file's name, without the dot. */
  extension: string
  /** What it can be told besides. */
  switches?: readonly ExportSwitch[]
  /**
   * Where the file goes to a provider, which has rules; others lose nothing and are not checked.
   */
  checked?: CheckedFormat
  write(tools: CatalogTool[], options: ExportOptions): string
}

export interface CheckedFormat {
  rules: ProviderRules
  /** A tool's definition as {@link ExportFormat.write} writes it. */
  definition(tool: CatalogTool, options: ExportOptions): Definition
}

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
