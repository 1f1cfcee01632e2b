// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { expectedData, promptTokensData, scoresIn, simpleAgentData } from '../agent-charts'
import type { AgentRun } from '../../../../src-main/domain/agent/run'
import { agentRunAnswers, runWithTools } from '../../../../test/fakes/agent-run-answers'
import { failure, type Answers } from '../../../../test/fakes/bridge'
import { agentRun } from '../../../../test/fixtures/workspace/agent-run'
import { settle } from '../../../../test/unit/renderer/in-app'
import {
  buttonOf,
  evaluationOf,
  openFold,
  foldOf,
} from '../../../../test/unit/renderer/evaluation/evaluation-of'
import { sampleRecipes, sampleRun } from '../../../../test/unit/renderer/evaluation/sample-runs'

enableAutoUnmount(afterEach)

async function openAgent(runs: Parameters<typeof agentRunAnswers>[0], answers: Answers = {}) {
  const opened = await evaluationOf([sampleRun()], { ...agentRunAnswers(runs), ...answers })
  await openFold(opened.wrapper, 'Agent')
  await settle(300)
  const region = (label: string) => opened.wrapper.find(`[aria-label="${label}"]`)
  return { ...opened, region }
}

describe('the Agent tab', () => {
  it('says what is missing where no chat model is chosen, and measures nothing', async () => {
    const problem = { code: 'unavailable' as const, message: 'No chat model is chosen.' }
    const { wrapper, bridge, region } = await openAgent([], {
      'agentRuns.preview': () => ({
        problem,
        queries: 2,
        negative: 0,
        withArguments: 2,
        several: 0,
        sequential: 0,
        gone: 0,
        questions: 4,
        promptTokens: 12,
        tokenizer: 'x',
      }),
    })
    expect(wrapper.text()).toContain('No agent is measured yet')
    expect(region('New agent measurement').text()).toContain('ollama pull qwen3:4b')
    await region('New agent measurement').trigger('submit')
    expect(bridge.inputsOf('agentRuns.measure')).toEqual([])
  })

  it('measures with the numbers written, and shows what came of it', async () => {
    const { wrapper, bridge, region } = await openAgent([])
    await wrapper.get('[aria-label="New agent measurement"] input[type=text]').setValue('1, 4')
    await settle(300)
    expect(region('New agent measurement').text()).toMatch(/Asks m\.[^]*Up to 8 questions/)
    await region('New agent measurement').trigger('submit')
    await settle()
    expect(bridge.inputsOf('agentRuns.measure')).toMatchObject([
      {
        goldenSet: 'golden',
        offers: [
          { by: 'catalog', tools: 1, seed: 1 },
          { by: 'catalog', tools: 4, seed: 1 },
        ],
        sample: { size: 20, seed: 1 },
      },
    ])
    expect(region('The agent in short').text()).toMatch(
      /With 4 tools of the catalog, m reaches 0\.500 \[0\.400, 0\.600\]/,
    )
  })

  it('opens the queries behind a count, and shows calls as text', async () => {
    const { wrapper, bridge, region } = await openAgent([agentRun('a')])
    await buttonOf(wrapper, '1 right tool not called').trigger('click')
    await settle(300)
    expect(bridge.inputsOf('agentRuns.outcomes').at(-1)).toMatchObject({
      run: 'a',
      verdicts: ['other-tool'],
    })
    const queries = region('Queries of the agent run')
    expect(queries.text()).toMatch(/Tell Anna[^]*expected[^]*send[^]*not called[^]*besides[^]*find/)
    expect(queries.text()).toContain('With the right tools alone: 0.750.')
    expect(queries.html()).not.toContain('<b>no')
  })

  it('says why a measurement failed, and keeps what was measured on show', async () => {
    const { region } = await openAgent([runWithTools(3, 0.7)], {
      'agentRuns.measure': ({ offers }) => ({
        runs: [],
        reused: [],
        failed: offers.slice(0, 1).map((offer) => ({
          offer: { ...offer, seed: 1 } as never,
          problem: { code: 'unavailable' as const, message: 'The model is gone.' },
        })),
      }),
    })
    await region('New agent measurement').trigger('submit')
    await settle()
    expect(region('Failed measurements').text()).toMatch(/1 tool of the catalog[^]*model is gone/)
    expect(region('The agent in short').text()).toContain('With 3 tools')
  })

  it('says why nothing can be measured at all', async () => {
    const { region } = await openAgent([], {
      'agentRuns.preview': () => failure({ code: 'bad-input', message: '300 cannot be given.' }),
    })
    expect(region('New agent measurement').text()).toContain('300 cannot be given.')
  })

  it('says nothing of what a measurement takes that cannot be made', async () => {
    const { wrapper, region } = await openAgent([], {
      'agentRuns.preview': (input, ...more) =>
        input.offers.length === 1
          ? failure({ code: 'bad-input', message: '300 cannot be given.' })
          : agentRunAnswers([])['agentRuns.preview']?.(input, ...more),
    } as Answers)
    expect(region('New agent measurement').text()).toContain('Up to 16 questions')
    await wrapper.get('[aria-label="New agent measurement"] input[type=text]').setValue('300')
    await settle(300)
    expect(region('New agent measurement').text()).toContain('300 cannot be given.')
    expect(region('New agent measurement').text()).not.toContain('Up to')
  })

  it('looks again for a chat model, once the window is turned to', async () => {
    let isThere = false
    const { region } = await openAgent([], {
      'agentRuns.preview': () => ({
        ...(isThere
          ? { model: 'ollama:m' }
          : { problem: { code: 'unavailable' as const, message: 'Ollama does not answer.' } }),
        queries: 2,
        negative: 0,
        withArguments: 2,
        several: 0,
        sequential: 0,
        gone: 0,
        questions: 4,
        promptTokens: 12,
        tokenizer: 'x',
      }),
    })
    expect(region('New agent measurement').text()).toContain('Ollama does not answer.')
    isThere = true
    window.dispatchEvent(new Event('focus'))
    await settle(10)
    expect(region('New agent measurement').text()).toContain('Asks m.')
  })

  it('asks what a measurement takes again whenever it comes on show: another model may be chosen', async () => {
    const { wrapper, bridge } = await openAgent([])
    const asked = () => bridge.inputsOf('agentRuns.preview').length
    const before = asked()
    await foldOf(wrapper, 'Agent').get('h2 button').trigger('click')
    await openFold(wrapper, 'Agent')
    await settle(10)
    expect(asked()).toBe(before + 1)
  })

  it('says of how many queries prompt tokens are the mean', async () => {
    const { region } = await openAgent([agentRun('a')])
    expect(region('The agent in short').text()).toMatch(/prompt tokens a query on average/)
  })

  it('tells why accuracies could not be worked out, and guesses nothing', async () => {
    const { wrapper } = await openAgent([agentRun('a')], {
      'agentRuns.expected': () => failure({ code: 'internal', message: 'It cannot be read.' }),
    })
    expect(wrapper.text()).toContain('It cannot be read.')
    expect(wrapper.text()).not.toContain('Expected accuracy needs a run')
  })

  it('says in plain words what is asked, and that a search finds nothing', async () => {
    const { wrapper, region } = await openAgent([agentRun('a')])
    expect(region('New agent measurement').text()).toContain('1 query is answered by no tool')
    await wrapper.get('[aria-label="Search queries"]').setValue('zebra')
    await settle(300)
    expect(region('Queries of the agent run').text()).toContain('No query matches')
  })

  it('removes the runs that are chosen', async () => {
    const runs = [runWithTools(3, 0.7), runWithTools(1, 0.9)]
    const { wrapper, bridge } = await openAgent(runs)
    await buttonOf(wrapper, 'Delete the 2 chosen agent runs').trigger('click')
    await settle()
    const confirm = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')]
    confirm.find(({ textContent }) => textContent?.trim() === 'Delete')?.click()
    await settle()
    expect(bridge.inputsOf('agentRuns.remove')).toMatchObject([{ runs: ['with-3', 'with-1'] }])
  })
})

