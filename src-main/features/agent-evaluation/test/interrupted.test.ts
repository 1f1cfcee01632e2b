import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import type { AgentOutcome } from '../../../domain/agent/run'
import { Problem } from '../../../domain/problem'
import { ToolId } from '../../../domain/tool/tool'
import { fakeAgent } from '../../../../test/fakes/agent'
import { libraryIn, withStores } from '../../../../test/fakes/app-on'
import { program } from '../../../../test/fixtures/program'
import {
  AGENT_WAYS,
  agentOnSmall,
  measuring,
  measuringAgent,
  withAgent,
} from '../../../../test/app/measuring-agent'

const slow = await program('measure-agent.ts')

/** An agent that is asked so many times, and then something happens instead of an answer. */
function interrupted(most: number, instead: () => Promise<never>) {
  const agent = fakeAgent(AGENT_WAYS)
  let isOver = false
  const callTools: typeof agent.callTools = (request) => {
    isOver ||= agent.requests.length >= most
    return isOver ? instead() : agent.callTools(request)
  }
  return { ...agent, callTools }
}

const gone = () =>
  Promise.reject(new Problem('unavailable', 'Ollama does not answer.', 'Start Ollama.'))

/** The whole outcomes of the only run, but for how long answers took. */
async function outcomesOf({ request, dir }: Awaited<ReturnType<typeof agentOnSmall>>) {
  const runs = await request('agentRuns.list', { dir })
  expect(runs).toHaveLength(1)
  const { rows } = await request('agentRuns.outcomes', { dir, run: runs[0]?.id ?? '' })
  return rows.map(withoutTimes)
}

const withoutTimes = ({ firstCallMs: _, latencyMs: __, ...outcome }: AgentOutcome) => outcome

const FOUR = [{ by: 'catalog' as const, tools: 4 }]

describe('a measurement that ends early', () => {
  it('as the model is gone says so, keeps what is answered, and asks only the rest when it is back', async () => {
    const first = await measuringAgent(interrupted(3, gone))
    const { failed, runs } = await first.measure(FOUR)
    expect(runs).toEqual([])
    expect(failed).toMatchObject([
      {
        problem: {
          code: 'unavailable',
          message: expect.stringMatching(
            /4 tools: 3 of 5 queries could not be asked\. Ollama does not answer\. Start Ollama\./,
          ) as string,
          fix: expect.stringContaining('What was answered is kept.') as string,
        },
      },
    ])
    const second = await withAgent(fakeAgent(AGENT_WAYS), { folder: first.place })
    await measuring(second, first.dir).measure(FOUR)
    const asked = [...first.model.asked(), ...second.model.asked()]
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked).toHaveLength(8)
    expect(await second.request('agentRuns.list', { dir: first.dir })).toHaveLength(1)
  })

  it('as somebody stops it says what is kept, and goes on where it was', async () => {
    const stopper = new AbortController()
    const stop = () => {
      stopper.abort()
      return Promise.reject(stopper.signal.reason as Error)
    }
    const first = await measuringAgent(interrupted(10, stop))
    const sizes = [...FOUR, { by: 'catalog' as const, tools: 5 }]
    expect(await first.tryToMeasure(sizes, {}, stopper.signal)).toMatchObject({
      error: {
        code: 'cancelled',
        message: 'Stopped. 1 of 2 are measured. What the model answered is kept.',
      },
    })
    const second = await withAgent(fakeAgent(AGENT_WAYS), { folder: first.place })
    const { runs, reused } = await measuring(second, first.dir).measure(sizes)
    expect(reused).toEqual([runs[0]?.id])
    expect(runs).toHaveLength(2)
    const asked = [...first.model.asked(), ...second.model.asked()]
    expect(new Set(asked).size).toBe(asked.length)
  })

  it('killed hard asks no query again that was answered, and gives just what it would have given', async () => {
    const whole = await agentOnSmall()
    await whole.measure(FOUR)
    const app = await agentOnSmall()
    const child = slow.start(app.place, app.dir)
    const exit = once(child, 'exit')
    const printed: string[] = []
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      printed.push(line)
      if (printed.length === 3) child.kill('SIGKILL')
    }
    expect(await exit).toEqual([null, 'SIGKILL'])
    expect(await app.request('agentRuns.list', { dir: app.dir })).toEqual([])
    await app.measure(FOUR)
    const again = app.model.asked()
    // The last one may have been killed before it was kept.
    expect(printed.slice(0, 2).filter((request) => again.includes(request))).toEqual([])
    expect(await outcomesOf(app)).toEqual(await outcomesOf(whole))
  }, 60_000)

  it('on a full disk says so, and needs no answer again', async () => {
    const first = await agentOnSmall()
    const full = new Problem('storage', 'The disk is full.', 'Make room.')
    const library = withStores(libraryIn(first.place), () => ({
      commit: () => Promise.reject(full),
    }))
    const changed = { library }
    const second = await withAgent(fakeAgent(AGENT_WAYS), { folder: first.place, changed })
    const { failed } = await measuring(second, first.dir).measure(FOUR)
    expect(failed[0]?.problem).toEqual({
      code: 'storage',
      message: 'The agent is measured, but its run could not be kept. The disk is full.',
      fix: 'Make room.',
    })
    await first.measure(FOUR)
    expect(first.model.requests).toEqual([])
  })
})

