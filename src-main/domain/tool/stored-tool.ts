import { isMadeByHand } from './hand-fields'
import type { AuthorLayer, CatalogTool, Dependency, Tool, ToolId } from './tool'

/** What tools are filtered by, whatever their author's layer says. */
export interface Traits extends Pick<Tool, 'server' | 'tags' | 'visibility'> {
  /** Whether the definition, or all of the tool, was written here. */
  isWrittenHere: boolean
}

const traitsOf = ({ server, tags, visibility, imported, source }: Tool): Traits => ({
  tags,
  visibility,
  isWrittenHere: imported !== undefined || isMadeByHand({ source }),
  ...(server !== undefined && { server }),
})

/** A tool's row as it is kept, and how it is read. */
export interface StoredToolRow {
  id: ToolId
  /** Called when the tool is first looked at, and not again. */
  read(): Tool
  /**
   * Whether another row holds just the same tool, told without reading either; left out: that
   * cannot be told.
   */
  isAs?(other: StoredToolRow): boolean
  /** Names what the tool says, told without reading it. */
  version?(): string
}

/**
 * A tool that is read when it is first looked at: of 100,000, most are only known by their id. Else
 * it is like any other, and may be spread, compared and sent.
 */
class StoredTool implements CatalogTool {
  static readonly #tool: PropertyDescriptor = {
    enumerable: true,
    get(this: StoredTool) {
      return (this.#read ??= this.#row.read())
    },
  }

  declare readonly tool: Tool
  readonly layer: AuthorLayer
  readonly #row: StoredToolRow
  #read: Tool | undefined
  #traits: Traits | undefined
  #dependencies: readonly Dependency[] | undefined
  #remembered: (object | undefined)[] | undefined

  constructor(row: StoredToolRow, layer: AuthorLayer) {
    // One property for all, rather than one of the class: what copies or sends an object passes
    // over the latter.
    Object.defineProperty(this, 'tool', StoredTool.#tool)
    this.layer = layer
    this.#row = row
  }

  static give(entry: CatalogTool, traits: Traits): void {
    if (#row in entry) entry.#traits = traits
  }

  static traitsOf(entry: CatalogTool): Traits {
    if (!(#row in entry)) return traitsOf(entry.tool)
    return (entry.#traits ??= traitsOf(StoredTool.inPassing(entry)))
  }

  static rowOf(entry: CatalogTool): StoredToolRow {
    return #row in entry ? entry.#row : { id: entry.tool.id, read: () => entry.tool }
  }

  static remembered(entry: CatalogTool, slot: number): object | undefined {
    return #row in entry ? entry.#remembered?.[slot] : undefined
  }

  static remember(entry: CatalogTool, slot: number, value: object): void {
    if (#row in entry) (entry.#remembered ??= [])[slot] = value
  }

  static inPassing(entry: CatalogTool): Tool {
    if (!(#row in entry)) return entry.tool
    const tool = entry.#read ?? entry.#row.read()
    entry.#dependencies ??= tool.dependencies.length > 0 ? tool.dependencies : NONE
    return tool
  }

  static dependenciesOf(entry: CatalogTool): readonly Dependency[] {
    const known = #row in entry ? entry.#dependencies : undefined
    return known ?? StoredTool.inPassing(entry).dependencies
  }
}

/** One list for all tools without any. */
const NONE: readonly Dependency[] = []

export const storedTool = (row: StoredToolRow, layer: AuthorLayer): CatalogTool =>
  new StoredTool(row, layer)

/** A tool's id, without reading the tool. */
export const idOf = (entry: CatalogTool): ToolId => StoredTool.rowOf(entry).id

/**
 * A tool as one pass over a whole catalog reads it: where nobody looked at it before, what is read
 * is not kept, so that the pass leaves nothing behind.
 */
export const readInPassing = (entry: CatalogTool): CatalogTool => {
  return { tool: StoredTool.inPassing(entry), layer: entry.layer }
}

/** A tool's edges as imported; they are kept of a tool that was read in passing. */
export const importedDependencies = (entry: CatalogTool): readonly Dependency[] =>
  StoredTool.dependenciesOf(entry)

/**
 * What is worked out of a tool, and remembered as long as the tool stays as it is: a catalog after
 * an edit has the same tools, but for those that were edited. Only of tools from a workspace; those
 * made for a test or a draft may change.
 */
export function rememberedOf<Value extends object>(
  workOut: (read: CatalogTool, entry: CatalogTool) => Value,
): (entry: CatalogTool, read?: CatalogTool) => Value {
  const slot = slots++
  return (entry, read) => {
    const known = StoredTool.remembered(entry, slot) as Value | undefined
    if (known) return known
    const value = workOut(read ?? readInPassing(entry), entry)
    StoredTool.remember(entry, slot, value)
    return value
  }
}

let slots = 0

/** Names what an entry's tool says, where its row tells without reading it. */
export const rowVersionOf = (entry: CatalogTool): string | undefined =>
  StoredTool.rowOf(entry).version?.()

/** What a tool is filtered by; read with it unless it was given. */
export const importedTraits = (entry: CatalogTool): Traits => StoredTool.traitsOf(entry)

/** Tells what a kept tool is filtered by, so that it need not be read for that. */
export const giveTraits = (entry: CatalogTool, traits: Traits): void =>
  StoredTool.give(entry, traits)

/** The same tool under another layer, without reading it. */
export const withLayer = (entry: CatalogTool, layer: AuthorLayer): CatalogTool =>
  new StoredTool(StoredTool.rowOf(entry), layer)

/**
 * Whether two entries are surely the same tool under the same layer, told without reading either.
 */
export function isSameTool(one: CatalogTool, other: CatalogTool): boolean {
  if (one === other) return true
  const row = StoredTool.rowOf(one)
  const otherRow = StoredTool.rowOf(other)
  const isSameRow = row === otherRow || (row.isAs?.(otherRow) ?? false)
  return isSameRow && JSON.stringify(one.layer) === JSON.stringify(other.layer)
}
