import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LISTING_LIMITS } from '../../../../src-main/adapters/mcp/limits'
import { mcpServers } from '../../../../src-main/adapters/mcp/tool-servers'
import { Problem } from '../../../../src-main/domain/problem'
import type { ListingCall } from '../../../../src-main/ports/tool-servers'
import {
  answeredIn,
  fixtureServer,
  readListing,
  runs,
  startedIn,
  type Told,
} from '../../../fixtures/mcp/fixture-server'
import { eventually } from '../../../fixtures/eventually'

let folder: string
let log: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-mcp-'))
  log = join(folder, 'started.log')
})
afterEach(async () => {
  await eventually(() => expect(startedIn(log).filter(runs), 'still running').toEqual([]))
  rmSync(folder, { recursive: true, force: true })
})

const SOON = { ...LISTING_LIMITS, firstMs: 1_500, allMs: 4_000 }
const servers = mcpServers({ version: '1.2.3' })
const hasty = mcpServers({ version: '1.2.3', limits: SOON })

const calling = (call: Partial<ListingCall> = {}): ListingCall => ({
  signal: new AbortController().signal,
  ...call,
})

const list = async (told: Told, call: Partial<ListingCall> = {}, by = servers) =>
  readListing(await by.list(fixtureServer({ log, ...told }), calling(call)))

/** What is said of a server that did not list its tools. */
async function saidOf(listing: Promise<unknown>): Promise<string> {
  const error: unknown = await listing.then(
    () => undefined,
    (fault: unknown) => fault,
  )
  expect(error).toBeInstanceOf(Problem)
  expect((error as Problem).code).toBe('unavailable')
  return (error as Problem).message
}

/** How long the thread was held at most while something was done, and how long that took, in ms. */
async function held<T>(what: string, work: () => Promise<T>) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const start = performance.now()
  const result = await work()
  const took = performance.now() - start
  delay.disable()
  const longest = delay.max / 1e6
  console.log(`${what}: ${took.toFixed(0)} ms, the thread held ${longest.toFixed(0)} ms at most`)
  return { result, took, longest }
}

describe('a server that is started', () => {
  const ERAS = [
    ['legacy', '2025-11-25'],
    ['stateless', '2026-07-28'],
  ] as const

  it.each(ERAS)(
    'lists its tools as it wrote them, in the %s era, started once',
    async (era, protocol) => {
      const listed = await list({ era })
      expect(listed).toMatchObject({ protocol, tools: [{ name: 'tool_0' }, {}, {}] })
      expect(listed.incomplete).toBeUndefined()
      expect(startedIn(log)).toHaveLength(1)
    },
  )

  it.each(ERAS)('is started once where it is known to be %s', async (era, protocol) => {
    expect((await list({ era }, { protocol })).protocol).toBe(protocol)
    expect(startedIn(log)).toHaveLength(1)
  })

  it.each([
    ['legacy', '2026-07-28', '2025-11-25'],
    ['stateless', '2025-11-25', '2026-07-28'],
  ] as const)('is asked anew where it has become %s', async (era, protocol, now) => {
    expect((await list({ era }, { protocol })).protocol).toBe(now)
    expect(startedIn(log)).toHaveLength(2)
  })

  it('is greeted where it says nothing to a question that it does not know', async () => {
    const listed = await list({ era: 'legacy', does: 'ignores-unknown' })
    expect(listed.tools).toHaveLength(3)
    expect(startedIn(log)).toHaveLength(1)
  })

  it('is greeted at once where it ends at a question that it does not know', async () => {
    const listed = await list({ era: 'legacy', does: 'ends-unknown' })
    expect(listed).toMatchObject({ protocol: '2025-11-25', tools: [{}, {}, {}] })
    expect(startedIn(log)).toHaveLength(2)
  })

  it.each(ERAS)('lists 2,500 tools of 25 pages, in the %s era', async (era) => {
    const counts: number[] = []
    const { result, took, longest } = await held(`2,500 tools, ${era}`, () =>
      list({ era, tools: 2_500, pages: 25 }, { onTools: (count) => counts.push(count) }),
    )
    expect(result.tools).toHaveLength(2_500)
    expect(new Set(result.tools.map((tool) => JSON.stringify(tool))).size).toBe(2_500)
    expect(counts).toHaveLength(25)
    expect(took).toBeLessThan(10_000)
    expect(longest).toBeLessThan(2_000)
  })

  it('may list many thousands of tools on one page', async () => {
    const { result } = await held('20,000 tools on a page', () => list({ tools: 20_000 }))
    expect(result.tools).toHaveLength(20_000)
    expect(result.incomplete).toBeUndefined()
  })

  it('is cut off at the most tools that are taken, and that is said', async () => {
    const { tools, incomplete } = await list(
      { tools: 1_000 },
      {},
      mcpServers({ version: '1', limits: { ...LISTING_LIMITS, tools: 500 } }),
    )
    expect(tools).toHaveLength(500)
    expect(incomplete).toBe('it lists more than 500 tools')
  })

  it('is read to the most pages where it has ever more, and that is said', async () => {
    const { tools, incomplete } = await list({ does: 'endless-cursors' })
    expect(tools).toHaveLength(LISTING_LIMITS.pages)
    expect(incomplete).toBe('it lists more than 200 pages')
  })

  it('is read once where its pages go round in circles, and that is said', async () => {
    const { incomplete } = await list({ does: 'cursor-loop' })
    expect(incomplete).toBe('its pages go round in circles')
  })

  it('is heard though it greets on its standard output', async () => {
    expect((await list({ does: 'greets' })).tools).toHaveLength(3)
  })

  it('is heard while it floods its standard error', async () => {
    const { result } = await held('a flood on stderr', () => list({ does: 'floods-stderr' }))
    expect(result.tools).toHaveLength(3)
  })
})

