import { describe, expect, it } from 'vitest'
import { DiagramNode, TraceStep } from '../../../../src-main/domain/trace/trace'
import { id } from '../../../fakes/catalog-tool'

const step = (over: Partial<TraceStep> = {}): TraceStep => ({
  path: 'rewrite',
  stage: 'rewrite',
  settings: { model: 'small', temperature: 0, cached: true },
  notes: { rounds: 2 },
  output: { shape: 'query', text: 'Send a mail.' },
  latencyMs: 1.5,
  calls: [
    { prompt: 'rewrite@1', promptTokens: 30, answerTokens: 10, cached: false, repaired: true },
  ],
  degraded: [],
  dropped: [{ why: 'beyond the first 5', count: 95 }],
  shared: false,
  branches: [],
  ...over,
})

const outputs: TraceStep['output'][] = [
  { shape: 'query', text: 'mail' },
  { shape: 'plan', steps: [{ text: 'mail', variations: ['mail', 'post'] }], kept: [] },
  { shape: 'ranking', order: 'score', count: 900, tools: [{ tool: id('send'), witnesses: [] }] },
  { shape: 'tool-set', size: 'adaptive', count: 1, tools: [{ tool: id('send'), witnesses: [] }] },
]

describe('a trace step', () => {
  it('comes through JSON as it was, branches within branches included', () => {
    const inner = step({ path: 'both/words/rewrite', degraded: ['no JSON'], shared: true })
    const nested = step({
      words: { notifi: 'notifying' },
      branches: [
        { label: 'words', steps: [inner] },
        { label: 'meaning', steps: [step({ branches: [{ label: 'round 1', steps: [step()] }] })] },
      ],
    })
    expect(TraceStep.parse(JSON.parse(JSON.stringify(nested)))).toEqual(nested)
  })

  it.each(outputs)('may give $shape', (output) => {
    expect(TraceStep.parse(step({ output }))).toEqual(step({ output }))
  })

  it('is refused with a shape that does not exist, or a list that is not counted', () => {
    expect(TraceStep.safeParse({ ...step(), output: { shape: 'bag' } }).success).toBe(false)
    const uncounted = { shape: 'ranking', order: 'score', tools: [] }
    expect(TraceStep.safeParse({ ...step(), output: uncounted }).success).toBe(false)
  })

  it('is refused with a branch that has no label', () => {
    const branches = [{ steps: [step()] }]
    expect(TraceStep.safeParse({ ...step(), branches }).success).toBe(false)
  })
})

it('a diagram comes through JSON as it was, to any depth', () => {
  const leaf = { stage: 'bm25', inside: [] }
  const drawn = { stage: 'fuse', inside: [{ label: 'words', nodes: [leaf] }] }
  const deeper = { stage: 'each', inside: [{ label: 'each step', nodes: [drawn] }] }
  expect(DiagramNode.parse(JSON.parse(JSON.stringify(deeper)))).toEqual(deeper)
  expect(DiagramNode.safeParse({ stage: 'bm25' }).success).toBe(false)
})
