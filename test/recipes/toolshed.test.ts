import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { queryOf, type Query } from '../../src-main/domain/query'
import { asksModelWith, hasEffect, type OptionMeta } from '../../src-main/domain/recipe-option'
import type { JsonObject, JsonValue } from '../../src-main/domain/tool'
import type { TraceStep } from '../../src-main/domain/trace'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { toolshed } from '../../src-main/pipeline/recipes/toolshed'
import { traceOf } from '../../src-main/pipeline/record'
import { prepare, sweep } from '../../src-main/pipeline/runner'
import { promptsOf } from '../../src-main/pipeline/stage'
import { id } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { kitOf } from '../fakes/kit'
import { recorded, runCall } from '../fakes/run-call'
import { scriptedAnswers, type Answers } from '../fakes/scripted-answers'
import { addresses, ask, CONCEPTS, KITCHEN, kitchen } from './kitchen-catalog'

const TEXT = 'warm the stove, see what there is to eat and remind me in ten minutes'
const STEPS = ['heat the oven', 'list the food in the fridge', 'start a timer']
const TOOLS_OF_STEPS = ['fridge/list_food', 'oven/preheatOven', 'timer/start_timer']

interface Shown {
  text: string
  tools: { name: string }[]
}
const allShown = ({ tools }: Shown) => ({ tools: tools.map(({ name }) => name) })

/** A planner that splits rightly, and a reranker that agrees with what was found. */
const ANSWERS: Answers = {
  'rewrite-query': ({ text }: Query) => ({ text }),
  'think-of-steps': () => ({ thoughts: STEPS.join('\n') }),
  'read-steps': () => split(STEPS),
  'split-query': () => split(STEPS),
  'vary-step': ({ text, most }: { text: string; most: number }) => ({
    texts: Array.from({ length: most }, (_, at) => `${text}, way ${at + 1}`),
  }),
  'step-back': () => ({ text: 'work in a kitchen' }),
  'plan-in-one': () => ({
    ...{ rewritten: TEXT, ...split(STEPS) },
    steps: STEPS.map((text) => ({
      ...stepOf(text),
      variations: [`${text} now`, 'in the kitchen'],
    })),
  }),
  'rank-tools': allShown,
  'grade-tools': () => ({ irrelevant: [] }),
  'find-missing': () => ({ missing: '' }),
}

const stepOf = (text: string, difficulty = 'medium') => ({ text, difficulty })
const split = (texts: readonly string[], over: object = {}) => ({
  steps: texts.map((text) => stepOf(text)),
  questions: [],
  earlierTools: 'none',
  ...over,
})

interface Ways {
  of?: Query
  k?: number
  answers?: Answers
}

/** Runs the recipe, by what a model would answer, as the product would. */
async function answer(options: JsonObject, { of = queryOf(TEXT), k = 6, answers = {} }: Ways = {}) {
  const model = scriptedAnswers({ ...ANSWERS, ...answers })
  const embedder = conceptEmbedder(CONCEPTS)
  const embedded: string[][] = []
  const counting = {
    ...embedder,
    embedQueries(texts: string[], signal: AbortSignal) {
      embedded.push(texts)
      return embedder.embedQueries(texts, signal)
    },
  }
  const kit = kitOf({ tools: KITCHEN, embedder: counting })
  const settled = toolshed.options.parse(options)
  const pipeline = toolshed.build(kit, settled)
  await prepare(pipeline)
  const admitted = kit.among(settled as unknown as Parameters<typeof kit.among>[0]).tools
  const { output, steps, call } = await recorded(pipeline, of, { k, ask: model.ask, admitted })
  const trace = traceOf(steps)
  return { set: output, trace, tally: call.tally, asked: model.asked, embedded, pipeline, kit }
}

const every = (trace: readonly TraceStep[]): TraceStep[] =>
  trace.flatMap((step) => [step, ...step.branches.flatMap(({ steps }) => every(steps))])
const noteOf = (trace: readonly TraceStep[], stage: string) =>
  every(trace).find((step) => step.stage === stage)?.notes
const promptsAsked = (asked: { prompt: string }[]) =>
  Object.fromEntries(
    [...Map.groupBy(asked, ({ prompt }) => prompt)].map(([name, all]) => [name, all.length]),
  )

