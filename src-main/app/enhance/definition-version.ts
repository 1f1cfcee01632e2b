import { createHash } from 'node:crypto'
import type { Tool } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'

/**
 * Names what a tool's definition says, whatever its author's layer says: what a model was asked of it counts until the definition
 * is another one, and accepting what it answered asks for nothing again.
 */
export function definitionVersion(tool: Tool): string {
  const known = versions.get(tool)
  if (known !== undefined) return known
  const version = versionOf(tool)
  versions.set(tool, version)
  return version
}

/** A tool in memory never changes: what is written takes its place. */
const versions = new WeakMap<Tool, string>()

function versionOf(tool: Tool): string {
  const { name, title, description, parameters, response, examples } = tool
  const text = canonical([name, title, description, parameters, response, examples]) ?? ''
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
