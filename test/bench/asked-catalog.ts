import type { CatalogTool } from '../../src-main/domain/tool/tool'

/** A catalog with requests for its tools; `tools` are those that are right. */
export interface AskedCatalog {
  name: string
  tools: CatalogTool[]
  /** With `any`, each of the tools answers the request by itself. */
  queries: { text: string; tools: string[]; any?: boolean }[]
}