describe('the recipe toolshed by rules', () => {
  it('asks no model, and gives what hybrid gives: its clauses are hybrid’s', async () => {
    const query = 'heat the oven, list the food in the cold fridge and start a timer'
    expect(promptsOf((await answer({})).pipeline)).toEqual([])
    for (const text of [query, 'heat the oven', 'silence']) {
      expect(addresses(await ask(toolshed, text))).toEqual(addresses(await ask(hybrid, text)))
    }
  })

  it('leaves a request for one thing alone', async () => {
    const { trace } = await answer({}, { of: queryOf('list the food in the fridge') })
    expect(trace[0]).toMatchObject({ stage: 'split at clauses', notes: { steps: 1 } })
  })

  it('keeps the tools held for a follow-up, and searches it with what was said before', async () => {
    const of: Query = {
      ...queryOf('what if it is bread?'),
      turns: ['heat the oven to 200 degrees'],
      held: [id('oven/preheatOven')],
    }
    const { set, trace } = await answer({}, { of, k: 3 })
    expect(addresses(set)[0]).toBe('oven/preheatOven')
    expect(addresses(set)).toContain('oven/bake_bread')
    expect(noteOf(trace, 'split at clauses')).toMatchObject({ 'kept of the tools held': 1 })
    const anew = { ...of, text: 'start a timer' }
    expect(addresses((await answer({}, { of: anew, k: 3 })).set)[0]).toBe('timer/start_timer')
  })
})

/** What is printed of a run: its model calls, tokens, and calls of the embedder with their texts. */
function costOf(trace: readonly TraceStep[]) {
  const steps = every(trace)
  const calls = steps.flatMap((step) => step.calls)
  const embeds = new Map(
    steps.flatMap(({ embedded = [] }) => embedded.map(({ call, texts }) => [call, texts] as const)),
  )
  return {
    calls: calls.length,
    tokens: calls.reduce(
      (sum, { promptTokens, answerTokens }) => sum + promptTokens + answerTokens,
      0,
    ),
    embedCalls: embeds.size,
    embeddedTexts: [...embeds.values()].reduce((sum, texts) => sum + texts, 0),
  }
}

describe('the budget of model calls, for three steps', () => {
  it('is 4 + 2n with the paper’s settings, all steps embedded in one batch', async () => {
    const { trace, asked, embedded, tally } = await answer({ preset: 'paper' })
    expect(promptsAsked(asked)).toEqual({
      ...{ 'rewrite-query': 1, 'think-of-steps': 1, 'read-steps': 1, 'vary-step': 3 },
      'rank-tools': 4,
    })
    const tokens = tally.calls.reduce((sum, call) => sum + call.promptTokens + call.answerTokens, 0)
    expect(tokens).toBeGreaterThan(0)
    expect(costOf(trace)).toEqual({ calls: 4 + 2 * 3, tokens, embedCalls: 1, embeddedTexts: 3 * 4 })
    expect(embedded.map((texts) => texts.length)).toEqual([12])
  })

  it('is 2 where planning is fused: one to plan, one to rerank', async () => {
    const { trace, asked } = await answer({ preset: 'fused' })
    expect(promptsAsked(asked)).toEqual({ 'plan-in-one': 1, 'rank-tools': 1 })
    expect(costOf(trace)).toMatchObject({ calls: 2, embedCalls: 1 })
  })

  it('is 3 for a request for one thing, which is not split, and fused 2', async () => {
    const of = queryOf('list the food in the fridge')
    const { asked } = await answer({ preset: 'paper' }, { of })
    expect(promptsAsked(asked)).toEqual({ 'rewrite-query': 1, 'vary-step': 1, 'rank-tools': 1 })
    expect((await answer({ preset: 'fused' }, { of })).asked).toHaveLength(2)
  })

  it.each([
    [{ prompting: 'single' }, { 'rewrite-query': 1, 'split-query': 1, 'vary-step': 3 }],
    [{ prompting: 'single', rewrite: false, variations: 0 }, { 'split-query': 1 }],
    [
      { prompting: 'single', rewrite: false, split: false, stepBack: true },
      { 'vary-step': 1, 'step-back': 1 },
    ],
    [
      { prompting: 'fused', grade: true, searchAgain: 2 },
      { 'plan-in-one': 1, 'grade-tools': 1, 'find-missing': 1 },
    ],
    [{ planner: 'rules', rerank: 'model' }, { 'rank-tools': 1 }],
    [{ planner: 'rules', rerank: 'meaning', shares: 'equal' }, {}],
  ])('with %j is %j', async (options, expected) => {
    const { asked, trace } = await answer({ planner: 'model', ...options })
    expect(promptsAsked(asked)).toEqual(expected)
    expect(costOf(trace).calls).toBe(asked.length)
  })

  it('holds for a sweep over k: all is planned, searched and ranked once', async () => {
    const { pipeline } = await answer({ preset: 'paper' })
    const { ask: askOnce, asked } = scriptedAnswers(ANSWERS)
    const ks = Array.from({ length: 20 }, (_, at) => at + 1)
    const sets = await sweep(pipeline, queryOf(TEXT), { ...runCall({ ask: askOnce }), ks })
    expect(asked).toHaveLength(10)
    expect(sets.map(({ tools }) => tools.length).slice(0, 3)).toEqual([1, 2, 3])
  })
})

