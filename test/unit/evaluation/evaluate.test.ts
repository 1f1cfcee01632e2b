import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { GoldenQuery } from '../../../src-main/domain/query/golden-set'
import type { Query, QueryPlan, Ranking, ToolSet } from '../../../src-main/domain/query/query'
import { lackSentence } from '../../../src-main/domain/trace/stage-title'
import { evaluate, type EvaluateCall } from '../../../src-main/evaluation/evaluate'
import { Problem } from '../../../src-main/domain/problem'
import { askModel, InvalidAnswer, type Ask } from '../../../src-main/pipeline/ask'
import { eachStep } from '../../../src-main/pipeline/combine'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { adaptiveSize, topK } from '../../../src-main/pipeline/selection/top-k'
import { asksModel, sharing } from '../../../src-main/pipeline/sharing'
import { isNested, pipe, stage, type ToolSelection } from '../../../src-main/pipeline/stage'
import { id } from '../../fakes/catalog-tool'
import { fakeClock } from '../../fakes/clock'
import { retriever } from '../../fakes/retrievers'
import { scriptedModel } from '../../fakes/scripted-model'

const golden = (text: string, ...tools: string[]): GoldenQuery => ({
  id: `q-${text}`,
  text,
  tools: tools.map(id),
  origin: 'human',
})

const placed = (tools: string[]) => tools.map((tool) => ({ tool: id(tool), witnesses: [] }))
const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '')

/** Ranks the tools a query names, one a word. */
const echo = stage<QueryPlan, Ranking>({
  name: 'echo',
  gives: 'ranking',
  settings: {},
  run(plan, step) {
    const { text } = plan.query
    if (text.startsWith('badly')) step.degrade('the model answered badly', undefined)
    return { shape: 'ranking', plan, order: 'given', tools: placed(wordsOf(text)) }
  },
})
const echoing = pipe(planAsIs()).to(echo).to(topK())

/** A pipeline of one stage that gives tool sets. */
const giving = (run: (query: Query) => unknown): ToolSelection =>
  pipe(
    stage<Query, ToolSet>({
      name: 'odd',
      gives: 'tool-set',
      settings: {},
      run: run as () => ToolSet,
    }),
  )
const noTools = (query: Query): ToolSet => ({ shape: 'tool-set', query, size: 'k', tools: [] })

const call = (over: Partial<EvaluateCall> = {}): EvaluateCall => ({
  signal: new AbortController().signal,
  clock: fakeClock(),
  promptTokens: (tool) => tool.length,
  ...over,
})

const outcomesOf = async (
  pipeline: ToolSelection,
  queries: GoldenQuery[],
  { k = [5], ...over }: Partial<EvaluateCall> & { k?: number[] } = {},
) => (await evaluate({ pipeline, k, runWith: { k: 5 } }, queries, call(over))).outcomes

