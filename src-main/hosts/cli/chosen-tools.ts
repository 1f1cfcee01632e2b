import { z } from 'zod'
import { Problem } from '../../domain/problem'
import { ToolId } from '../../domain/tool/tool'
import type { CommandSession } from './session'

const filter = (title: string, description: string) =>
  z.array(z.string()).optional().meta({ title, description })

/** The flags by which a command says which tools it is about; none: all. */
export const TOOL_FLAGS = {
  tool: z
    .array(ToolId)
    .optional()
    .meta({ title: 'id', description: 'only this tool; may be repeated' }),
  search: z
    .string()
    .optional()
    .meta({ title: 'words', description: 'only tools that hold these words' }),
  server: filter('name', 'only tools of this server; may be repeated'),
  tag: filter('tag', 'only tools with this tag; may be repeated'),
}

/** What {@link TOOL_FLAGS} say. */
export type ChosenTools = {
  [Flag in keyof typeof TOOL_FLAGS]?: z.output<(typeof TOOL_FLAGS)[Flag]>
}

/**
 * The ids that the flags choose; undefined where they choose all.
 * @throws Problem where no tool passes.
 */
export async function chosenTools(
  session: CommandSession,
  dir: string,
  { tool, search, server, tag }: ChosenTools,
): Promise<ToolId[] | undefined> {
  if (tool) return tool
  if (search === undefined && !server && !tag) return undefined
  const passing = { search, servers: server, tags: tag }
  const ids: ToolId[] = []
  for (let total = 1; ids.length < total;) {
    const page = await session.request('catalog.ids', { dir, filter: passing, offset: ids.length })
    ids.push(...page.ids)
    total = page.ids.length > 0 ? page.total : ids.length
  }
  if (ids.length > 0) return ids
  throw new Problem(
    'not-found',
    'No tool passes the filter.',
    'Leave one of --search, --server and --tag out.',
  )
}