describe('the recipe toolshed planned by a model', () => {
  it.each(['paper', 'fused'])(
    'finds the tool of every step, with the settings “%s”',
    async (preset) => {
      const { set } = await answer({ preset }, { k: 3 })
      expect(addresses(set).toSorted()).toEqual([
        'fridge/list_food',
        'oven/preheatOven',
        'timer/start_timer',
      ])
    },
  )

  it('gives each step its share of any k', async () => {
    const { set, trace } = await answer({ preset: 'paper' }, { k: 6 })
    expect(noteOf(trace, 'deal in turn')).toEqual({ 'places of each step': '2, 2, 2' })
    const { set: three } = await answer({ preset: 'paper' }, { k: 3 })
    expect(addresses(three)).toEqual(addresses(set).slice(0, 3))
  })

  it('shows what the planner asks back beside the tools and in the trace', async () => {
    const questions = ['To confirm: you want to heat the oven and a timer?', ' ', 'Ten minutes?']
    const { set, trace } = await answer(
      { planner: 'model', prompting: 'single' },
      { answers: { 'split-query': () => split(STEPS, { questions }) } },
    )
    expect(set.questions).toEqual([questions[0], questions[2]])
    expect(trace[1]?.output).toMatchObject({ shape: 'plan', questions: set.questions })
  })

  it.each([
    ['enough', ['timer/stop_timer'], 0],
    ['some', ['timer/stop_timer', ...TOOLS_OF_STEPS], 3],
    ['none', TOOLS_OF_STEPS, 3],
  ])(
    'where tools held are %s for a follow-up, gives %j',
    async (earlierTools, expected, searched) => {
      const of: Query = {
        ...queryOf('and the same again, please'),
        turns: ['stop the timer'],
        held: [id('timer/stop_timer')],
      }
      const { set, trace } = await answer(
        { planner: 'model', prompting: 'single', rewrite: false, variations: 0 },
        {
          ...{ of, k: expected.length },
          answers: { 'split-query': () => split(STEPS, { earlierTools }) },
        },
      )
      expect(addresses(set).toSorted()).toEqual(expected.toSorted())
      if (earlierTools !== 'none') expect(addresses(set)[0]).toBe('timer/stop_timer')
      const branches = every(trace).find(({ stage }) => stage === 'cover steps')?.branches ?? []
      expect(branches.filter(({ label }) => label !== 'whole')).toHaveLength(searched)
    },
  )

  it('shows a planner that is to see the catalog its groups, topics and nearest tools, hidden ones never', async () => {
    const { asked } = await answer({ planner: 'model', knowsCatalog: true })
    const { text = '' } = asked[0] ?? {}
    for (const shown of ['"oven"', '"heat"', '"oven/preheatOven"']) expect(text).toContain(shown)
    expect(text).not.toContain('self_destruct')
    expect((await answer({ planner: 'model' })).asked[0]?.text).not.toContain('preheatOven')
  })

  it('searches again for what is missing, and puts it last of the set', async () => {
    const missing = ['stop a running countdown', '']
    const { set, trace } = await answer(
      { planner: 'model', searchAgain: 3 },
      { k: 3, answers: { 'find-missing': () => ({ missing: missing.shift() }) } },
    )
    expect(addresses(set).at(-1)).toBe('timer/stop_timer')
    expect(noteOf(trace, 'search again')).toEqual({ rounds: 1, added: 1 })
  })

  it('ends searching again at its bound, however much the model misses', async () => {
    const { asked, set } = await answer(
      { planner: 'model', searchAgain: 2 },
      {
        k: 3,
        answers: {
          'find-missing': ({ tools }: Shown) => ({
            missing: tools.length > 0 ? 'stop, food, bread' : '',
          }),
        },
      },
    )
    expect(promptsAsked(asked)['find-missing']).toBe(2)
    expect(set.tools).toHaveLength(3)
  })

  it.each(['paper', 'fused'])(
    'splits at clauses where no model is connected, with the settings “%s”',
    async (preset) => {
      const pipeline = toolshed.build(kitchen(), toolshed.options.parse({ preset }))
      await prepare(pipeline)
      const { steps, output } = await recorded(pipeline, queryOf(TEXT))
      const plan = traceOf(steps).findLast((step) => step.output.shape === 'plan')?.output
      expect(plan).toMatchObject({ steps: TEXT.split(/, | and /).map((text) => ({ text })) })
      expect(output.tools.length).toBeGreaterThan(0)
    },
  )
})