describe('evaluating', () => {
  it('notes for every query, in order, what the pipeline gave', async () => {
    const queries = [
      golden('mail find at', 'mail'),
      { ...golden('map', 'map'), grades: { map: 2 } },
    ]
    expect(await outcomesOf(echoing, queries, { k: [1, 2], clock: fakeClock(2) })).toEqual([
      {
        id: 'q-mail find at',
        text: 'mail find at',
        golden: ['mail'],
        tools: ['mail', 'find'],
        promptTokens: 8,
        promptTokensAt: [4, 8],
        latencyMs: 2,
      },
      {
        id: 'q-map',
        text: 'map',
        golden: ['map'],
        grades: { map: 2 },
        tools: ['map'],
        promptTokens: 3,
        promptTokensAt: [3, 3],
        latencyMs: 2,
      },
    ])
  })

  it('skips no query, not even one that gets nothing', async () => {
    const outcomes = await outcomesOf(echoing, [golden(' ', 'mail'), golden('mail', 'mail')])
    expect(outcomes.map(({ tools }) => tools)).toEqual([[], ['mail']])
    expect(outcomes[0]?.promptTokens).toBe(0)
  })

  it('gives what there is where k is larger than the catalog', async () => {
    const [outcome] = await outcomesOf(echoing, [golden('mail find', 'mail')], { k: [1000] })
    expect(outcome).toMatchObject({ tools: ['mail', 'find'], promptTokensAt: [8] })
  })

  it('notes which queries were degraded, and why', async () => {
    const outcomes = await outcomesOf(echoing, [
      golden('mail'),
      golden('badly said'),
      golden('map'),
    ])
    expect(outcomes.map(({ degraded }) => degraded)).toEqual([
      undefined,
      'The model answered badly (Echo).',
      undefined,
    ])
  })

  it('tells its progress', async () => {
    const told: [number, number][] = []
    const onProgress = (done: number, total: number) => told.push([done, total])
    const queries = ['one', 'two', 'three'].map((text) => golden(text))
    await outcomesOf(echoing, queries, { clock: fakeClock(20), onProgress })
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
    const run: string[] = []
    const listening = giving((query) => {
      run.push(query.text)
      return noTools(query)
    })
    const queries = ['one', 'two', 'three', 'four'].map((text) => golden(text))
    const over = { signal: stop.signal, clock: fakeClock(20), onProgress }
    await expect(outcomesOf(listening, queries, over)).rejects.toThrow('Stopped by the user.')
    expect(run).toEqual(['one', 'two'])
  })

  it('gives the outcomes in the order of the queries, however many are run at once', async () => {
    const slowFirst = giving(async (query) => {
      for (let turn = query.text === 'one' ? 9 : 1; turn > 0; turn--) {
        await new Promise(setImmediate)
      }
      return noTools(query)
    })
    const queries = ['one', 'two', 'three', 'four', 'five'].map((text) => golden(text))
    const outcomes = await outcomesOf(slowFirst, queries, { atOnce: 4 })
    expect(outcomes.map(({ text }) => text)).toEqual(['one', 'two', 'three', 'four', 'five'])
  })
})

describe('a faulty stage', () => {
  const queries = [golden('mail', 'mail')]

  it('that throws ends the evaluation, rather than the others being measured alone', async () => {
    const broken = giving(() => {
      throw new Error('The index is gone.')
    })
    await expect(outcomesOf(broken, queries)).rejects.toThrow(
      'The stage “odd” failed: The index is gone.',
    )
  })

  it.each([
    ['another shape', { shape: 'ranking', tools: [] }],
    ['nothing', undefined],
    ['a broken tool-set', { shape: 'tool-set' }],
  ])('that gives %s ends the evaluation', async (_, given) => {
    await expect(
      outcomesOf(
        giving(() => given),
        queries,
      ),
    ).rejects.toThrow('instead of a tool-set')
  })

  it.each([1, 4])('that never returns is given up (%i queries at once)', async (atOnce) => {
    const hanging = giving(() => new Promise(() => undefined))
    const many = ['one', 'two', 'three', 'four', 'five'].map((text) => golden(text))
    await expect(outcomesOf(hanging, many, { atOnce, limitMs: 5000 })).rejects.toThrow(
      'The stage “odd” gave nothing for 5 seconds and was given up.',
    )
  })

  it('that does not listen to a stop does not hold it up', async () => {
    const stop = new AbortController()
    const hanging = giving(() => {
      setImmediate(() => stop.abort(new Error('Stopped by the user.')))
      return new Promise(() => undefined)
    })
    await expect(outcomesOf(hanging, queries, { signal: stop.signal })).rejects.toThrow(
      'Stopped by the user.',
    )
  })
})

