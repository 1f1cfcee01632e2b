import type { ListedSource, SourceLook } from '../../src-main/contract/source'
import { failure, type Answers } from './bridge-script'

/** What starting a server of a program's own would do. */
export const lookAtProgram = (changes: Partial<SourceLook> = {}): SourceLook => ({
  kind: 'stdio',
  program: '/usr/bin/node',
  args: ['server.js', 'two words'],
  cwd: '/home/ada',
  needs: [],
  variables: [],
  missing: [],
  isAgreed: false,
  mark: 'mark 1',
  ...changes,
})

export const listedSource = (name: string, changes: Partial<ListedSource> = {}): ListedSource => ({
  name,
  kind: 'stdio',
  where: `npx ${name}-server`,
  server: name,
  readAt: '2026-11-20T08:00:00Z',
  protocol: '2025-11-25',
  tools: 3,
  ...changes,
})

/**
 * Two sources, a client's configuration with two servers, and a server that nobody agreed to yet.
 */
export function sourceAnswers(): Answers {
  let listed = [listedSource('mail'), listedSource('files', { kind: 'files', where: '/srv/api' })]
  const servers = [
    { name: 'notes', where: 'npx notes-server' },
    { name: 'web', where: 'https://web.example.com/mcp' },
    { name: 'post', where: 'npx mail-server', source: 'mail' },
    { name: 'old', why: 'it has neither a command nor an address' },
  ]
  return {
    'sources.list': () => listed,
    'sources.clients': () => [
      { client: 'Claude Desktop', file: '/home/ada/claude_desktop_config.json' },
    ],
    'sources.configured': () => ({ servers }),
    'sources.look': () => lookAtProgram(),
    'sources.agree': ({ mark }) =>
      mark === undefined ? lookAtProgram({ mark: 'mark 2' }) : lookAtProgram({ isAgreed: true }),
    'sources.rename': ({ name, to }) => {
      if (listed.some((each) => each.name === to)) {
        return failure({ code: 'conflict', message: `There is a source “${to}” already.` })
      }
      listed = listed.map((each) => (each.name === name ? { ...each, name: to } : each))
      return { change: 'change 8' }
    },
    'sources.remove': ({ name, withTools }) => {
      const tools = listed.find((each) => each.name === name)?.tools ?? 0
      listed = listed.filter((each) => each.name !== name)
      return { tools: withTools ? tools : 0, change: 'change 9' }
    },
  }
}
