import type { ToolId } from './tool'

/** What tells one bundle from another: its tools in any order. */
export const bundleOf = ({ tools }: { tools: readonly ToolId[] }): string =>
  [...new Set(tools)].sort().join('\n')