describe('a step that fails', () => {
  const rewrite = {
    id: 'rewrite',
    version: 1,
    answer: z.object({ text: z.string() }),
    text: (text: string) => text,
  }
  const asking = stage<QueryPlan, Ranking>({
    name: 'rewrite',
    gives: 'ranking',
    settings: {},
    async run(plan, step) {
      const { text } = await step.ask(rewrite, plan.query.text, plan.query)
      return { shape: 'ranking', plan, order: 'given', tools: placed(wordsOf(text)) }
    },
  })
  const pipeline = pipe(planAsIs()).to(asking).to(topK())
  const asked = (refusal: (text: string) => Error | undefined) => {
    const texts: string[] = []
    const ask = ((_, text: string) => {
      texts.push(text)
      const refused = refusal(text)
      const call = { prompt: 'rewrite@1', promptTokens: 1, answerTokens: 1, cached: false }
      return refused
        ? Promise.reject(refused)
        : Promise.resolve({ answer: { text }, call: { ...call, repaired: false } })
    }) as Ask
    const queries = ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => golden(text, text))
    const runWith = { k: 5, ask }
    return { texts, given: evaluate({ pipeline, k: [5], runWith }, queries, call()) }
  }
  const down = new Problem('unavailable', 'Ollama does not answer.')

  it('is no measurement, however many others were answered', async () => {
    const { texts, given } = asked((text) => (text === 'c' ? down : undefined))
    await expect(given).rejects.toMatchObject({
      code: 'unavailable',
      message:
        '1 of 6 queries failed, so nothing is measured. Ollama does not answer (Rephrase the request).',
      fix: expect.stringContaining('is not asked twice'),
    })
    expect(texts).toHaveLength(6)
  })

  it('three times in a row ends it', async () => {
    const { texts, given } = asked((text) => (text > 'b' ? down : undefined))
    await expect(given).rejects.toMatchObject({
      message: expect.stringContaining('given up after 5 of 6 queries, as 3 in a row failed'),
    })
    expect(texts).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('is told from an answer that does not fit, and from a question that cannot be asked', async () => {
    const made = { prompt: 'rewrite@1', promptTokens: 1, answerTokens: 1, cached: false }
    for (const error of [
      new InvalidAnswer('it is not JSON', { ...made, repaired: true }),
      new Problem('bad-input', 'The question is too long.'),
    ]) {
      const { outcomes } = await asked(() => error).given
      expect(outcomes.map(({ degraded }) => degraded)).toEqual(
        outcomes.map(() => lackSentence('rewrite', error.message)),
      )
      expect(outcomes.every(({ failed }) => failed === undefined)).toBe(true)
    }
  })
})

describe('a recipe that gives other tools for a smaller k', () => {
  /** Gives the last k of the tools, so that no set is the beginning of a larger one. */
  const lastK = stage<Ranking, ToolSet>({
    name: 'last',
    gives: 'tool-set',
    settings: {},
    readsK: 'any',
    run: ({ plan, tools }, { k }) => ({
      shape: 'tool-set',
      query: plan.query,
      size: 'k',
      tools: tools.slice(-k),
    }),
  })
  const lasting = pipe(planAsIs())
    .to(retriever('some', ['a', 'bb', 'ccc']))
    .to(lastK)

  it('is run for every k, and the sets are noted where they are not the first of the largest', async () => {
    expect(isNested(lasting)).toBe(false)
    expect(isNested(echoing)).toBe(true)
    const [outcome] = await outcomesOf(lasting, [golden('mail', 'ccc')], { k: [1, 2, 3, 4] })
    expect(outcome).toMatchObject({
      tools: ['a', 'bb', 'ccc'],
      sets: { 1: ['ccc'], 2: ['bb', 'ccc'] },
      promptTokens: 6,
      promptTokensAt: [3, 5, 6, 6],
    })
    expect(Object.keys(outcome?.sets ?? {})).toEqual(['1', '2'])
  })

  it('takes as long as the answer for the largest k takes', async () => {
    const clock = fakeClock(0)
    let readMs = 0
    const slow = stage<QueryPlan, Ranking>({
      ...echo,
      run(plan, step) {
        readMs += 10 * step.k
        return echo.run(plan, step)
      },
    })
    const pipeline = pipe(planAsIs())
      .to(stage({ ...slow, readsK: 'any' }))
      .to(topK())
    const [outcome] = await outcomesOf(pipeline, [golden('mail')], {
      k: [1, 2, 7],
      clock: { ...clock, elapsedMs: () => readMs },
    })
    expect(outcome?.latencyMs).toBe(70)
  })
})

describe('a recipe that decides how many tools there are', () => {
  it('is measured whole', async () => {
    const pipeline = pipe(planAsIs())
      .to(retriever('some', ['a', 'bb', 'ccc']))
      .to(adaptiveSize())
    const [outcome] = await outcomesOf(pipeline, [golden('mail', 'a')], { k: [] })
    expect(outcome).toMatchObject({ tools: ['a', 'bb', 'ccc'], promptTokens: 6 })
    expect(outcome).not.toHaveProperty('promptTokensAt')
  })
})

describe('a recipe that asks a model', () => {
  const plan = {
    id: 'plan',
    version: 1,
    answer: z.object({ steps: z.array(z.string()) }),
    text: ({ text }: Query) => `plan: ${text}`,
  }
  const planning = stage<Query, QueryPlan>({
    name: 'plan',
    gives: 'plan',
    settings: {},
    prompts: [plan],
    async run(query, step) {
      const { steps } = await step.ask(plan, query, { steps: [query.text] })
      const parts = steps.map((text) => ({ text, variations: [text] }))
      return { shape: 'plan', query, steps: parts, kept: [] }
    },
  })
  /** Each step may give as many tools as its share of k. */
  const inTurns = {
    name: 'in turns',
    settings: {},
    shares: (k: number, { steps }: QueryPlan) => steps.map(() => Math.ceil(k / steps.length)),
    join: (rankings: Ranking[]) => ({ tools: rankings.flatMap(({ tools }) => tools) }),
  }
  const pipeline = pipe(planning)
    .to(eachStep(pipe(retriever('some', ['a', 'b', 'c'])), inTurns))
    .to(topK())
  const queries = [golden('mail and map', 'a'), golden('room', 'b')]
  const upTo20 = Array.from({ length: 20 }, (_, at) => at + 1)
  const model = () => scriptedModel({ plan: (text) => ({ steps: text.slice(6).split(' and ') }) })

  it('plans each query once for a sweep over k = 1 to 20', async () => {
    const asked = model()
    const subject = { pipeline, k: upTo20, runWith: { k: 5, ask: askModel(asked) } }
    const { outcomes, modelUse } = await evaluate(subject, queries, call({ atOnce: 4 }))
    expect(asked.questions.map(({ text }) => text)).toEqual(['plan: mail and map', 'plan: room'])
    expect(modelUse).toEqual({ calls: 2, cached: 0, promptTokens: 28, answerTokens: 42 })
    expect(outcomes.map(({ promptTokensAt }) => promptTokensAt?.length)).toEqual([20, 20])
  })

  it('shares what the model gave with a recipe that begins alike, and counts the time it took', async () => {
    const asked = model()
    const clock = { ...fakeClock(0), elapsedMs: () => 10 * asked.questions.length }
    const runWith = { k: 5, ask: askModel(asked), sharing: sharing(asksModel) }
    const other = pipe(planning)
      .to(retriever('other', ['c']))
      .to(topK())
    const first = await evaluate({ pipeline, k: [1], runWith }, queries, call({ clock }))
    const second = await evaluate({ pipeline: other, k: [1], runWith }, queries, call({ clock }))
    expect(asked.questions).toHaveLength(2)
    expect(second.modelUse).toEqual({ calls: 2, cached: 2, promptTokens: 0, answerTokens: 0 })
    const latencies = [first, second].map(({ outcomes }) => outcomes.map((each) => each.latencyMs))
    expect(latencies).toEqual([
      [10, 10],
      [10, 10],
    ])
  })

  it('says nothing of models where none was asked', async () => {
    const subject = { pipeline: echoing, k: [1], runWith: { k: 5 } }
    expect(await evaluate(subject, queries, call())).not.toHaveProperty('modelUse')
  })
})