describe('the same measurement', () => {
  it('is made once; another model, other queries or other definitions are another', async () => {
    const { measure, request, dir, model, place } = await agentOnSmall()
    const first = await measure(FOUR)
    const asked = model.requests.length
    expect(await measure(FOUR)).toEqual({
      runs: first.runs,
      reused: [first.runs[0]?.id],
      failed: [],
    })
    expect(model.requests).toHaveLength(asked)
    const sampled = await measure(FOUR, { sample: { size: 2 } })
    expect(sampled).toMatchObject({ reused: [], runs: [{ queries: 2 }] })
    // All of them were asked before.
    expect(model.requests).toHaveLength(asked)
    const layer = { modelDescription: 'Writes to people.' }
    await request('catalog.saveLayer', { dir, id: ToolId.parse('send_email'), layer })
    expect((await measure(FOUR)).reused).toEqual([])
    const other = await withAgent(fakeAgent(AGENT_WAYS, 'other@1'), { folder: place })
    expect((await measuring(other, dir).measure(FOUR)).reused).toEqual([])
    expect(other.model.requests.length).toBe(asked)
  })

  it('made by two at once ends well, with one run for both', async () => {
    const first = await agentOnSmall()
    const second = await withAgent(fakeAgent(AGENT_WAYS), { folder: first.place })
    const other = measuring(second, first.dir)
    const done = await Promise.all([first.measure(FOUR), other.measure(FOUR)])
    expect(done.flatMap(({ failed }) => failed)).toEqual([])
    const ids = done.flatMap(({ runs }) => runs.map(({ id }) => id))
    const listed = await first.request('agentRuns.list', { dir: first.dir })
    expect(listed).toHaveLength(1)
    expect(ids).toEqual([listed[0]?.id, listed[0]?.id])
    expect(done.flatMap(({ reused }) => reused)).toEqual([listed[0]?.id])
  })

  it('is gone when it is removed, and a run that is not there is said to be', async () => {
    const { measure, request, reply, dir } = await agentOnSmall()
    const { runs } = await measure(FOUR)
    const run = runs[0]?.id ?? ''
    const removed = await request('agentRuns.remove', { dir, runs: [run, 'other'] })
    expect(removed).toEqual({ removed: 1, change: expect.any(String) as string })
    expect(await request('agentRuns.list', { dir })).toEqual([])
    expect(await reply('agentRuns.outcomes', { dir, run })).toMatchObject({
      error: { code: 'not-found', fix: expect.stringContaining('agent runs') as string },
    })
  })
})
