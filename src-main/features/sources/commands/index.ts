import { z } from 'zod'
import { columnsCsv } from '../../../contract/columns/column'
import { SOURCE_COLUMNS } from '../../../contract/columns/sources'
import type { SourceGiven } from '../../../contract/source'
import { Dir } from '../../../contract/workspace'
import { ClashChoices } from '../../../domain/catalog/import'
import { Problem } from '../../../domain/problem'
import { shownText } from '../../../domain/value/shown-text'
import { asks, command, itsChange, type CommandGroup } from '../../../hosts/cli/command'
import { text } from '../../../hosts/cli/flags'
import { triedImport } from '../../../hosts/cli/tried-import'
import { listLines } from '../../../hosts/cli/print-table'
import type { CommandSession } from '../../../hosts/cli/session'
import { ALLOW_START, ALLOW_VARIABLE } from './allow-flags'
import { find } from './find'
import {
  changedSince,
  failureOf,
  jsonOf,
  linesOf,
  outcomeOf,
  type Outcome,
  type Read,
} from './outcomes'
import { signIn } from './sign-in'
import { writtenOrigin } from './written-origin'
import { sourceCalls } from './source-calls'

/** A source of which most cannot be read is not taken over unasked. */
const PARTLY = z
  .boolean()
  .optional()
  .describe('take over what could be read, even where most was left out')

