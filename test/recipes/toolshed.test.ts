import { describe, expect, it } from 'vitest'
import { queryOf, type Query } from '../../src-main/domain/query/query'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { callsOf, costOfCalls, embedsOf } from '../../src-main/domain/trace/cost'
import type { TraceStep } from '../../src-main/domain/trace/trace'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { toolshed } from '../../src-main/pipeline/recipes/toolshed'
import { traceOf } from '../../src-main/pipeline/record'
import { prepare, sweep } from '../../src-main/pipeline/runner'
import { mostCalls, promptsOf } from '../../src-main/pipeline/stage'
import { id } from '../fakes/catalog-tool'
import { recorded, runCall } from '../fakes/run-call'
import { scriptedAnswers } from '../fakes/scripted-answers'
import { addresses, ask, kitchen } from './kitchen-catalog'
import {
  ANSWERS,
  answer,
  every,
  noteOf,
  planned,
  promptsAsked,
  split,
  STEPS,
  TEXT,
  TOOLS_OF_STEPS,
  type Shown,
} from './toolshed-kitchen'

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

/**
 * What is printed of a run: its model calls, tokens, and calls of the embedder with their texts.
 */
function costOf(trace: readonly TraceStep[]) {
  const { calls, promptTokens, answerTokens } = costOfCalls(callsOf(trace))
  const embeds = embedsOf(trace)
  return {
    calls,
    tokens: promptTokens + answerTokens,
    embedCalls: embeds.calls,
    embeddedTexts: embeds.texts,
  }
}

