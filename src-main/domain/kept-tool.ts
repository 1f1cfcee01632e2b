import type { AuthorLayer, CatalogTool, Tool, ToolId } from './tool'

/** A tool's row as it is kept, and how it is read. */
export interface KeptRow {
  id: ToolId
  /** Called when the tool is first looked at, and not again. */
  read(): Tool
}

/**
 * A tool that is read when it is first looked at: of 100,000, most are only known by their id. Else it is like any other,
 * and may be spread, compared and sent.
 */
class KeptTool implements CatalogTool {
  static readonly #tool: PropertyDescriptor = {
    enumerable: true,
    get(this: KeptTool) {
      return (this.#read ??= this.#row.read())
    },
  }

  declare readonly tool: Tool
  readonly layer: AuthorLayer
  readonly #row: KeptRow
  #read: Tool | undefined

  constructor(row: KeptRow, layer: AuthorLayer) {
    // One property for all, rather than one of the class: what copies or sends an object passes over the latter.
    Object.defineProperty(this, 'tool', KeptTool.#tool)
    this.layer = layer
    this.#row = row
  }

  static rowOf(entry: CatalogTool): KeptRow {
    return #row in entry ? entry.#row : { id: entry.tool.id, read: () => entry.tool }
  }
}

export const keptTool = (row: KeptRow, layer: AuthorLayer): CatalogTool => new KeptTool(row, layer)

/** A tool's id, without reading the tool. */
export const idOf = (entry: CatalogTool): ToolId => KeptTool.rowOf(entry).id

/** The same tool under another layer, without reading it. */
export const withLayer = (entry: CatalogTool, layer: AuthorLayer): CatalogTool =>
  new KeptTool(KeptTool.rowOf(entry), layer)