const sources: CommandGroup = {
  summary: 'MCP servers, API documents and folders that the catalog follows',
  byDefault: 'list',
  commands: {
    list: command({
      summary: 'where the tools come from, and when each source was read',
      input: { dir: Dir },
      run: (session, given) => session.request('sources.list', given),
      csv: (rows) => columnsCsv(SOURCE_COLUMNS, rows),
      print: (rows) =>
        listLines(SOURCE_COLUMNS, {
          rows,
          total: rows.length,
          none: 'No sources. To add one: pegboard sources add NAME -- COMMAND …',
        }),
    }),
    add: command({
      summary: 'read an MCP server, an API document or a folder, and follow it from then on',
      args: ['name', 'command'],
      input: {
        name: z
          .string()
          .optional()
          .describe('what to call it; with --config, its name there, and without one all of them'),
        command: z
          .array(z.string())
          .optional()
          .describe('the command that starts the server, after --'),
        workspace: z.string().meta({
          title: 'dir',
          description: 'the workspace; created if it does not exist',
        }),
        config: text('file', 'a configuration file of an MCP client, which names the server'),
        url: text('address', 'the address of an MCP server (streamable HTTP), or what --as says'),
        as: text(
          'kind',
          'what stands at the address, where it is no MCP server, such as: document',
        ),
        header: z.record(z.string(), z.string()).optional().meta({
          title: 'name=value',
          description: "sent to the address: 'Authorization=Bearer ${TOKEN}'; may be repeated",
        }),
        variable: z
          .array(z.string())
          .optional()
          .meta({ title: 'name', description: 'a variable the server is given; may be repeated' }),
        input: z.record(z.string(), z.string()).optional().meta({
          title: 'id=value',
          description:
            'what the configuration has asked for (${input:id}); may be repeated. Secrets: better by the variable that is named where one is missing',
        }),
        folder: text('dir', 'where the server is started; default: here'),
        path: text('path', 'a file or folder, in any format that can be imported (OpenAPI too)'),
        partly: PARTLY,
        allowStart: ALLOW_START,
        allowVariable: ALLOW_VARIABLE,
      },
      note: 'pegboard sources add files --workspace W --allow-start -- npx -y @modelcontextprotocol/server-filesystem .\npegboard sources add --config ~/.cursor/mcp.json --workspace W --allow-start',
      async run(session, { workspace, partly, allowStart, allowVariable = [], input, ...given }) {
        const { dir, create } = await session.workspaceOrNew(workspace)
        const wanted = await wantedSources(session, {
          ...given,
          input,
          dir: create === undefined ? dir : undefined,
        })
        const values = valuesOf(input)
        const outcomes: Outcome[] = []
        for (const { source, isTyped, namesItsOwn, isOff } of wanted) {
          if (isOff) {
            outcomes.push({ name: source.name, left: OFF })
            continue
          }
          // What a person typed is agreed to, but for starting a program; so is each variable that
          // was typed.
          const may = {
            agree: allowStart || isTyped,
            send: namesItsOwn ? ('all' as const) : [...allowVariable, ...Object.keys(values)],
          }
          const place = await session.workspaceOrNew(workspace)
          const read = async (): Promise<Read> => ({
            imported: await session.request('import.commit', {
              ...place,
              source,
              partly,
              removeMissing: true,
            }),
          })
          outcomes.push(
            await outcomeOf(
              session,
              { dir: place.create === undefined ? place.dir : undefined, source, may, values },
              read,
            ),
          )
        }
        return outcomes
      },
      json: (outcomes) => outcomes.map(jsonOf),
      print: (outcomes) => outcomes.flatMap(linesOf),
      failure: (outcomes) => failureOf(outcomes),
    }),
    find,
    'sign-in': signIn,
    refresh: command({
      summary: 'read sources again and take over what has changed',
      args: ['names'],
      input: {
        dir: Dir,
        names: z.array(z.string()).optional().describe('the sources; default: all'),
        check: z
          .boolean()
          .default(false)
          .describe('write nothing, and end with code 1 where something has changed'),
        keepMissing: z
          .boolean()
          .default(false)
          .describe('keep tools that a source no longer holds'),
        renames: ClashChoices.shape.renames,
        partly: PARTLY,
        allowStart: ALLOW_START,
        allowVariable: ALLOW_VARIABLE,
      },
      async run(session, { dir, names, check, keepMissing, renames, partly, ...allowed }) {
        const known = await session.request('sources.list', { dir })
        const outcomes: Outcome[] = []
        for (const name of names ?? known.map((each) => each.name)) {
          const source = { name }
          const read = async (): Promise<Read> => {
            const clashes = { renames }
            const imported = await session.request('import.preview', { dir, source, clashes })
            const { changes, base } = imported
            const removeMissing = !keepMissing
            const effect = await triedImport(session, { dir, changes, removeMissing })
            if (check) return { imported, effect }
            const taken = { dir, source, changes, base, removeMissing, clashes, partly }
            return { imported: await session.request('import.commit', taken), effect }
          }
          const may = { agree: allowed.allowStart, send: allowed.allowVariable ?? [] }
          outcomes.push(await outcomeOf(session, { dir, source, may }, read))
        }
        return outcomes
      },
      json: (outcomes) => outcomes.map(jsonOf),
      print: (outcomes) => (outcomes.length > 0 ? outcomes.flatMap(linesOf) : 'No sources.'),
      failure: (outcomes, { check }) =>
        failureOf(outcomes) ?? (check ? changedSince(outcomes) : undefined),
    }),
    calls: sourceCalls,
    seen: asks('sources.seen', { args: ['tools'], undo: itsChange, print: () => [] }),
    rename: asks('sources.rename', { args: ['name', 'to'], undo: itsChange, print: () => [] }),
    remove: asks('sources.remove', {
      args: ['name'],
      undo: itsChange,
      print: ({ tools }) => (tools > 0 ? `Removed, with ${tools} tools.` : 'Removed.'),
    }),
  },
}

interface Wanted {
  source: SourceGiven
  /** Whether its address or path was typed. */
  isTyped: boolean
  /** Whether all that it is made of was typed, each variable that goes out among it. */
  namesItsOwn: boolean
  /** Whether its client is told not to use it, and nobody named it here. */
  isOff?: boolean | undefined
}

