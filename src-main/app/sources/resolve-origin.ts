import { homedir } from 'node:os'
import { HOLDS_PASSWORD, NAME_VARIABLE, type Origin } from '../../domain/catalog/source'
import { variableRisk } from '../../domain/catalog/variable-risk'
import { Problem } from '../../domain/problem'
import { named } from '../../domain/value/json'
import type { AskedValue, SentVariable, SourceLook } from '../../contract/source'
import { variableOfInput } from '../../contract/input-names'
import type { WrittenServer } from '../../importing/client-configs/client'
import type { AppContext } from '../context'
import { configuredServer, variablesIn, wholePath } from './configurations'
import { filledServer, projectOf } from './filled-in'
import type { LookUp } from './filled-in-text'

/** What a source is read from, with everything filled in; its program is still to be found. */
export type Resolved = (
  | {
      kind: 'stdio'
      command: string
      args: readonly string[]
      cwd: string
      variables: Record<string, string>
    }
  | { kind: 'http'; url: string; headers: Record<string, string> }
  | { kind: 'address'; as: string; url: string; headers: Record<string, string> }
  | { kind: 'files'; path: string }
) & {
  /** What of it a person is shown. */
  shown: Pick<SourceLook, 'args' | 'url' | 'host' | 'needs' | 'asked'>
  /** What of the person’s own goes out. */
  sent: SentVariable[]
  missing: string[]
  /** What was filled in, which no message may tell. */
  unsaid: string[]
}

interface Given {
  /** What was given for variables that the environment lacks. */
  values: Readonly<Record<string, string>>
  /** What its configuration file says, where that was read just now. */
  written?: WrittenServer | undefined
}

/**
 * Fills in everything. Starts, asks and looks up no program.
 * @throws Problem where that cannot be told.
 */
export async function resolveOrigin(
  context: AppContext,
  origin: Origin,
  { values, written }: Given,
): Promise<Resolved> {
  if (origin.kind === 'files') {
    const nothing = { shown: { needs: [] }, sent: [], missing: [], unsaid: [] }
    return { kind: 'files', path: wholePath(origin.path), ...nothing }
  }
  const home = homedir()
  const server = written ?? (await writtenServer(context, origin, home))
  const taken = takenFrom(context, values, server.inputs)
  const project = origin.kind === 'config' ? projectOf(wholePath(origin.file), home) : home
  const filled = filledServer(server, { ...taken.lookUp, home, project }, taken.onMissing)
  if (filled.kind === 'http' || server.kind === 'http') {
    const { asked, ...all } = taken.all()
    const { shown, ...address } = { ...resolvedAddress(filled, server), ...all }
    const whole = { ...address, shown: { ...shown, ...asked } }
    return origin.kind === 'address' ? { ...whole, kind: 'address', as: origin.as } : whole
  }
  const { command, args, cwd = home, env, envFile } = filled
  const ofFile = envFile === undefined ? {} : await variablesIn(context, envFile)
  const variables = { ...ofFile, ...env }
  const { sent, asked, ...rest } = taken.all()
  const gives = Object.keys(ofFile)
  return {
    kind: 'stdio',
    command,
    args,
    cwd,
    variables,
    ...rest,
    sent: envFile === undefined ? sent : [...sent, { name: envFile, isKnown: true, gives }],
    shown: {
      ...asked,
      args: server.args,
      needs: Object.keys(variables).map((name) => need(name, named(server.env, name), envFile)),
    },
  }
}

/** What is looked up is noted by its name. */
function takenFrom(
  context: AppContext,
  values: Given['values'],
  inputs: WrittenServer['inputs'] = {},
) {
  const known = new Map<string, string>()
  const missing = new Set<string>()
  const typed = new Set<string>()
  const noted = (name: string, value: string | undefined): string | undefined => {
    if (value !== undefined) known.set(name, value)
    return value
  }
  const lookUp: Pick<LookUp, 'variable' | 'input'> = {
    variable: (name) => noted(name, named(values, name) ?? context.variable(name)),
    input(name) {
      const { otherwise, isSecret } = named(inputs, name) ?? {}
      const given = named(values, name)
      // What somebody typed instead of a word that the file shows goes where that word would.
      if (given !== undefined && otherwise !== undefined && !isSecret) {
        typed.add(given)
        return given
      }
      return noted(name, given ?? context.variable(variableOfInput(name))) ?? otherwise
    },
  }
  return {
    lookUp,
    onMissing: (name: string): void => void missing.add(name),
    all: () => ({
      sent: [...new Set([...known.keys(), ...missing])].map((name): SentVariable => ({
        name,
        isKnown: known.has(name),
      })),
      missing: [...missing],
      asked: askedOf(context, [...new Set([...missing, ...Object.keys(inputs)])], inputs),
      unsaid: [...new Set([...known.values(), ...typed])],
    }),
  }
}

/** What a client would ask for, as it asks. */
function askedOf(
  { variable }: Pick<AppContext, 'variable'>,
  names: readonly string[],
  inputs: NonNullable<WrittenServer['inputs']>,
): Pick<SourceLook, 'asked'> {
  const asked = names.flatMap((name): AskedValue[] => {
    const input = named(inputs, name)
    if (!input) return []
    const from = variableOfInput(name)
    return [{ name, ...input, ...(variable(from) !== undefined && { from }) }]
  })
  return asked.length > 0 ? { asked } : {}
}

async function writtenServer(
  context: AppContext,
  origin: Exclude<Origin, { kind: 'files' }>,
  home: string,
): Promise<WrittenServer> {
  switch (origin.kind) {
    case 'config':
      return configuredServer(context, origin)
    case 'http':
      return origin
    case 'address':
      return { kind: 'http', url: origin.url, headers: origin.headers }
    case 'stdio': {
      const { command, args, cwd = home, variables } = origin
      const env = Object.fromEntries(variables.map((name) => [name, `\${env:${name}}`]))
      return { kind: 'stdio', command, args, cwd: wholePath(cwd), env }
    }
  }
}

function resolvedAddress(filled: WrittenServer, written: WrittenServer) {
  if (filled.kind !== 'http' || written.kind !== 'http') throw new TypeError('No address.')
  const { url, headers } = filled
  checkAddress(url)
  const needs = Object.entries(written.headers).map(([name, said]) => ({ name, written: said }))
  const host = hostOf(written.url, url)
  return { kind: 'http' as const, url, headers, shown: { url: written.url, host, needs } }
}

/**
 * Whom an address reaches: as it is written where only a part of that is filled in, which may be
 * secret.
 */
function hostOf(written: string, url: string): string {
  const [, place = '', host = ''] =
    /^((?:\$\{[^}]*\}|[^/?#]*)(?:\/\/([^/?#\\]*))?)/.exec(written) ?? []
  const isWhole = /^\$\{[^{}]*\}$/.test(place) && host === ''
  return place.includes('${') && !isWhole ? place : new URL(url).origin
}

/**
 * What is wrong with an address is told without it: it may hold a secret.
 * @throws Problem `bad-input`.
 */
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

function need(
  name: string,
  written: string | undefined,
  from: string | undefined,
): SourceLook['needs'][number] {
  const risk = variableRisk(name)
  return {
    name,
    ...(written === undefined ? from !== undefined && { from } : { written }),
    ...(risk !== undefined && { risk }),
  }
}
