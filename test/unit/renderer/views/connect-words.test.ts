import { expect, it, test } from 'vitest'
import { lookAtProgram } from '../../../fakes/source-answers'
import {
  commandWords,
  nameOfAddress,
  nameOfCommand,
  nameOfPath,
} from '../../../../src-renderer/views/import/connect/command-words'
import { agreeText } from '../../../../src-renderer/views/import/connect/consent-words'
import {
  faultsOf,
  nothingDescribed,
  sourceOf,
  type Described,
} from '../../../../src-renderer/views/import/connect/described-source'

it.each([
  ['', []],
  ['  npx  -y  server ', ['npx', '-y', 'server']],
  ['node "two words" \'single "inside"\'', ['node', 'two words', 'single "inside"']],
  ['a""b \'\'', ['ab', '']],
  ['two\\ words \\"quoted\\"', ['two words', '"quoted"']],
  ['"in \\"double\\" \\n"', ['in "double" \\n']],
  ["'no \\escape'", ['no \\escape']],
  ['C:\\Users\\ada\\server.exe --port 1', ['C:\\Users\\ada\\server.exe', '--port', '1']],
  ['echo $HOME ~ * `id` $(id) | cat', ['echo', '$HOME', '~', '*', '`id`', '$(id)', '|', 'cat']],
])('splits %j as a shell does, and fills nothing in', (line, words) => {
  expect(commandWords(line)).toEqual(words)
})

it.each(['"open', "it's", 'a "b\\"'])('says of %j that a quotation mark is open', (line) => {
  expect(commandWords(line)).toBeUndefined()
})

test('a source is named after what it is read from', () => {
  const named = (line: string) => nameOfCommand(commandWords(line) ?? [])
  expect(named('npx -y @modelcontextprotocol/server-filesystem@2.1.0 .')).toBe('server-filesystem')
  expect(named('uvx mcp-server-git==1.2')).toBe('mcp-server-git')
  expect(named('/usr/bin/node /srv/notes/server.mjs list.json')).toBe('server')
  expect(named('/opt/bin/github-mcp-server stdio')).toBe('github-mcp-server')
  expect(named('')).toBe('')
  expect(nameOfAddress('https://mcp.example.com/v1')).toBe('example.com')
  expect(nameOfAddress('not one')).toBe('')
  expect(nameOfPath('/home/ada/api/openapi.yaml')).toBe('openapi')
  expect(nameOfPath('/home/ada/api/')).toBe('api')
})

const described = (changes: Partial<Described>): Described => ({
  ...nothingDescribed('command'),
  ...changes,
})

test('a command becomes a source with its variables by name', () => {
  expect(
    sourceOf(described({ command: 'npx notes', variables: 'A, B_2', folder: '/srv' })),
  ).toEqual({
    name: 'notes',
    origin: {
      kind: 'stdio',
      command: 'npx',
      args: ['notes'],
      variables: ['A', 'B_2'],
      cwd: '/srv',
    },
  })
})

test('the token of an address is named, and never said', () => {
  const address = 'https://example.com/mcp'
  expect(sourceOf(described({ way: 'address', address, token: 'API_TOKEN' }))).toEqual({
    name: 'example.com',
    origin: { kind: 'http', url: address, headers: { Authorization: 'Bearer ${API_TOKEN}' } },
  })
  const pasted = described({ way: 'address', address, token: 'sk-live-123' })
  expect(faultsOf(pasted).token).toContain('name of the variable')
  expect(sourceOf(pasted)).toBeUndefined()
})

test('what cannot be meant is said at its field', () => {
  expect(faultsOf(described({ command: 'TOKEN=1 npx notes' })).command).toContain('Begin with')
  expect(faultsOf(described({ command: 'npx "notes' })).command).toContain('not closed')
  expect(faultsOf(described({ variables: 'A=1' })).variables).toContain('“A=1”')
  expect(faultsOf(described({ way: 'address', address: 'file:///x' })).address).toContain('https')
})

test('the button says what it does', () => {
  const source = { name: 'notes' }
  const program = { source, look: lookAtProgram() }
  const address = { source, look: lookAtProgram({ kind: 'http', url: 'https://x.example' }) }
  const files = (path: string) => ({ source, look: lookAtProgram({ kind: 'files', path }) })
  expect(agreeText([program])).toBe('Start and read its tools')
  expect(agreeText([address])).toBe('Ask this address')
  expect(agreeText([files('/srv/api')])).toBe('Read this folder')
  expect(agreeText([files('/srv/api.yaml')])).toBe('Read this file')
  expect(agreeText([program, address])).toBe('Start or ask these 2 and read their tools')
  expect(agreeText([address, { source }])).toBe('Ask this one and read its tools')
})
