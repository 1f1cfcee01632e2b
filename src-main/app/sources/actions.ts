import { homedir } from 'node:os'
import { z } from 'zod'
import {
  SourceGiven,
  Values,
  type ConfiguredServer,
  type ListedSource,
} from '../../contract/source'
import { Dir } from '../../contract/workspace'
import { SourceName, type Origin, type Source } from '../../domain/catalog/source'
import { Problem } from '../../domain/problem'
import { commandLine } from '../../domain/value/command-line'
import { ToolId } from '../../domain/tool/tool'
import { isMadeByHand } from '../../domain/tool/hand-fields'
import { canonical } from '../../domain/value/canonical'
import { shownText } from '../../domain/value/shown-text'
import type { ConfiguredEntry, WrittenServer } from '../../importing/client-config'
import { action, inSession } from '../action'
import { changeUndoably } from '../changes/kept-changes'
import { byKey, replacedRecords } from '../editing/replaced-records'
import type { AppContext } from '../context'
import { waitingLayers } from '../editing/waiting-layers'
import type { Session } from '../workspaces/session'
import { clientFiles } from './filled-in'
import { foundIn } from './found'
import { serversIn } from './configurations'
import { agreeTo } from './agree'
import { keepValues, reach, sameServerMark } from './reach'

const Place = z.object({
  dir: Dir.optional(),
  source: SourceGiven.describe('the source: by its name, and of a new one where its tools live'),
})

const Connected = Dir.optional().describe(
  'a workspace: servers that its sources are already are given with the names of these',
)

