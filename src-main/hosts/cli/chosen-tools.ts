import type { ActionInput } from '../../app/actions'
import { Problem } from '../../domain/problem'
import type { CommandSession } from './session'

/** Which tools a command is about, as flags; none: all. */
export interface ChosenToolsFlags {
  tool?: string[]
  search?: string
  server?: string[]
  tag?: string[]
}

type Ids = NonNullable<ActionInput<'catalog.export'>['ids']>

/** The ids that the flags choose; undefined where they choose all. @throws Problem where no tool passes. */
export async function chosenTools(
  session: CommandSession,
  dir: string,
  { tool, search, server, tag }: ChosenToolsFlags,
): Promise<Ids | undefined> {
  if (tool) return tool
  if (search === undefined && !server && !tag) return undefined
  const filter = { search, servers: server, tags: tag }
  const ids: Ids = []
  for (let total = 1; ids.length < total;) {
    const page = await session.request('catalog.ids', { dir, filter, offset: ids.length })
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
