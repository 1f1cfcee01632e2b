import { describe, expect, it } from 'vitest'
import { toolId, type ToolId } from '../../../../src-main/domain/tool/tool'
import { callsOf, costOfCalls } from '../../../../src-main/domain/trace/cost'
import {
  answerDifference,
  placeChanges,
  type ComparedAnswer,
} from '../../../../src-main/domain/trace/difference'
import type { StepOutput, TraceStep } from '../../../../src-main/domain/trace/trace'

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => toolId(name)) as [
  ToolId,
  ToolId,
  ToolId,
  ToolId,
]

const ranking = (tools: ToolId[], { score = 1, count = tools.length } = {}): StepOutput => ({
  shape: 'ranking',
  order: 'score',
  count,
  tools: tools.map((tool) => ({ tool, score, witnesses: [] })),
})
const step = (path: string, output: StepOutput, more: Partial<TraceStep> = {}): TraceStep => ({
  path,
  stage: path,
  settings: {},
  notes: {},
  output,
  latencyMs: 1,
  calls: [],
  degraded: [],
  dropped: [],
  shared: false,
  branches: [],
  ...more,
})
const answer = (tools: ToolId[], steps: TraceStep[], more: Partial<ComparedAnswer> = {}) => ({
  recipe: 'r',
  options: {},
  k: 2,
  tools,
  steps,
  ...more,
})

describe('two answers', () => {
  it('differ in what came, went and moved: the later order first, then what went', () => {
    expect(placeChanges([a, b, c], [c, b, d])).toEqual([
      { tool: c, before: 3, after: 1 },
      { tool: b, before: 2, after: 2 },
      { tool: d, after: 3 },
      { tool: a, before: 1 },
    ])
    const { came, went, moved } = answerDifference(answer([a, b, c], []), answer([c, b, d], []))
    expect([came, went, moved]).toEqual([1, 1, 1])
  })

  it('begin to differ at the first step that does, branches before the step that joins them', () => {
    const inner = (tools: ToolId[]) => [
      { label: 'words', steps: [step('x/words/y', ranking(tools))] },
    ]
    const before = answer([a], [step('x', ranking([a, b]), { branches: inner([a]) })])
    const after = answer([b], [step('x', ranking([b, a]), { branches: inner([b]) })])
    const { first, steps } = answerDifference(before, after)
    expect(first?.path).toBe('x/words/y')
    expect(steps.map(({ path, kind }) => [path, kind])).toEqual([
      ['x/words/y', 'other'],
      ['x', 'other'],
    ])
    expect(steps[1]?.changes).toEqual([
      { tool: b, before: 2, after: 1 },
      { tool: a, before: 1, after: 2 },
    ])
  })

  it('tell other scores in the same order from another order, and steps of one alone', () => {
    const before = answer([a], [step('x', ranking([a])), step('gone', ranking([a]))])
    const after = answer([a], [step('x', ranking([a], { score: 2 })), step('new', ranking([a]))])
    const { steps } = answerDifference(before, after)
    expect(steps.map(({ path, kind }) => [path, kind])).toEqual([
      ['gone', 'only before'],
      ['x', 'scores'],
      ['new', 'only after'],
    ])
  })

  it('are not taken to differ where one trace merely tells less of a list', () => {
    const before = answer([a], [step('x', ranking([a], { count: 3 }))])
    const after = answer([a], [step('x', ranking([a, b, c]))])
    expect(answerDifference(before, after).first).toBeUndefined()
  })

  it('of plans differ in their texts', () => {
    const plan = (text: string): StepOutput => ({
      shape: 'plan',
      steps: [{ text, variations: [text] }],
      kept: [],
    })
    const one = answer([], [step('plan', plan('x'))])
    expect(answerDifference(one, answer([], [step('plan', plan('x'))])).first).toBeUndefined()
    expect(answerDifference(one, answer([], [step('plan', plan('y'))])).first?.kind).toBe('other')
  })

  it('say what they were asked with otherwise', () => {
    const asked = { options: { b: 0.5 } }
    expect(answerDifference(answer([], [], asked), answer([], [], asked)).askedOtherwise).toEqual(
      [],
    )
    const other = { k: 3, embedder: 'x' }
    expect(answerDifference(answer([], [], asked), answer([], [], other)).askedOtherwise).toEqual([
      'options',
      'k',
      'embedder',
    ])
  })
})

it('what models were asked is summed over all steps and the pipelines inside them', () => {
  const call = { prompt: 'p@1', promptTokens: 10, answerTokens: 2, cached: false, repaired: true }
  const free = { ...call, promptTokens: 0, answerTokens: 0, cached: true, repaired: false }
  const inner = [{ label: 'round 1', steps: [step('x/y', ranking([]), { calls: [call, free] })] }]
  const steps = [step('x', ranking([]), { calls: [call], branches: inner })]
  expect(costOfCalls(callsOf(steps))).toEqual({
    calls: 3,
    cached: 1,
    repaired: 2,
    promptTokens: 20,
    answerTokens: 4,
  })
})
