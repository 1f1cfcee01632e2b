import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { agentOnSmall } from './measuring-agent'

/** Words of every request, so that each finds every tool. */
const ASKED = ['tell Dana the weather, find the date, how many euros']
const TOOLS = ['send_email', 'get_weather', 'search_email', 'create_event', 'convert_currency']

/**
 * The golden set of calls measured with BM25, and the agent given the first `k` of what it found.
 */
async function failuresWithAgent(k = 5) {
  const agent = await agentOnSmall()
  const { request, dir, measure } = agent
  for (const id of TOOLS) {
    const layer = { questions: ASKED }
    await request('catalog.saveLayer', { dir, id: ToolId.parse(id), layer })
  }
  const evaluate = async (more: object = {}) => {
    const input = { dir, goldenSet: 'calls', recipes: [{ recipe: 'bm25' }], k: [1, 5], ...more }
    return (await request('evaluation.run', input)).runs[0]?.id ?? ''
  }
  const run = await evaluate()
  const { runs } = await measure([{ by: 'run', run, k }])
  const report = (of = run, at = k) => request('evaluation.failures', { dir, run: of, k: at })
  const listed = async (lost: object) => {
    const asked = { dir, run, k, show: 'failed' as const, lost }
    return (await request('evaluation.outcomes', asked)).rows.map(({ id }) => id)
  }
  return { ...agent, evaluate, run, agentRun: runs[0]?.id ?? '', report, listed }
}

describe('what an agent failed of the tools that a run gave', () => {
  it('is counted by class and tool, beside what the run did not give', async () => {
    const { report, agentRun } = await failuresWithAgent()
    const { agent, classes, missing, tools } = await report()
    expect(agent).toMatchObject({ run: agentRun, model: 'ollama:agent', asked: 4 })
    expect(agent?.classes.map(({ reason }) => reason)).toContain('wrong-arguments')
    const inAll = classes.reduce((sum, count) => sum + count.tools, 0)
    expect(inAll).toBe(missing)
    const failed = agent?.classes.reduce((sum, count) => sum + count.tools, 0)
    expect(tools.reduce((sum, { failedByAgent = 0 }) => sum + failedByAgent, 0)).toBe(failed)
  })

  it('lists its queries by class and by tool, also those with every right tool', async () => {
    const { listed, request, dir, run } = await failuresWithAgent()
    expect(await listed({ reason: 'wrong-arguments' })).toEqual(['both'])
    expect(await listed({ reason: 'wrong-arguments', tool: 'search_email' })).toEqual(['both'])
    expect(await listed({ reason: 'wrong-arguments', tool: 'send_email' })).toEqual([])
    expect(await listed({ agent: true })).toContain('both')
    const [places = []] = await request('evaluation.locate', { dir, run, k: 5, queries: ['both'] })
    expect(places.find(({ tool }) => tool === 'search_email')).toMatchObject({
      reason: 'found',
      agent: { reason: 'wrong-arguments', called: [], why: 'query has another value' },
    })
  })

  it('tells what it called in place of a tool that it was given', async () => {
    const { request, dir, run } = await failuresWithAgent()
    const [places = []] = await request('evaluation.locate', {
      dir,
      run,
      k: 5,
      queries: ['weather'],
    })
    expect(places[0]).toMatchObject({
      reason: 'found',
      agent: { reason: 'not-called', rightAlone: true, called: [expect.any(String)] },
    })
  })

  it('is told of another run only where that gave the same tools to the same queries', async () => {
    const { evaluate, report } = await failuresWithAgent()
    expect((await report(await evaluate())).agent).toBeDefined()
    const other = await evaluate({ recipes: [{ recipe: 'bm25', options: { b: 0 } }] })
    expect((await report(other)).agent).toBeUndefined()
    expect((await report(await evaluate({ sample: { size: 2 } }))).agent).toBeUndefined()
    expect((await report(undefined, 1)).agent).toBeUndefined()
  })
})