describe('what a reranker answers', () => {
  it('is held against what it was shown: invented and repeated names are dropped and counted', async () => {
    const { set, trace } = await answer(
      { planner: 'rules', rerank: 'model' },
      {
        answers: {
          'rank-tools': () => ({
            tools: [
              'start_timer',
              'oven/fly',
              'timer/start_timer',
              'preheatOven',
              'oven/self_destruct',
            ],
          }),
        },
      },
    )
    expect(addresses(set)).toEqual(['timer/start_timer', 'oven/preheatOven'])
    expect(noteOf(trace, 'rerank by model')).toEqual({
      'invented names dropped': 2,
      'repeated names dropped': 1,
    })
    expect(set.tools[0]).not.toHaveProperty('score')
  })

  it('is not followed where it names nothing that it was shown', async () => {
    const plain = await answer({})
    const { set, tally } = await answer(
      { rerank: 'model' },
      { answers: { 'rank-tools': () => ({ tools: ['magic'] }) } },
    )
    expect(addresses(set)).toEqual(addresses(plain.set))
    expect(tally.degraded).toEqual(['rerank by model: the model named no tool that it was shown'])
  })

  it('drops what is graded irrelevant, and nothing that it was not shown', async () => {
    const { set, trace } = await answer(
      { grade: true },
      { answers: { 'grade-tools': () => ({ irrelevant: ['oven/preheatOven', 'nothing'] }) } },
    )
    expect(addresses(set)).not.toContain('oven/preheatOven')
    expect(noteOf(trace, 'grade')).toEqual({ 'invented names dropped': 1 })
  })
})

describe('a plan of no use', () => {
  const options = { planner: 'model', prompting: 'single', rewrite: false, variations: 0 }
  const planned = async (steps: string[], of = queryOf(TEXT)) => {
    const { trace, set } = await answer(options, {
      of,
      answers: { 'split-query': () => split(steps) },
    })
    const plan = trace[0]?.output
    return {
      set,
      notes: trace[0]?.notes,
      texts: plan?.shape === 'plan' ? plan.steps.map(({ text }) => text) : [],
    }
  }

  it('of fifty steps is cut at twelve, which the trace tells', async () => {
    const { texts, notes } = await planned(Array.from({ length: 50 }, (_, at) => `step ${at}`))
    expect(texts).toHaveLength(12)
    expect(notes).toEqual({ steps: 12, 'steps left out': 38 })
  })

  it('of equal and empty steps keeps each once', async () => {
    expect((await planned(['heat', ' Heat ', '', '  ', 'cool'])).texts).toEqual(['heat', 'cool'])
  })

  it.each([[[]], [['', ' ']]])('of %j is the request as it stands', async (steps) => {
    const { texts, set } = await planned(steps)
    expect(texts).toEqual([TEXT])
    expect(set.tools.length).toBeGreaterThan(0)
  })

  it('of endless steps searches their beginnings', async () => {
    const { texts } = await planned(['x'.repeat(50_000), 'heat the oven'])
    expect(texts.map((text) => text.length)).toEqual([1000, 13])
  })
})