export const sourceActions = {
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
          tools: source.tools.filter((id) => catalog.has(id)).length,
          ...(found && { found }),
        }
      })
    },
  }),
  'sources.clients': action({
    summary: 'Configuration files of MCP clients on this machine, with the servers each names',
    input: z.object({ dir: Connected }),
    async run(context, { dir }) {
      const files = clientFiles(homedir(), context.variable)
      const sourceOf = await sourcesByServer(context, dir)
      const found = await Promise.all(
        files.map(async ({ client, file }) => {
          const servers = await serversIn(context, file).catch(() => [])
          return servers.length > 0
            ? [{ client, file, servers: await shownEntries(servers, file, sourceOf) }]
            : []
        }),
      )
      return found.flat()
    },
  }),
  'sources.configured': action({
    summary: 'The servers that a client’s configuration file names',
    input: z.object({
      file: z.string().min(1).describe('claude_desktop_config.json, .mcp.json or mcp.json'),
      dir: Connected,
    }),
    async run(context, { file, dir }) {
      const servers = await serversIn(context, file)
      return {
        servers: await shownEntries(servers, file, await sourcesByServer(context, dir)),
      }
    },
  }),
  /** Starts, asks and reads nothing of it. */
  'sources.look': action({
    summary: 'What reading a source would start or ask, and whether somebody agreed to it',
    input: Place,
    run: async (context, { dir, source }) =>
      (await reach(context, await originOf(context, dir, source))).look,
  }),
  'sources.agree': action({
    summary: 'Agree to just what was looked at; asked again when any of it changes',
    input: Place.extend({
      mark: z
        .string()
        .optional()
        .describe('of what was looked at; left out where values are given first'),
      variables: z
        .array(z.string())
        .max(2_000)
        .default([])
        .describe('what of the person’s own may go out: each that the look lists, by its name'),
      values: Values.optional(),
    }),
    async run(context, { dir, source, mark, variables, values }, { signal }) {
      const origin = await originOf(context, dir, source)
      if (values) keepValues(context, origin, values)
      if (mark === undefined) return (await reach(context, origin)).look
      return agreeTo(context, { name: source.name, origin, mark, variables }, signal)
    },
  }),
  'sources.seen': action({
    summary: 'Take the mark off tools that their source changed: somebody has looked at them',
    input: z.object({
      dir: Dir,
      tools: z.array(ToolId).min(1).max(10_000).describe('the tools, by their ids'),
    }),
    run: inSession((session, { tools }) =>
      changeUndoably(session, async () => {
        const sources = await sourcesOf(session)
        const seen = new Set(tools)
        const put = sources.flatMap((source) => {
          const changed = source.changed.filter(({ tool }) => !seen.has(tool))
          return changed.length < source.changed.length ? [{ ...source, changed }] : []
        })
        const change = { sources: { put } }
        const what = tools.length === 1 ? `what changed of ${tools[0]}` : 'changes of sources'
        return {
          change,
          replaced: await replacedRecords(change, nothingBut({ sources })),
          what: `Looked at ${what}`,
          answer: {},
        }
      }),
    ),
  }),
  'sources.rename': action({
    summary: 'Call a source something else; its tools keep their ids',
    input: z.object({ dir: Dir, name: SourceName, to: SourceName.describe('the new name') }),
    run: inSession((session, { name, to }) =>
      changeUndoably(session, async () => {
        const sources = await sourcesOf(session)
        const source = named(sources, name)
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
        const source = named(sources, name)
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

const sourcesOf = async ({ store }: Session): Promise<Source[]> =>
  (await store.read('sources')).sources

/** @throws Problem `not-found`. */
export function named(sources: readonly Source[], name: string): Source {
  const source = sources.find((each) => each.name === name)
  if (source) return source
  const known = sources.map((each) => shownText(each.name)).join(', ') || 'none'
  throw new Problem(
    'not-found',
    `There is no source “${shownText(name)}”.`,
    `The sources here: ${known}.`,
  )
}

/** The records of each kind as they are; of those that are not given, none is changed. */
const nothingBut = (records: {
  sources: readonly Source[]
  layers?: readonly object[]
  tools?: readonly object[]
}) => ({
  tools: byKey('tools', records.tools ?? []),
  layers: byKey('layers', records.layers ?? []),
  bundles: byKey('bundles', []),
  fieldWeights: byKey('fieldWeights', []),
  sources: byKey('sources', records.sources),
})

async function originOf(
  context: AppContext,
  dir: string | undefined,
  { name, origin }: SourceGiven,
): Promise<Origin> {
  if (origin) return origin
  if (dir === undefined)
    throw new Problem(
      'not-found',
      `There is no source “${shownText(name)}”.`,
      'Say where its tools live.',
    )
  return named(await sourcesOf(await context.sessions.of(dir)), name).origin
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
      return origin.url
    case 'config':
      return `${origin.server} of ${origin.file}`
    case 'files':
      return origin.path
  }
}

type SourceOfServer = (origin: Origin, written: WrittenServer) => Promise<string | undefined>

/** Finds the source of a workspace that starts or asks just what an origin does. */
async function sourcesByServer(context: AppContext, dir?: string): Promise<SourceOfServer> {
  const sources = dir === undefined ? [] : await sourcesOf(await context.sessions.of(dir))
  const marksOf = async (origin: Origin, written?: WrittenServer): Promise<string[]> => {
    const mark = await sameServerMark(context, origin, written).then(
      (same) => [same],
      () => [],
    )
    return [canonical(origin) ?? '', ...mark]
  }
  const marked = sources.map(async ({ name, origin }) =>
    (await marksOf(origin)).map((mark) => [mark, name] as const),
  )
  const names = new Map((await Promise.all(marked)).flat())
  return async (origin, written) => {
    if (names.size === 0) return undefined
    const known = (await marksOf(origin, written)).find((mark) => names.has(mark))
    return known === undefined ? undefined : names.get(known)
  }
}

const shownEntries = (
  entries: readonly ConfiguredEntry[],
  file: string,
  sourceOf: SourceOfServer,
) => Promise.all(entries.map((entry) => shownEntry(entry, file, sourceOf)))

/** What a client starts or asks, without what its variables say. */
async function shownEntry(
  { name, server, isOff, why }: ConfiguredEntry,
  file: string,
  sourceOf: SourceOfServer,
): Promise<ConfiguredServer> {
  const source = server && (await sourceOf({ kind: 'config', file, server: name }, server))
  return {
    name,
    ...(server && {
      where:
        server.kind === 'stdio'
          ? commandLine({ program: server.command, args: server.args })
          : withoutPassword(server.url),
    }),
    ...(isOff && { isOff }),
    ...(why !== undefined && { why }),
    ...(source !== undefined && { source }),
  }
}

/** An address as it is shown, which is not used where it has a password. */
const withoutPassword = (url: string): string => url.replace(/\/\/[^/?#]*@/, '//•••@')
