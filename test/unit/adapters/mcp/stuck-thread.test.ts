import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { LISTING_LIMITS } from '../../../../src-main/adapters/mcp/limits'
import { mcpServers } from '../../../../src-main/adapters/mcp/tool-servers'
import { fixtureServer, runs, startedIn } from '../../../fixtures/mcp/fixture-server'
import { eventually } from '../../../fixtures/eventually'

const limits = { ...LISTING_LIMITS, firstMs: 1_500, allMs: 1_500 }
const { signal } = new AbortController()

let log: string
let threadFile: string
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'pegboard-stuck-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  log = join(folder, 'started.log')
  threadFile = join(folder, 'stuck.mjs')
})

/** A thread that starts its server, says so, and never does anything else again. */
const stuck = (said: string): void =>
  writeFileSync(
    threadFile,
    `import { spawn } from 'node:child_process'
    import { parentPort, workerData } from 'node:worker_threads'
    const { server: { program, args }, mark } = workerData
    const child = spawn(program, args, { detached: true, env: { ...process.env, ...mark } })
    parentPort.postMessage({ kind: 'started', pid: child.pid })
    ${said}
    for (;;);`,
  )

it('a thread that no longer answers is ended when its time is over, with its server', async () => {
  stuck('')
  const servers = mcpServers({ version: '1.2.3', threadFile, limits })
  const listing = servers.list(fixtureServer({ log, does: 'stays' }), { signal })
  await expect(listing).rejects.toThrow(/took longer than 1\.5 s to answer at all/)
  expect(startedIn(log)).toHaveLength(1)
  expect(startedIn(log).filter(runs)).toEqual([])
})

it('a call that such a thread does not even stop ends it', async () => {
  stuck(`parentPort.postMessage({ kind: 'heard' }); parentPort.postMessage({ kind: 'connected' })`)
  const servers = mcpServers({ version: '1.2.3', threadFile, limits, callMs: 200 })
  const connection = await servers.connect(fixtureServer({ log, does: 'stays' }), { signal })
  await eventually(() => expect(startedIn(log)).toHaveLength(1))
  await expect(connection.call('find', {}, signal)).rejects.toThrow(/longer than 0\.2 s/)
  await connection.closed
  expect(startedIn(log).filter(runs)).toEqual([])
})