describe('the budget of model calls, for three steps', () => {
  it('is 4 + 2n with the paper’s settings, all steps embedded in one batch', async () => {
    const { pipeline, trace, asked, embedded, tally } = await answer({ preset: 'paper' })
    expect(mostCalls(pipeline, 3)).toBe(asked.length)
    expect(promptsAsked(asked)).toEqual({
      'rewrite-query': 1,
      'think-of-steps': 1,
      'read-steps': 1,
      'vary-step': 3,
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

  it('is 5 for a request that the model finds to be one step, and fused 2', async () => {
    const text = 'list the food in the fridge'
    const ways = {
      of: queryOf(text),
      answers: {
        'read-steps': () => split([text]),
        'plan-in-one': () => ({ rewritten: text, ...planned([text]) }),
      },
    }
    const { pipeline, asked } = await answer({ preset: 'paper' }, ways)
    expect(mostCalls(pipeline, 1)).toBe(asked.length)
    expect(promptsAsked(asked)).toEqual({
      'rewrite-query': 1,
      'think-of-steps': 1,
      'read-steps': 1,
      'vary-step': 1,
      'rank-tools': 1,
    })
    expect((await answer({ preset: 'fused' }, ways)).asked).toHaveLength(2)
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
    [{ planner: 'rules', rerank: 'model', shares: 'equal' }, { 'rank-tools': 3 + 1 }],
    [{ planner: 'rules', rerank: 'meaning', shares: 'equal' }, {}],
  ])('with %j is %j', async (options, expected) => {
    const { pipeline, asked, trace } = await answer({ planner: 'model', ...options })
    expect(promptsAsked(asked)).toEqual(expected)
    const steps = trace.findLast(({ output }) => output.shape === 'plan')?.output
    expect(
      mostCalls(pipeline, steps?.shape === 'plan' ? steps.steps.length : 1),
    ).toBeGreaterThanOrEqual(asked.length)
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

describe('a request that rules take for one clause', () => {
  const text = 'make dinner for ten with a hot oven, food and a timer'
  const answers = { 'plan-in-one': () => ({ rewritten: text, ...planned(STEPS) }) }
  const stepsIn = (trace: readonly TraceStep[]) => {
    const plan = trace.findLast(({ output }) => output.shape === 'plan')?.output
    return plan?.shape === 'plan' ? plan.steps.map((step) => step.text) : []
  }

  it.each<JsonObject>([
    { preset: 'paper' },
    { preset: 'fused' },
    { planner: 'model', prompting: 'single' },
    { planner: 'model', prompting: 'fused' },
  ])('is searched in the steps that the model plans with %j', async (options) => {
    const { set, trace } = await answer(options, { of: queryOf(text), k: 3, answers })
    expect(stepsIn(trace)).toEqual(STEPS)
    expect(addresses(set).toSorted()).toEqual(TOOLS_OF_STEPS)
  })

  it('stays whole where no model plans, or the user wants no steps', async () => {
    const unsplit: JsonObject[] = [{}, { planner: 'model', split: false }]
    for (const options of unsplit) {
      const { trace } = await answer(options, { of: queryOf(text), answers })
      expect(stepsIn(trace)).toEqual([text])
    }
  })

  it('that is not to be split is searched by each of the steps planned, before other words for them', async () => {
    const { trace } = await answer(
      { planner: 'model', split: false, variations: 3 },
      { of: queryOf(text), answers },
    )
    const [step] = trace[0]?.output.shape === 'plan' ? trace[0].output.steps : []
    expect(step?.variations).toEqual([text, STEPS[1], STEPS[2], `${STEPS[0]} now`, STEPS[0]])
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

  it.each(['fused', 'single', 'two-call'])(
    'shows what it would ask back beside the tools and in the trace, planned by %s',
    async (prompting) => {
      const { set, trace, asked } = await answer(
        { planner: 'model', prompting, askBack: true },
        {
          answers: {
            'ask-back': () => ({ ambiguity: 'timer: start or stop', question: ' Start or stop? ' }),
          },
        },
      )
      expect(set.questions).toEqual(['Start or stop?'])
      expect(trace.find(({ stage }) => stage === 'ask back')?.output).toMatchObject({
        shape: 'plan',
        questions: ['Start or stop?'],
      })
      expect(asked.find(({ prompt }) => prompt === 'ask-back')?.text).toContain(TEXT)
    },
  )

  it.each([
    ['no ambiguity', { ambiguity: 'None.', question: 'To confirm: all of it?' }],
    ['no question', { ambiguity: 'the timer', question: 'n/a' }],
  ])('asks nothing back where the model tells %s', async (_, given) => {
    const options = { planner: 'model', askBack: true }
    const { set, asked } = await answer(options, { answers: { 'ask-back': () => given } })
    expect(set.questions).toBeUndefined()
    expect(promptsAsked(asked)).toEqual({ 'plan-in-one': 1, 'ask-back': 1 })
  })

  it('asks nothing back unless it is to', async () => {
    const unasked: JsonObject[] = [{ planner: 'model' }, { preset: 'paper' }, { preset: 'fused' }]
    for (const options of unasked) {
      const { set, asked } = await answer(options)
      expect(promptsAsked(asked)).not.toHaveProperty('ask-back')
      expect(set.questions).toBeUndefined()
    }
  })

  it.each([
    ['split-query', { prompting: 'single' }],
    ['read-steps', { prompting: 'two-call' }],
    ['plan-in-one', { prompting: 'fused' }],
  ])('is asked by “%s” about tools held only where there are any', async (prompt, options) => {
    const textWith = async (of: Query) => {
      const { asked } = await answer({ planner: 'model', ...options }, { of })
      return asked.find((each) => each.prompt === prompt)?.text
    }
    const held = [id('timer/stop_timer')]
    expect(await textWith({ ...queryOf(TEXT), held })).toContain('toolsHeld')
    expect(await textWith(queryOf(TEXT))).not.toContain('toolsHeld')
  })

  it.each([0, 2, 5])('asks for %s variations of each step, and searches no more', async (most) => {
    const { asked, trace } = await answer({ planner: 'model', variations: most })
    expect(asked[0]?.text).toContain(`Variations of each step: ${most}`)
    const plan = trace[0]?.output
    const found =
      plan?.shape === 'plan' ? plan.steps.map(({ variations }) => variations.length) : []
    expect(found).toEqual(STEPS.map(() => 1 + Math.min(most, 2)))
  })

  it.each([
    ['enough', ['timer/stop_timer'], 0],
    ['some', ['timer/stop_timer', ...TOOLS_OF_STEPS], 3],
    ['none', TOOLS_OF_STEPS, 3],
  ])('where tools held are %s for a follow-up, gives %j', async (toolsHeld, expected, searched) => {
    const of: Query = {
      ...queryOf('and the same again, please'),
      turns: ['stop the timer'],
      held: [id('timer/stop_timer')],
    }
    const { set, trace } = await answer(
      { planner: 'model', prompting: 'single', rewrite: false, variations: 0 },
      {
        of,
        k: expected.length,
        answers: { 'split-query': () => split(STEPS, { toolsHeld }) },
      },
    )
    expect(addresses(set).toSorted()).toEqual(expected.toSorted())
    if (toolsHeld !== 'none') expect(addresses(set)[0]).toBe('timer/stop_timer')
    const branches = every(trace).find(({ stage }) => stage === 'cover steps')?.branches ?? []
    expect(branches.filter(({ label }) => label !== 'whole')).toHaveLength(searched)
  })

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