describe('a request that is hard to plan', () => {
  const asks = async (text: string, options: JsonObject = { preset: 'paper' }) =>
    (await answer(options, { of: queryOf(text) })).asked

  it.each(['paper', 'fused'])(
    'of 100 KB is not planned by a model that would see only its beginning: “%s”',
    async (preset) => {
      const of = queryOf(`${'start the timer, '.repeat(6000)}`)
      const { asked, trace, set } = await answer({ preset }, { of })
      for (const { text } of asked) expect(text.length).toBeLessThan(20_000)
      expect(promptsAsked(asked)).not.toHaveProperty('plan-in-one')
      expect(promptsAsked(asked)).not.toHaveProperty('rewrite-query')
      expect(trace[0]?.notes).toEqual({ 'left alone': 'it is longer than a model is shown' })
      expect(set.query.text).toBe(of.text)
    },
  )

  it('that is empty asks nothing', async () => {
    for (const preset of ['paper', 'fused']) expect(await asks('  ', { preset })).toEqual([])
  })

  it('in another language is split by the model, as rules cannot tell that it asks for one thing', async () => {
    const asked = await asks('Heize den Ofen vor und stelle danach einen Wecker')
    expect(promptsAsked(asked)).toHaveProperty('think-of-steps')
  })

  it('of thirty clauses is searched by twelve, which the trace tells', async () => {
    const text = Array.from({ length: 30 }, (_, at) => `heat oven number ${at + 10}`).join(', ')
    const { trace } = await answer({}, { of: queryOf(text) })
    expect(trace[0]?.notes).toEqual({ steps: 12, 'not searched': 18 })
  })
})

describe('the options of toolshed', () => {
  it.each([
    [
      { preset: 'paper' },
      { planner: 'rules', shares: 'coverage', rerank: 'none', search: 'hybrid' },
    ],
    [{ preset: 'fused' }, { planner: 'rules', prompting: 'two-call', variations: 0, k1: 9 }],
    [
      { planner: 'rules' },
      { prompting: 'single', rewrite: false, variations: 0, stepBack: true, knowsCatalog: true },
    ],
    [{ planner: 'model', prompting: 'fused' }, { stepBack: true }],
    [{ search: 'dense' }, { k1: 9, b: 0, countRepeats: true, components: ['name'] }],
  ])('with %j give the same whatever the options that forms hide then: %j', async (used, idle) => {
    const { shape } = toolshed.options
    const standard = toolshed.options.parse(used) as JsonObject
    for (const name of Object.keys(idle)) {
      const meta = z.globalRegistry.get(shape[name] as z.ZodType) as unknown as OptionMeta
      expect(hasEffect(meta, standard)).toBe(false)
    }
    const plain = await answer(used)
    expect((await answer({ ...used, ...idle })).set).toEqual(plain.set)
  })
})

describe('whether toolshed asks a model', () => {
  const asks = (options: JsonObject) => {
    const defaults = toolshed.options.parse({}) as JsonObject
    return asksModelWith(
      { asksModel: false, defaults, asksModelWhere: toolshed.asksModelWhere },
      options,
    )
  }
  const choices = (name: string, ...values: JsonValue[]) =>
    values.map((value) => ({ [name]: value }))
  const every = [
    choices('preset', 'own', 'paper', 'fused'),
    choices('planner', 'rules', 'model'),
    choices('rerank', 'none', 'meaning', 'model'),
    choices('grade', false, true),
    choices('searchAgain', 0, 2),
  ].reduce<JsonObject[]>(
    (all, some) => all.flatMap((one) => some.map((other) => ({ ...one, ...other }) as JsonObject)),
    [{}],
  )

  it('is told of its options as it is, so that nothing is asked unasked', () => {
    const kit = kitchen()
    for (const options of every) {
      const pipeline = toolshed.build(kit, toolshed.options.parse(options))
      expect([options, asks(options)]).toEqual([options, promptsOf(pipeline).length > 0])
    }
    expect(asks({})).toBe(false)
  })
})
