import { z } from 'zod'
import { action, inSession } from '../../app/action'
import type { AppContext } from '../../app/context'
import { changeUndoably } from '../../app/changes/stored-changes'
import { replacedRecords } from '../../app/editing/replaced-records'
import { waitingLayers } from '../../app/editing/waiting-layers'
import { foundIn } from '../../app/sources/found'
import { nothingBut, sourceNamed, sourcesOf } from '../../app/sources/stored-sources'
import type { ListedSource } from '../../contract/source'
import { Dir } from '../../contract/workspace'
import { SourceName, type Origin, type Source } from '../../domain/catalog/source'
import { Problem } from '../../domain/problem'
import { isMadeByHand } from '../../domain/tool/hand-fields'
import { commandLine } from '../../domain/value/command-line'
import { shownText } from '../../domain/value/shown-text'

export const sourceListActions = {
  'sources.list': action({
    summary: 'Where the tools of a workspace come from, and when each source was read',
    input: z.object({ dir: Dir }),
    async run(context, { dir }): Promise<ListedSource[]> {
      const session = await context.sessions.of(dir)
      const { sources } = await session.store.read('sources')
      const catalog = await session.catalog()
      return sources.map((source) => {
        const found = foundIn(context).get(dir, source.name)
        return {
          ...listed(source),
          ...readAs(context, source),
          tools: source.tools.filter((id) => catalog.has(id)).length,
          ...(found && { found }),
        }
      })
    },
  }),
  'sources.rename': action({
    summary: 'Call a source something else; its tools keep their ids',
    input: z.object({ dir: Dir, name: SourceName, to: SourceName.describe('the new name') }),
    run: inSession((session, { name, to }) =>
      changeUndoably(session, async () => {
        const sources = await sourcesOf(session)
        const source = sourceNamed(sources, name)
        if (sources.some((each) => each.name === to)) {
          throw new Problem(
            'conflict',
            `There is a source “${shownText(to)}” already.`,
            'Choose another name.',
          )
        }
        const change = { sources: { put: [{ ...source, name: to }], remove: [name] } }
        return {
          change,
          replaced: await replacedRecords(change, nothingBut({ sources })),
          what: `Renamed the source ${name} to ${to}`,
          answer: {},
        }
      }),
    ),
  }),
  'sources.remove': action({
    summary: 'Forget a source, and remove its tools where wanted',
    input: z.object({
      dir: Dir,
      name: SourceName,
      withTools: z
        .boolean()
        .default(false)
        .describe('remove its tools as well; their golden labels and author’s layers are kept'),
    }),
    run: inSession((session, { name, withTools }) =>
      changeUndoably(session, async (catalog) => {
        const { sources, layers } = await session.store.read('sources', 'layers')
        const source = sourceNamed(sources, name)
        const others = new Set(
          sources.filter((each) => each !== source).flatMap(({ tools }) => tools),
        )
        const own = new Set(source.tools.filter((id) => !others.has(id)))
        const removed = catalog.tools.filter(
          ({ tool }) => withTools && own.has(tool.id) && !isMadeByHand(tool),
        )
        const change = {
          tools: { remove: removed.map(({ tool }) => tool.id) },
          layers: { put: waitingLayers(removed, layers) },
          sources: { remove: [name] },
        }
        const tools = removed.length === 0 ? '' : `, and its ${removed.length} tools`
        return {
          change,
          replaced: await replacedRecords(
            change,
            nothingBut({ sources, layers, tools: catalog.tools.map(({ tool }) => tool) }),
          ),
          what: `Removed the source ${name}${tools}`,
          answer: { tools: removed.length },
        }
      }),
    ),
  }),
}

/** What is read from its address, as people call it. */
function readAs({ places }: Pick<AppContext, 'places'>, { origin }: Source): { what?: string } {
  if (origin.kind !== 'address') return {}
  return { what: places.addresses.find(({ id }) => id === origin.as)?.title ?? origin.as }
}

/** Without what it was read by and holds. */
const listed = ({ name, origin, server, readAt, protocol }: Source) => ({
  name,
  kind: origin.kind,
  where: whereOf(origin),
  readAt,
  ...(server !== undefined && { server }),
  ...(protocol !== undefined && { protocol }),
})

const whereOf = (origin: Origin): string => {
  switch (origin.kind) {
    case 'stdio':
      return commandLine({ program: origin.command, args: origin.args })
    case 'http':
    case 'address':
      return origin.url
    case 'config':
      return `${origin.server} of ${origin.file}`
    case 'files':
      return origin.path
  }
}
