import type { ToolId } from '../domain/tool/tool'

/** A tool that a logged or a golden query names. */
export interface LoggedTool {
  tool: ToolId
  name: string
  server?: string
  isInCatalog: boolean
}
