import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, it, onTestFinished } from 'vitest'
import { mcpServers } from '../../src-main/adapters/mcp/tool-servers'
import {
  fixtureServer,
  readListing,
  runs,
  startedIn,
  type Told,
} from '../fixtures/mcp/fixture-server'
import { eventually } from '../fixtures/eventually'

/** As the product is built: each server is spoken to in a thread of its own. */
const servers = mcpServers({ version: '1.2.3', threadFile: resolve('out/main/listing.js') })

async function reading(told: Told) {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-listing-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const log = join(folder, 'started.log')
  const stopper = new AbortController()
  const listing = servers.list(fixtureServer({ log, ...told }), { signal: stopper.signal })
  return { listing, stop: () => stopper.abort(), started: () => startedIn(log) }
}

it('a page of many thousands of tools is read beside everything else', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const { listing, started } = await reading({ tools: 20_000 })
  delay.enable()
  const { tools, ...how } = await listing
  delay.disable()
  console.log(`20,000 tools: this thread held ${(delay.max / 1e6).toFixed(0)} ms at most`)
  expect(readListing({ tools, ...how }).tools).toHaveLength(20_000)
  expect(started().filter(runs)).toEqual([])
})

it('what a server lacks is said as without the thread', async () => {
  const { listing, started } = await reading({ does: 'floods' })
  await expect(listing).rejects.toMatchObject({
    code: 'unavailable',
    name: 'Problem',
    message: expect.stringContaining('did not list its tools') as string,
  })
  expect(started().filter(runs)).toEqual([])
})

it('a stop ends the thread and the program', async () => {
  const { listing, stop, started } = await reading({ does: 'never-answers' })
  await eventually(() => expect(started()).toHaveLength(1))
  stop()
  await expect(listing).rejects.toMatchObject({ name: 'AbortError' })
  expect(started().filter(runs)).toEqual([])
})