describe('a server that misbehaves', () => {
  it.each([
    ['never answers', 'never-answers', /not|time/i],
    ['stays when told to end', 'stays', /not|time/i],
  ])('is given up and ended where it %s', async (_, does, why) => {
    const { result, took } = await held(does, () => saidOf(list({ does }, {}, hasty)))
    expect(result).toMatch(why)
    expect(took).toBeLessThan(10_000)
  })

  it('is ended where it writes a description of 100 MB', async () => {
    const { result } = await held('100 MB description', () =>
      saidOf(list({ does: 'long-description' })),
    )
    expect(result).toMatch(/it wrote a message of more than 32 MB/)
  })

  it.each(['floods', 'floods-lines'])('is ended where it writes without end (%s)', async (does) => {
    const { result } = await held(does, () => saidOf(list({ does }, {}, hasty)))
    expect(result).toMatch(/it (wrote|sent) (.*more than \d+ MB|.*nobody asked for)/)
  })

  it('says how it ended, and what it said of that, where it dies at once', async () => {
    expect(await saidOf(list({ does: 'dies-at-once' }))).toMatch(
      /ended with code 2.*On its standard error: The variable TOKEN is not set/,
    )
  })

  it('says how it ended where it dies in the middle of a page', async () => {
    expect(await saidOf(list({ does: 'dies-in-page' }))).toMatch(/it ended with code 3/)
    expect(startedIn(log)).toHaveLength(1)
  })

  it('takes with it all that it started, though that will not end', async () => {
    await list({ does: 'forks' })
    await eventually(() => expect(startedIn(log)).toHaveLength(3))
  })

  it.each(['legacy', 'stateless'] as const)(
    'gets nothing where it asks for a model, a person or folders (%s)',
    async (era) => {
      expect((await list({ does: 'asks', era })).tools).toHaveLength(3)
      for (const answered of answeredIn(log)) expect(answered).toMatch(/"error":\{"code":-32601/)
    },
  )

  it('lists nothing where it wants input first', async () => {
    expect(await saidOf(list({ does: 'needs-input' }))).toMatch(/did not list its tools/)
  })

  it('tells no value of a variable, whatever it says', async () => {
    const variables = { TOKEN: 'swordfish-1', SAY: 'I hold swordfish-1 and cannot start\n' }
    for (const does of ['refuses', 'dies-at-once']) {
      const server = fixtureServer({ log, does }, variables)
      const said = await saidOf(servers.list(server, calling()))
      expect(said).not.toContain('swordfish')
    }
  })

  it('is ended at once where its reading is stopped', async () => {
    const stop = new AbortController()
    const listing = list({ does: 'never-answers' }, { signal: stop.signal })
    await eventually(() => expect(startedIn(log)).toHaveLength(1))
    const start = performance.now()
    stop.abort(new Error('stopped'))
    await expect(listing).rejects.toThrow('stopped')
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  it('starts nothing where its reading was stopped before', async () => {
    await expect(list({}, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    )
    expect(startedIn(log)).toEqual([])
  })

  it('leaves no listener behind, however often it is read', async () => {
    const before = process.listenerCount('exit')
    for (let time = 0; time < 3; time += 1) await list({ tools: 1 })
    expect(process.listenerCount('exit')).toBeLessThanOrEqual(before + 1)
  })

  it('is said to lack its folder where that is not there', async () => {
    const server = { ...fixtureServer({ log }), cwd: join(folder, 'nowhere') }
    expect(await saidOf(servers.list(server, calling()))).toMatch(/nowhere/)
  })

  it.skipIf(process.platform === 'win32')(
    'is said not to be startable where it is no program',
    async () => {
      const file = join(folder, 'broken')
      writeFileSync(file, 'no program\n')
      chmodSync(file, 0o755)
      const server = { ...fixtureServer({ log }), program: file, args: [] }
      expect(await saidOf(servers.list(server, calling()))).toMatch(/could not be started|ended/)
    },
  )
})
