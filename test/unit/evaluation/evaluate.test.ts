import { describe, expect, it } from 'vitest'
import type { GoldenQuery } from '../../../src-main/domain/golden-set'
import type { Query, ToolSet } from '../../../src-main/domain/query'
import { evaluate, type EvaluateCall } from '../../../src-main/evaluation/evaluate'
import { stage } from '../../../src-main/pipeline/stage'
import { id } from '../../fakes/catalog-tool'
import { fakeClock } from '../../fakes/clock'

const golden = (text: string, ...tools: string[]): GoldenQuery => ({
  id: `q-${text}`,
  text,
  tools: tools.map(id),
  origin: 'human',
})

/** Gives the tools a query names, one a word. */
const echo = stage<Query, ToolSet>({
  name: 'echo',
  run: (query, { account }) => {
    if (query.text.startsWith('badly')) account.degraded = 'the model answered badly'
    return {
      shape: 'tool-set',
      query,
      tools: query.text
        .split(' ')
        .filter((word) => word !== '')
        .map((word) => ({ tool: id(word), score: 1, parts: [] })),
    }
  },
})

const call = (over: Partial<EvaluateCall> = {}): EvaluateCall => ({
  signal: new AbortController().signal,
  clock: fakeClock(),
  promptTokens: (tool) => tool.length,
  ...over,
})

describe('evaluate', () => {
  it('notes for every query, in order, what the pipeline gave', async () => {
    const queries = [golden('mail find', 'mail'), golden('map', 'map', 'route')]
    expect(await evaluate(echo, queries, call({ clock: fakeClock(2) }))).toEqual([
      {
        id: 'q-mail find',
        text: 'mail find',
        golden: ['mail'],
        tools: ['mail', 'find'],
        promptTokens: 8,
        // read before and after, and twice within by the stage
        latencyMs: 6,
      },
      {
        id: 'q-map',
        text: 'map',
        golden: ['map', 'route'],
        tools: ['map'],
        promptTokens: 3,
        latencyMs: 6,
      },
    ])
  })

  it('skips no query, not even one that gets nothing', async () => {
    const outcomes = await evaluate(echo, [golden(' ', 'mail'), golden('mail', 'mail')], call())
    expect(outcomes.map(({ tools }) => tools)).toEqual([[], ['mail']])
    expect(outcomes[0]?.promptTokens).toBe(0)
  })

  it('notes which queries were degraded, and why', async () => {
    const queries = [golden('mail'), golden('badly asked'), golden('map')]
    const outcomes = await evaluate(echo, queries, call())
    expect(outcomes.map(({ degraded }) => degraded)).toEqual([
      undefined,
      'echo: the model answered badly',
      undefined,
    ])
  })

  it('tells its progress and its end', async () => {
    const told: [number, number][] = []
    const onProgress = (done: number, total: number) => told.push([done, total])
    const queries = ['one', 'two', 'three'].map((text) => golden(text))
    await evaluate(echo, queries, call({ clock: fakeClock(20), onProgress }))
    expect(told).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })

  it('stops between queries when told to', async () => {
    const stop = new AbortController()
    const onProgress = (done: number) => {
      if (done === 2) stop.abort(new Error('Stopped by the user.'))
    }
    const asked: string[] = []
    const listening = stage<Query, ToolSet>({
      name: 'listen',
      run: (query) => {
        asked.push(query.text)
        return { shape: 'tool-set', query, tools: [] }
      },
    })
    const queries = ['one', 'two', 'three', 'four'].map((text) => golden(text))
    const evaluated = evaluate(
      listening,
      queries,
      call({ signal: stop.signal, clock: fakeClock(20), onProgress }),
    )
    await expect(evaluated).rejects.toThrow('Stopped by the user.')
    expect(asked).toEqual(['one', 'two'])
  })

  it('fails when a query fails, rather than measuring the others alone', async () => {
    const broken = stage<Query, ToolSet>({
      name: 'broken',
      run: () => {
        throw new Error('The index is gone.')
      },
    })
    await expect(evaluate(broken, [golden('mail')], call())).rejects.toThrow('The index is gone.')
  })
})
