import { z } from 'zod'
import { action } from '../../app/action'
import { changedAlike, writeEdits } from '../../app/editing/tool-edits'
import type { Catalog } from '../../app/workspaces/catalog'
import { Dir } from '../../contract/workspace'
import type { EditedTools } from '../../contract/editing'
import { Problem } from '../../domain/problem'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { MOST_TOOLS, proposeNamespaces } from './propose'
import type { NamespacesAnswer } from './shared/answers'

const Servers = z
  .array(z.string())
  .max(1_000)
  .optional()
  .meta({ title: 'server', description: 'only of this server; may be repeated' })

/** Namespaces by rules alone: no model is asked. */
export const namespaceActions = {
  'namespaces.propose': action({
    summary: `Namespaces for servers of more than ${MOST_TOOLS} tools, by their tags or names, with a description each`,
    input: z.object({ dir: Dir, servers: Servers }),
    async run({ sessions, clock }, { dir, servers }, { signal }): Promise<NamespacesAnswer> {
      const catalog = await (await sessions.of(dir)).catalog()
      const pause = yieldToEventLoop(clock, signal)
      return { most: MOST_TOOLS, servers: await proposed(catalog, servers, pause) }
    },
  }),
  'namespaces.tag': action({
    summary: 'Write the proposed namespaces as tags of their tools, in one change',
    input: z.object({ dir: Dir, servers: Servers }),
    async run({ sessions, clock }, { dir, servers }, { signal }): Promise<EditedTools> {
      const session = await sessions.of(dir)
      const pause = yieldToEventLoop(clock, signal)
      const before = await proposed(await session.catalog(), servers, pause)
      if (before.length === 0) throw nothingProposed()
      const names = new Map(
        before.flatMap(({ namespaces }) =>
          namespaces.flatMap(({ name, tools }) => tools.map((id) => [id, name] as const)),
        ),
      )
      return writeEdits(session, (catalog) =>
        [...names].flatMap(([id, name]) => {
          if (!catalog.has(id)) return []
          const entry = catalog.tool(id)
          return [{ id, before: entry, after: changedAlike(entry, { addTags: [name] }) }]
        }),
      )
    },
  }),
}

async function proposed(
  { tools }: Catalog,
  servers: readonly string[] | undefined,
  pause: () => Promise<unknown>,
) {
  const all = await proposeNamespaces(tools, pause)
  return servers === undefined
    ? all
    : all.filter(({ server }) => server !== undefined && servers.includes(server))
}

const nothingProposed = (): Problem =>
  new Problem(
    'bad-input',
    `No server has more than ${MOST_TOOLS} tools, so there are no namespaces to write.`,
    'Fewer tools stand well in one list.',
  )
