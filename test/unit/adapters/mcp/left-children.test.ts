import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mcpServers } from '../../../../src-main/adapters/mcp/tool-servers'
import { builtEntry, builtThread } from '../../../fixtures/mcp/built-thread'
import { fixtureServer, runs, startedIn } from '../../../fixtures/mcp/fixture-server'
import { eventually } from '../../../fixtures/eventually'

const threadFile = await builtThread()
const childrenFile = await builtEntry('src-main/adapters/mcp/children.ts')

let folder: string
let log: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-mcp-'))
  log = join(folder, 'started.log')
})
afterEach(() => {
  for (const pid of startedIn(log).filter(runs)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const LEAVING = ['leaves-group', 'leaves-parent', 'leaves-variables', 'leaves-all']
const { signal } = new AbortController()

describe.skipIf(process.platform === 'win32')('what a server starts', () => {
  it.each(LEAVING.flatMap((does) => [[does, undefined] as const, [does, threadFile] as const]))(
    'is ended with it, though it %s and will not end (%s)',
    async (does, file) => {
      const servers = mcpServers({ version: '1.2.3', threadFile: file })
      await servers.list(fixtureServer({ does, log }), { signal })
      expect(startedIn(log)).toHaveLength(2)
      expect(startedIn(log).filter(runs)).toEqual([])
    },
  )

  it('is ended as well where the server ended before', async () => {
    const servers = mcpServers({ version: '1.2.3', threadFile })
    const connection = await servers.connect(fixtureServer({ does: 'leaves-parent', log }), {
      signal,
    })
    const [server = 0] = startedIn(log)
    process.kill(server, 'SIGKILL')
    await connection.closed
    expect(startedIn(log).filter(runs)).toEqual([])
  })

  it('is ended at once where the program that started the server ends', async () => {
    const stay = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)
      require('fs').appendFileSync(${JSON.stringify(log)}, process.pid + '\\n')`
    const script = join(folder, 'starts.mjs')
    writeFileSync(
      script,
      `import { watchedChildren } from ${JSON.stringify(childrenFile)}
      import { spawn } from 'node:child_process'
      const children = watchedChildren()
      const env = { ...process.env, ...children.mark }
      const started = () => spawn(process.execPath, ['-e', ${JSON.stringify(stay)}], { detached: true, stdio: 'ignore', env })
      children.started(started().pid)
      started()
      process.stdin.once('data', () => process.exit())`,
    )
    const program = spawn(process.execPath, [resolve(script)])
    await eventually(() => expect(startedIn(log)).toHaveLength(2))
    expect(startedIn(log).filter(runs)).toHaveLength(2)
    program.stdin.write('end\n')
    await once(program, 'exit')
    await eventually(() => expect(startedIn(log).filter(runs)).toEqual([]))
  })
})
