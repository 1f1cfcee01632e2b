import { describe, expect, it } from 'vitest'
import { queryOf } from '../../src-main/domain/query/query'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { stageTitle } from '../../src-main/domain/trace/stage-title'
import { addresses } from './kitchen-catalog'
import {
  answer,
  noteOf,
  planned,
  promptsAsked,
  split,
  STEPS,
  TEXT,
  TOOLS_OF_STEPS,
} from './toolshed-kitchen'

describe('what a reranker answers', () => {
  it('is held against what it was shown: invented and repeated names are dropped and counted', async () => {
    const { set, trace } = await answer(
      { planner: 'rules', rerank: 'model' },
      {
        answers: {
          'rank-tools': () => ({
            tools: [
              'preheatOven',
              'oven/fly',
              'oven/preheatOven',
              'start_timer',
              'oven/self_destruct',
            ],
          }),
        },
      },
    )
    expect(addresses(set)).toEqual(['oven/preheatOven', 'timer/start_timer'])
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
    expect(tally.degraded).toEqual([
      'The model named no tool that it was shown: kept the order (Rerank with a model).',
    ])
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
  const plannedOf = async (steps: string[], of = queryOf(TEXT)) => {
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
    const { texts, notes } = await plannedOf(Array.from({ length: 50 }, (_, at) => `step ${at}`))
    expect(texts).toHaveLength(12)
    expect(notes).toEqual({ steps: 12, 'steps left out': 38 })
  })

  it('of equal and empty steps keeps each once', async () => {
    expect((await plannedOf(['heat', ' Heat ', '', '  ', 'cool'])).texts).toEqual(['heat', 'cool'])
  })

  it.each([[[]], [['', ' ']]])('of %j is the request as it stands', async (steps) => {
    const { texts, set } = await plannedOf(steps)
    expect(texts).toEqual([TEXT])
    expect(set.tools.length).toBeGreaterThan(0)
  })

  it('of endless steps searches their beginnings', async () => {
    const { texts } = await plannedOf(['x'.repeat(50_000), 'heat the oven'])
    expect(texts.map((text) => text.length)).toEqual([1000, 13])
  })
})

describe('a rewriting that leaves out most of the request', () => {
  const OK = 'Sure, I can do that.'

  it.each([
    ['paper', 'rewrite', { 'rewrite-query': () => ({ text: OK }) }],
    ['fused', 'plan at once', { 'plan-in-one': () => ({ rewritten: OK, ...planned(STEPS) }) }],
  ])('is not used, which the answer tells, with the settings “%s”', async (preset, of, answers) => {
    const { set, trace, tally } = await answer({ preset }, { k: 3, answers })
    expect(set.query.text).toBe(TEXT)
    expect(addresses(set).toSorted()).toEqual(TOOLS_OF_STEPS)
    expect(noteOf(trace, of)).toMatchObject({ 'rewriting not used': OK })
    expect(tally.degraded).toEqual([
      `The model’s rewriting leaves out most of the request: used the request as asked (${stageTitle(of)}).`,
    ])
    expect(tally.failed).toEqual([])
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

  it('in another language is split by the model', async () => {
    const asked = await asks('Heize den Ofen vor und stelle danach einen Wecker')
    expect(promptsAsked(asked)).toHaveProperty('think-of-steps')
  })

  it('of thirty clauses is searched by twelve, which the trace tells', async () => {
    const text = Array.from({ length: 30 }, (_, at) => `heat oven number ${at + 10}`).join(', ')
    const { trace } = await answer({}, { of: queryOf(text) })
    expect(trace[0]?.notes).toEqual({ steps: 12, 'not searched': 18 })
  })
})

describe('the clauses of a request', () => {
  const of = queryOf('Please start a timer for the eggs, then preheat the oven to 200 degrees.')
  const plansWith = async (options: JsonObject) => {
    const { trace } = await answer(options, {
      of,
      answers: {
        'split-query': () => split(['cook eggs']),
        'think-of-steps': () => ({ thoughts: 'Cook eggs.' }),
        'read-steps': () => split(['cook eggs']),
      },
    })
    return trace.flatMap(({ stage, output, notes }) =>
      output.shape === 'plan'
        ? [{ stage, notes, texts: output.steps.map(({ text }) => text.toLowerCase()) }]
        : [],
    )
  }

  it('are searched beside the steps of a model that did not split it', async () => {
    const own = { planner: 'model', prompting: 'single', rewrite: false, variations: 0 }
    const last = (await plansWith(own)).at(-1)
    expect(last?.stage).toBe('keep the clauses')
    expect(last?.notes).toMatchObject({ 'clauses kept': 2 })
    expect(last?.texts.slice(0, 2)).toEqual([
      expect.stringContaining('timer'),
      expect.stringContaining('oven'),
    ])
  })

  it('are left to the model by the paper’s settings', async () => {
    const plans = await plansWith({ preset: 'paper' })
    expect(plans.map(({ stage }) => stage)).not.toContain('keep the clauses')
  })
})
