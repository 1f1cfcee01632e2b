import type { CatalogTool, Dependency, DependencyKind, ToolId } from '../domain/tool/tool'

/** A tool after its edges were changed, and what undoing that puts back. */
export interface ChangedEdges {
  entry: CatalogTool
  /** By which it is taken back; absent where nothing was changed. */
  change?: string
}

export interface GraphHubsAnswer {
  /** Tools that at least one other needs. */
  total: number
  rows: {
    id: ToolId
    /** How many other tools it needs, and how many need it. */
    needs: number
    neededBy: number
  }[]
  tools: number
  edges: number
  kinds: Record<DependencyKind, number>
}

export interface GraphNeighbourhoodAnswer {
  tools: {
    id: ToolId
    /** Steps to it: above 0 where it is needed, below 0 where it needs, 0 for the tool itself. */
    distance: number
    isInCatalog: boolean
  }[]
  edges: (Dependency & {
    from: ToolId
    place: number
  })[]
  /** Tools no farther away that were left out. */
  leftOut: number
}
