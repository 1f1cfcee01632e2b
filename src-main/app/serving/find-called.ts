import type { Source } from '../../domain/catalog/source'
import { Problem } from '../../domain/problem'
import { asImported } from '../../domain/tool/hand-fields'
import type { Tool, ToolId } from '../../domain/tool/tool'
import type { FoundIn } from '../agent/find-tools'
import { isCallable, sourcesOf } from './allowed-calls'
import { servedNaming, type ServingOf } from './served-naming'

/** A tool that is to be called, and the MCP server that has it. */
export interface CalledTool {
  tool: Tool
  source: Source
}

/**
 * Finds the tool that a name means among those that are served.
 * @throws Problem where it is not one that can be called.
 */
export async function findCalled(
  at: FoundIn,
  { name, ...asked }: ServingOf & { name: string },
): Promise<CalledTool> {
  const id = onlyOne(name, (await servedNaming(at, asked)).called(name))
  const { tool } = at.catalog.tool(id)
  const { server } = asImported(tool)
  const sources = await sourcesOf(at.context, asked.dir)
  const source = server === undefined ? undefined : sources.find((each) => each.server === server)
  if (source && isCallable(source)) return { tool, source }
  throw new Problem(
    'bad-input',
    `“${name}” cannot be called here: it comes from no MCP server that Pegboard knows.`,
    'Call it where you have it otherwise, or have its server connected as a source of the workspace.',
  )
}

function onlyOne(name: string, [id, ...others]: readonly ToolId[]): ToolId {
  if (id === undefined) {
    const fix = 'Search for it with search_tools, and call it by the name given there.'
    throw new Problem('not-found', `There is no tool “${name}”.`, fix)
  }
  if (others.length === 0) return id
  throw new Problem(
    'bad-input',
    `Several tools are called “${name}”: ${[id, ...others].join(', ')}.`,
    'Call the one that you mean by one of these names.',
  )
}
