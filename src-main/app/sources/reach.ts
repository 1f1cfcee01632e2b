import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Problem } from '../../domain/problem'
import { HOLDS_PASSWORD, NAME_VARIABLE, type Origin } from '../../domain/catalog/source'
import { named } from '../../domain/value/json'
import { canonical } from '../../domain/value/canonical'
import { plainText } from '../../domain/value/plain-text'
import {
  configuredServers,
  type ConfiguredEntry,
  type WrittenServer,
} from '../../importing/client-config'
import { decodeText } from '../../importing/reading/source-file'
import type { NeededValue, SourceLook } from '../../contract/source'
import type { ToolServer } from '../../ports/tool-servers'
import { perApp } from '../action'
import type { AppContext } from '../context'
import { filledServer, projectOf, type LookUp } from './filled-in'

/** What a source is read from, with everything filled in. */
export type Reached = ToolServer | { kind: 'files'; path: string }

interface Reach {
  reached: Reached
  /** What was filled in, which no message may tell. */
  unsaid: string[]
  look: SourceLook
}

/** What was given for variables, by where the tools live: gone when the program ends. */
const given = perApp(() => new Map<string, Record<string, string>>())

export function keepValues(
  context: AppContext,
  origin: Origin,
  values: Record<string, string>,
): void {
  const kept = given(context)
  const key = canonical(origin) ?? ''
  kept.set(key, { ...kept.get(key), ...values })
}

/** Variables by which a program loads other code than its own before it starts. */
const RISKY =
  /^(NODE_OPTIONS|NODE_PATH|LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_.*|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|BASH_ENV|ENV|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GIT_SSH_COMMAND|PATH)$/i

/**
 * Finds out what reading a source would start, ask or read; does none of it.
 * @param written what its configuration file says, where that was read just now
 * @throws Problem where that cannot be told.
 */
export async function reach(
  context: AppContext,
  origin: Origin,
  written?: WrittenServer,
): Promise<Reach> {
  const missing = new Set<string>()
  const values = given(context).get(canonical(origin) ?? '') ?? {}
  const unsaid = new Set<string>()
  const lookUp: LookUp = {
    variable: (name) => noted(named(values, name) ?? context.variable(name), unsaid),
    input: (name) => noted(named(values, name), unsaid),
    home: homedir(),
    project: homedir(),
  }
  const onMissing = (name: string): void => void missing.add(name)
  const { reached, file, shown } =
    origin.kind === 'config'
      ? await reachedConfigured(context, { origin, written }, lookUp, onMissing)
      : await reachedBy(context, origin, lookUp, onMissing)
  // A link that leads to another program is another program.
  const mark = await context.agreements.markOf({ ...reached, file })
  return {
    reached,
    unsaid: [...unsaid],
    look: {
      ...shown,
      needs: shown.needs.map((each) => ({ ...each, isKnown: !missing.has(each.name) })),
      missing: [...missing],
      isAgreed: missing.size === 0 && (await context.agreements.has(mark)),
      mark,
    },
  }
}

function noted(value: string | undefined, values: Set<string>): string | undefined {
  if (value !== undefined) values.add(value)
  return value
}

interface Found {
  reached: Reached
  /** The file that a program is, links followed. */
  file?: string
  shown: Omit<SourceLook, 'missing' | 'isAgreed' | 'mark'>
}

type Configured = Extract<Origin, { kind: 'config' }>

async function reachedConfigured(
  context: AppContext,
  { origin, written }: { origin: Configured; written: WrittenServer | undefined },
  lookUp: LookUp,
  onMissing: (name: string) => void,
): Promise<Found> {
  const entry = written ?? (await configuredEntry(context, origin))
  const project = projectOf(wholePath(origin.file), lookUp.home)
  return reachedServer(context, filledServer(entry, { ...lookUp, project }, onMissing), entry)
}

