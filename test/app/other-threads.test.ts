import { describe, expect, it } from 'vitest'
import type { AppPorts } from '../../src-main/app/ports'
import type { OtherThread } from '../../src-main/app/other-threads'
import type { ActionInput } from '../../src-main/features/actions'
import type { Run } from '../../src-main/domain/run/run'
import { fakeClock } from '../fakes/clock'
import { emptyFolder, openAppOn, type AppUnderTest } from './open-app'
import { SMALL_GOLDEN_SET } from './small-catalog'

/** A clock on which every query takes so long that help is worth waiting for. */
const SLOW: Partial<AppPorts> = { clock: fakeClock(100) }
const QUERIES = 300

/** The small golden set over and over, with its queries told apart. */
const LONG_SET = Array.from({ length: QUERIES }, (_, at) => {
  const { query, tools } = SMALL_GOLDEN_SET[at % SMALL_GOLDEN_SET.length] ?? {
    query: '',
    tools: [],
  }
  return { id: `long ${at}`, query: `${query} ${at}`, tools }
})

interface Helped extends AppUnderTest {
  dir: string
  /** How many queries each request to the other thread named. */
  asked: number[]
  closed: number
}

/** An app whose other thread is a second app on the same data folder. */
async function openHelped(
  ask: (thread: OtherThread, ...request: Parameters<OtherThread['request']>) => unknown = (
    thread,
    ...request
  ) => thread.request(...request),
): Promise<Helped> {
  const folder = await emptyFolder()
  const second = await openAppOn(folder)
  const helped = { asked: [] as number[], closed: 0 }
  const thread: OtherThread = {
    request: async (_, input) =>
      (await second.request('evaluation.ask', input as ActionInput<'evaluation.ask'>)) as never,
    async close() {
      helped.closed++
    },
  }
  const watched: OtherThread = {
    ...thread,
    async request(action, input, signal) {
      helped.asked.push((input as { queries: unknown[] }).queries.length)
      return (await ask(thread, action, input, signal)) as never
    },
  }
  const app = await openAppOn(folder, { ...SLOW, startOtherThreads: () => [watched] })
  const dir = await app.smallWorkspace()
  await app.request('golden.import', { dir, path: await app.file('long.json', LONG_SET) })
  return Object.assign(helped, { ...app, dir })
}

async function measured(
  { request, dir }: Helped,
  options = {},
  more: Partial<ActionInput<'evaluation.run'>> = {},
): Promise<Run> {
  const recipes = [{ recipe: 'hybrid', options }]
  const input = { dir, goldenSet: 'long', recipes, ...more }
  const { runs, failed } = await request('evaluation.run', input)
  expect(failed).toEqual([])
  return runs[0] as Run
}

const figures = ({ measures, curve, queries, provenance }: Run) => ({
  measures,
  curve,
  queries,
  provenance,
})

describe('an evaluation that takes long', () => {
  it('has another thread ask queries too, and measures the same', async () => {
    const helped = await openHelped()
    const run = await measured(helped)
    expect(helped.asked.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(QUERIES / 10)
    expect(helped.closed).toBe(1)

    const alone = await openHelped(() => Promise.reject(new Error('The thread ended.')))
    expect(figures(await measured(alone))).toEqual(figures(run))
    expect(alone.asked).toHaveLength(1)
    const rows = async ({ request, dir }: Helped, { id }: Run) =>
      (await request('evaluation.outcomes', { dir, run: id, limit: 1000 })).rows
    const withoutTime = (outcomes: Awaited<ReturnType<typeof rows>>) =>
      outcomes.map(({ latencyMs: _, ...outcome }) => outcome)
    const [one] = await alone.request('evaluation.runs', { dir: alone.dir })
    expect(withoutTime(await rows(alone, one as Run))).toEqual(withoutTime(await rows(helped, run)))
  })

  it('has it ask each query of the same smaller catalog', async () => {
    const sizes = { catalogSizes: { tools: [3], seeds: [7] } }
    const helped = await openHelped()
    const run = await measured(helped, {}, sizes)
    expect(helped.asked.length).toBeGreaterThan(0)
    const alone = await openHelped(() => Promise.reject(new Error('The thread ended.')))
    expect(figures(await measured(alone, {}, sizes))).toEqual(figures(run))
    expect(figures(await measured(alone))).not.toEqual(figures(run))
  })

  it('counts the queries held out from logged ones wherever they are asked', async () => {
    const helped = await openHelped()
    const queries = LONG_SET.map(({ query, tools }) => ({ query, tools }))
    const path = await helped.file('history.json', queries)
    await helped.request('history.import', { dir: helped.dir, path })
    const run = await measured(helped, { history: true })
    expect(helped.asked.length).toBeGreaterThan(0)
    expect(run.history?.heldOut).toBe(QUERIES)
  })

  it('does not let a thread measure another catalog', async () => {
    let changed = false
    const helped: Helped = await openHelped(async (thread, ...request) => {
      if (!changed) {
        changed = true
        const tool = { type: 'function', function: { name: 'newer_tool', description: 'send' } }
        const path = await helped.file('newer.json', [tool])
        await helped.request('import.commit', { dir: helped.dir, path })
      }
      return thread.request(...request)
    })
    const run = await measured(helped)
    expect(helped.asked).toHaveLength(1)
    expect(run.queries).toBe(QUERIES)
    const outcomes = await helped.request('evaluation.outcomes', {
      dir: helped.dir,
      run: run.id,
      limit: 1000,
    })
    expect(outcomes.rows.flatMap(({ tools }) => tools)).not.toContain('newer_tool')
  })

  it('says why where it is asked for a catalog that is no more', async () => {
    const { reply, dir } = await openHelped()
    const asked = { dir, catalog: 'another', recipe: 'bm25', options: {}, embedder: 'builtin' }
    const answer = await reply('evaluation.ask', {
      ...asked,
      k: [1],
      queries: [],
      namesDependencies: false,
    })
    expect(answer).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('was changed') as string },
    })
  })

  it('ends the threads when it is stopped', async () => {
    const stop = new AbortController()
    const helped = await openHelped((thread, ...request) => {
      stop.abort()
      return thread.request(...request)
    })
    const recipes = [{ recipe: 'bm25' }]
    const answer = await helped.reply(
      'evaluation.run',
      { dir: helped.dir, goldenSet: 'long', recipes },
      stop.signal,
    )
    expect(answer).toMatchObject({ error: { code: 'cancelled' } })
    expect(helped.closed).toBe(1)
  })
})
