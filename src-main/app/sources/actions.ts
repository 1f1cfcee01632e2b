import { homedir } from 'node:os'
import { z } from 'zod'
import { SourceGiven, Values, type ClientFile, type ConfiguredServer } from '../../contract/source'
import { Dir } from '../../contract/workspace'
import type { Origin } from '../../domain/catalog/source'
import { commandLine } from '../../domain/value/command-line'
import { ToolId } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import type { ConfiguredEntry, WrittenServer } from '../../importing/client-configs/client'
import { action, inSession } from '../action'
import { changeUndoably } from '../changes/stored-changes'
import { replacedRecords } from '../editing/replaced-records'
import type { AppContext } from '../context'
import { clientFiles } from './filled-in'
import { serversIn } from './configurations'
import { signInActions } from './sign-in'
import { nothingBut, originOf, sourcesOf } from './stored-sources'
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
  ...signInActions,
  'sources.clients': action({
    summary: 'Configuration files of MCP clients on this machine; none is looked into',
    input: z.object({
      project: z
        .string()
        .min(1)
        .optional()
        .describe('the folder of a project, in which they are looked for as well'),
    }),
    async run(context, { project }): Promise<ClientFile[]> {
      const files = clientFiles(homedir(), context.variable, project)
      const isThere = await Promise.all(files.map(({ file }) => context.ownFiles.has(file)))
      return files.filter((_, at) => isThere[at])
    },
  }),
  'sources.configured': action({
    summary: 'The servers that a client’s configuration file names',
    input: z.object({
      file: z.string().min(1).describe('such as claude_desktop_config.json, .mcp.json or mcp.json'),
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