async function reachedBy(
  context: AppContext,
  origin: Exclude<Origin, Configured>,
  lookUp: LookUp,
  onMissing: (name: string) => void,
): Promise<Found> {
  switch (origin.kind) {
    case 'files': {
      const files = { kind: 'files' as const, path: wholePath(origin.path) }
      return { reached: files, shown: { ...files, needs: [] } }
    }
    case 'http':
      return reachedServer(context, filledServer(origin, lookUp, onMissing), origin)
    case 'stdio': {
      const { command, args, cwd = lookUp.home, variables } = origin
      const env = Object.fromEntries(variables.map((name) => [name, `\${env:${name}}`]))
      const written: WrittenServer = { kind: 'stdio', command, args, cwd: wholePath(cwd), env }
      return reachedServer(context, filledServer(written, lookUp, onMissing), written)
    }
  }
}

/** @param written the server before anything was filled in, which is what is shown: what is filled in may be secret */
async function reachedServer(
  context: AppContext,
  server: WrittenServer,
  written: WrittenServer,
): Promise<Found> {
  if (server.kind === 'http') {
    const { url, headers } = server
    checkAddress(url)
    const needs = Object.keys(headers).map((name) => need(name))
    const shown = { kind: 'http' as const, url: written.kind === 'http' ? written.url : url }
    return { reached: { kind: 'http', url, headers }, shown: { ...shown, needs } }
  }
  const { command, args, cwd = homedir(), env, envFile } = server
  const fromFile = envFile === undefined ? {} : await variablesIn(context, envFile)
  const variables = { ...fromFile, ...env }
  const { program, file } = await context.toolServers.program(command, cwd)
  return {
    reached: { kind: 'stdio', program, args, cwd, variables },
    file,
    shown: {
      ...{ kind: 'stdio', program, cwd, needs: Object.keys(variables).map((name) => need(name)) },
      args: written.kind === 'stdio' ? written.args : args,
    },
  }
}

/** What is wrong with an address is told without it: it may hold a secret. @throws Problem `bad-input`. */
function checkAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Problem(
      'bad-input',
      'The server’s address is none that begins with http:// or https://.',
      'Correct it where it is written.',
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new Problem('bad-input', `The address of ${url.host} ${HOLDS_PASSWORD}.`, NAME_VARIABLE)
  }
}

/** A path as a person writes it, `~` for their own folder. */
const wholePath = (path: string): string => resolve(path.replace(/^~(?=$|[\\/])/, () => homedir()))

const need = (name: string): NeededValue => ({
  name,
  isKnown: true,
  ...(RISKY.test(name) && { isRisky: true as const }),
})

async function variablesIn(context: AppContext, file: string): Promise<Record<string, string>> {
  const read = parseEnv(await textOf(context, file))
  return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, value ?? '']))
}

/** Characters of a configuration file that are read: none is nearly as long. */
const LONGEST = 4 << 20

async function textOf({ ownFiles }: AppContext, file: string): Promise<string> {
  const [read, ...others] = await ownFiles.read(file)
  if (!read || others.length > 0) {
    throw new Problem('bad-input', `${file} is no file.`, 'Name the file itself.')
  }
  if (read.bytes.length > LONGEST) {
    throw new Problem('bad-input', `${file} is too long for a configuration.`, 'Choose another.')
  }
  return decodeText(file, read.bytes)
}

/** The servers that a client’s configuration file names. @throws Problem. */
export async function serversIn(context: AppContext, file: string): Promise<ConfiguredEntry[]> {
  return configuredServers(file, await textOf(context, wholePath(file)))
}

/** @throws Problem where the file no longer has a server of that name, or none that can be used. */
async function configuredEntry(
  context: AppContext,
  { file, server }: { file: string; server: string },
): Promise<WrittenServer> {
  const entry = (await serversIn(context, file)).find(({ name }) => name === server)
  if (entry?.server) return entry.server
  const why = entry ? `cannot be used: ${entry.why}` : 'is not there'
  throw new Problem(
    'not-found',
    `The server “${plainText(server)}” of ${file} ${why}.`,
    'Look into the file, or remove the source.',
  )
}
