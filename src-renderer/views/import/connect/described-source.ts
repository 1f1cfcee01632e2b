import type { ConnectWay, SourceToRead } from '../../../composables/useImportDialog'
import { commandWords, nameOfAddress, nameOfCommand, nameOfPath } from './command-words'

/** What is written of a new source. */
export interface Described {
  way: ConnectWay
  /** A command line. */
  command: string
  /** Names of variables, divided by blanks or commas. */
  variables: string
  folder: string
  address: string
  /** What stands there, by its id; empty: an MCP server. */
  as: string
  /** The variable that holds the token of the address. */
  token: string
  /** A file or folder that is followed. */
  path: string
  /** A client's configuration file. */
  file: string
  name: string
}

export const nothingDescribed = (way: ConnectWay): Described => ({
  way,
  command: '',
  variables: '',
  folder: '',
  address: '',
  as: '',
  token: '',
  path: '',
  file: '',
  name: '',
})

/** What the source would be called unless somebody says so. */
export function proposedName({ way, command, address, path }: Described): string {
  if (way === 'command') return nameOfCommand(commandWords(command) ?? [])
  return way === 'address' ? nameOfAddress(address) : nameOfPath(path)
}

const VARIABLE = /^[A-Za-z_]\w*$/
const namesIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** What does not fit, by field. */
export function faultsOf(described: Described): Partial<Record<keyof Described, string>> {
  const { way, command, variables, address, token } = described
  if (way === 'command') {
    const fault = commandFault(command)
    const odd = namesIn(variables).find((name) => !VARIABLE.test(name))
    return {
      ...(fault !== undefined && { command: fault }),
      ...(odd !== undefined && {
        variables: `“${odd}” is no name of a variable. Write names alone: values are asked for next.`,
      }),
    }
  }
  if (way !== 'address') return {}
  const isAddress = /^https?:$/.test(URL.parse(address.trim())?.protocol ?? '')
  return {
    ...(address.trim() !== '' && !isAddress && { address: 'Begin with https:// or http://.' }),
    ...(token.trim() !== '' &&
      !VARIABLE.test(token.trim()) && { token: 'Write the name of the variable, not the token.' }),
  }
}

function commandFault(command: string): string | undefined {
  const words = commandWords(command)
  if (!words) return 'A quotation mark is not closed.'
  const [first = ''] = words
  return /^[A-Za-z_]\w*=/.test(first)
    ? 'Begin with the program. Variables are named below, without what they say.'
    : undefined
}

/** The source as it is described; undefined until enough is written. */
export function sourceOf(described: Described): SourceToRead | undefined {
  const origin = originOf(described)
  const name = described.name.trim() || proposedName(described)
  const isRight = Object.keys(faultsOf(described)).length === 0
  return origin && name !== '' && isRight ? { name, origin } : undefined
}

function originOf({ way, ...written }: Described): NonNullable<SourceToRead['origin']> | undefined {
  if (way === 'command') {
    const [command, ...args] = commandWords(written.command) ?? []
    if (command === undefined || command === '') return undefined
    const cwd = written.folder.trim()
    const variables = namesIn(written.variables)
    return { kind: 'stdio', command, args, variables, ...(cwd !== '' && { cwd }) }
  }
  if (way === 'address') {
    const url = written.address.trim()
    const token = written.token.trim()
    const headers: Record<string, string> =
      token === '' ? {} : { Authorization: `Bearer \${${token}}` }
    if (url === '') return undefined
    if (written.as !== '') return { kind: 'address', as: written.as, url, headers }
    return { kind: 'http', url, headers }
  }
  const path = written.path.trim()
  return way === 'files' && path !== '' ? { kind: 'files', path } : undefined
}