describe('charts of an agent', () => {
  const runs = [runWithTools(1, 0.9), runWithTools(10, 0.6), agentRun('of-a-run')]

  it('draw a score and the prompt tokens against the tools of the catalog', () => {
    const data = simpleAgentData(runs, { score: 'weighted', limit: 128 })
    expect(data?.series).toMatchObject([
      {
        name: 'm',
        points: [
          { x: 1, y: 0.9 },
          { x: 10, y: 0.6, interval: [0.5, 0.7] },
        ],
      },
    ])
    expect(data?.lines).toEqual([{ x: 128, label: 'provider limit, 128 tools' }])
    expect(promptTokensData(runs)?.series.map(({ name }) => name)).toEqual([
      'm, the server',
      'm, o200k_base',
    ])
  })

  it('number runs that are called alike, as of several draws of a catalog', () => {
    const half = { mean: 0.5, ci95: [0.4, 0.6] as [number, number] }
    const points = [{ k: 1, agent: half, recall: half, expected: half }]
    const one = { run: 'r', recipe: 'bm25', options: {}, tools: 9, model: 'ollama:m', points }
    const data = expectedData([one, { ...one, run: 's' }], sampleRecipes())
    expect(data?.series.map(({ name }) => name)).toEqual(['BM25 (1)', 'BM25 (2)'])
  })

  it('are offered of the scores that there are', () => {
    const { keys: _, values: __, ...byName } = runs[0]?.scores ?? {}
    const named = runs.map((run) => ({ ...run, scores: byName as AgentRun['scores'] }))
    expect(scoresIn(named)).toEqual(['weighted', 'name', 'right'])
    expect(scoresIn(runs)).toContain('keys')
  })

  it('are left out where a single number of tools was measured', () => {
    expect(simpleAgentData(runs.slice(1), { score: 'name', limit: 128 })).toBeUndefined()
    expect(promptTokensData(runs.slice(1))).toBeUndefined()
    expect(expectedData([], [])).toBeUndefined()
  })

  it('draw what is expected of a run, and what was measured with its tools', () => {
    const half = { mean: 0.5, ci95: [0.4, 0.6] as [number, number] }
    const points = [
      { k: 1, agent: half, recall: half, expected: half },
      { k: 5, agent: half, recall: half, expected: half, measured: half },
    ]
    const one = { run: 'r', recipe: 'bm25', options: {}, tools: 9, model: 'ollama:m', points }
    const data = expectedData([one, { ...one, run: 's', model: 'n' }], sampleRecipes())
    expect(data?.series.map(({ name, points: drawn }) => [name, drawn.length])).toEqual([
      ['BM25 · m', 2],
      ['BM25 · m, measured', 1],
      ['BM25 · n', 2],
      ['BM25 · n, measured', 1],
    ])
  })
})
