import { describe, expect, it } from 'vitest'
import { queryOf } from '../../../src-main/domain/query'
import { TraceStep } from '../../../src-main/domain/trace'

const step = (over: Partial<TraceStep> = {}): TraceStep => ({
  stage: 'rewrite',
  settings: { model: 'small', temperature: 0, cached: true },
  input: queryOf('mail'),
  output: queryOf('Send a mail.'),
  latencyMs: 1.5,
  llmCalls: 1,
  tokens: 40,
  branches: [],
  ...over,
})

describe('a trace step', () => {
  it('comes through JSON as it was, branches within branches included', () => {
    const nested = step({
      branches: [[step({ degraded: 'no JSON' })], [step({ branches: [[step()]] })]],
    })
    expect(TraceStep.parse(JSON.parse(JSON.stringify(nested)))).toEqual(nested)
  })

  it('is refused with a shape that does not exist', () => {
    expect(TraceStep.safeParse({ ...step(), output: { shape: 'bag' } }).success).toBe(false)
  })
})