interface Described {
  /** Left out where the workspace is still to be made. */
  dir: string | undefined
  name: string | undefined
  command: string[] | undefined
  config: string | undefined
  url: string | undefined
  as: string | undefined
  header: Record<string, string> | undefined
  variable: string[] | undefined
  input: Record<string, string> | undefined
  folder: string | undefined
  path: string | undefined
}

/** @throws Problem `bad-input` where it is not clear what is to be read. */
async function wantedSources(session: CommandSession, given: Described): Promise<Wanted[]> {
  const { dir, name, command: words, config, url, as, header, variable, folder, path } = given
  const ways = [words?.length, config, url, path].filter((way) => way !== undefined && way !== 0)
  if (ways.length !== 1) {
    throw new Problem(
      'bad-input',
      'It is not clear what is to be read.',
      'Give one of: -- and a command, --config FILE, --url ADDRESS, --path PATH.',
    )
  }
  checkFits(given)
  if (config !== undefined) {
    const file = session.path(config)
    const { servers } = await session.request('sources.configured', { file, dir })
    if (servers.length === 0) throw namesNone(config)
    const names = name === undefined ? servers.map((each) => each.name) : [name]
    return names.map((server) => {
      const isOff = name === undefined && servers.find((each) => each.name === server)?.isOff
      const connected = servers.find((each) => each.name === server)?.source
      const source: SourceGiven =
        connected === undefined
          ? { name: server, origin: { kind: 'config', file, server } }
          : { name: connected }
      return { source, isTyped: false, namesItsOwn: false, isOff }
    })
  }
  if (name === undefined) {
    throw new Problem(
      'bad-input',
      'A source needs a name.',
      'Give it first: pegboard sources add NAME …',
    )
  }
  if (url !== undefined) {
    return [
      {
        source: { name, origin: writtenOrigin(addressed(url, as, header)) },
        isTyped: true,
        namesItsOwn: true,
      },
    ]
  }
  if (path !== undefined) {
    return [
      {
        source: { name, origin: { kind: 'files', path: session.path(path) } },
        isTyped: true,
        namesItsOwn: true,
      },
    ]
  }
  const [program = '', ...args] = words ?? []
  const origin = writtenOrigin({
    kind: 'stdio',
    command: program,
    args,
    variables: variable ?? [],
    cwd: session.path(folder ?? '.'),
  })
  return [{ source: { name, origin }, isTyped: false, namesItsOwn: true }]
}

const namesNone = (file: string): Problem =>
  new Problem(
    'bad-input',
    `${shownText(file)} names no server yet.`,
    'Add one in its client first.',
  )

const OFF = 'not read: its client is told not to use it. To read it all the same, name it.'

/** What a configuration asks for, as its texts name it. */
const valuesOf = (inputs: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(inputs).map(([id, value]) => [id.includes(':') ? id : `input:${id}`, value]),
  )

/** An MCP server, unless it is said what stands there. */
const addressed = (url: string, as: string | undefined, headers: object = {}) =>
  as === undefined ? { kind: 'http', url, headers } : { kind: 'address', as, url, headers }

/** @throws Problem `bad-input` where something is said that another way of adding takes. */
function checkFits({ command: words, config, url, input, ...given }: Described): void {
  const { as, header, variable, folder } = given
  const isCommand = words !== undefined && words.length > 0
  const fits = [
    ['--as', as, url !== undefined, '--url ADDRESS'],
    ['--header', header, url !== undefined, '--url ADDRESS'],
    ['--variable', variable, isCommand, 'a command after --'],
    ['--input', input, config !== undefined, '--config FILE'],
    ['--folder', folder, isCommand, 'a command after --'],
  ] as const
  const wrong = fits.find(([, value, isMeant]) => value !== undefined && !isMeant)
  if (!wrong) return
  const [flag, , , what] = wrong
  throw new Problem('bad-input', `${flag} is for ${what}.`, 'Leave it out.')
}

export const commands = { sources }
