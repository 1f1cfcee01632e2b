import { describe, expect, it } from 'vitest'
import type { CallScore, MadeCall } from '../../../../src-main/domain/agent/run'
import { ToolId, type JsonObject } from '../../../../src-main/domain/tool/tool'
import {
  holdCalls,
  scoreOfQuery,
  callKindOf,
  goldenCallsOf,
  verdictOf,
} from '../../../../src-main/evaluation/agent/call-score'
import { expectedAccuracy } from '../../../../src-main/evaluation/agent/summarise-agent'

const id = (name: string) => ToolId.parse(name)
const call = (tool: string, given: JsonObject = {}): MadeCall => ({
  tool: id(tool),
  arguments: given,
})
const RIGHT: CallScore = { name: 1, weighted: 1 }
const WRONG: CallScore = { name: 0, weighted: 0 }

describe('why an agent failed', () => {
  const golden = [call('find', { city: 'Bern' })]
  const judge = (made: MadeCall[], more: { missing?: string[]; alone?: CallScore } = {}) => {
    const held = holdCalls(golden, made)
    const { missing = [], alone } = more
    const score = scoreOfQuery(held)
    return verdictOf({ held, score, calls: made, missing: missing.map(id), alone })
  }

  it('is nothing where its calls are right, whatever was given', () => {
    expect(judge(golden)).toBe('right')
    expect(judge(golden, { missing: ['other'] })).toBe('right')
  })

  it('is that the right tool was not given', () => {
    expect(judge([call('other')], { missing: ['find'], alone: RIGHT })).toBe('wrong-ones')
  })

  it('is that too many were given, where it does it right with the right ones alone', () => {
    expect(judge([call('other')], { alone: RIGHT })).toBe('too-many')
    expect(judge([call('find', { city: 'Basel' })], { alone: RIGHT })).toBe('too-many')
  })

  it('is the call, where it is wrong with the right tools alone as well', () => {
    expect(judge([call('other')], { alone: WRONG })).toBe('other-tool')
    expect(judge([], { alone: WRONG })).toBe('other-tool')
    expect(judge([call('find', { town: 'Bern' })], { alone: WRONG })).toBe('wrong-arguments')
    // Nothing but the right tools was given: there is nothing to ask again.
    expect(judge([call('find', {})])).toBe('wrong-arguments')
  })

  it('of a query that no tool answers is any call', () => {
    const none = { held: [], score: RIGHT, missing: [] }
    expect(verdictOf({ ...none, calls: [] })).toBe('rightly-none')
    expect(verdictOf({ ...none, calls: [call('find')] })).toBe('called-anyway')
  })
})

describe('golden calls', () => {
  const query = { id: 'q', text: 'x', origin: 'human' as const }
  const apart = () => false

  it('are those of the set, and each other golden tool by its name', () => {
    const tools = ['find', 'send', 'find'].map(id)
    expect(goldenCallsOf({ ...query, tools })).toEqual([{ tool: 'find' }, { tool: 'send' }])
    const calls = [call('find', { city: 'Bern' }), call('find', { city: 'Basel' })]
    expect(goldenCallsOf({ ...query, tools, calls })).toEqual([...calls, { tool: 'send' }])
  })

  it('are single, parallel, or sequential where one takes what another gives', () => {
    const two = [call('find'), call('send', { text: 'hello' })]
    expect(callKindOf([], apart)).toBe('none')
    expect(callKindOf(two.slice(1), apart)).toBe('single')
    expect(callKindOf(two, apart)).toBe('parallel')
    expect(callKindOf([call('find'), call('send', { text: 'API_call_0' })], apart)).toBe(
      'sequential',
    )
    expect(callKindOf(two, (tool, other) => tool === 'send' && other === 'find')).toBe('sequential')
  })
})

describe('expected agent accuracy', () => {
  it('is the product of both, with both errors in its interval', () => {
    // Errors .05 and .02: sqrt((.9 · .05)² + (.8 · .02)²) = .04776; half the interval is 1.96 times
    // that.
    const agent = { mean: 0.8, ci95: [0.8 - 0.098, 0.8 + 0.098] as [number, number] }
    const recall = { mean: 0.9, ci95: [0.9 - 0.0392, 0.9 + 0.0392] as [number, number] }
    const { mean, ci95 } = expectedAccuracy(agent, recall)
    expect(mean).toBeCloseTo(0.72, 12)
    expect(ci95[0]).toBeCloseTo(0.72 - 0.09361, 4)
    expect(ci95[1]).toBeCloseTo(0.72 + 0.09361, 4)
  })

  it('stays between 0 and 1', () => {
    const wide = { mean: 0.95, ci95: [0.5, 1] as [number, number] }
    const { ci95 } = expectedAccuracy(wide, wide)
    expect(ci95[0]).toBeGreaterThanOrEqual(0)
    expect(ci95[1]).toBeLessThanOrEqual(1)
  })
})
