import { describe, expect, it } from 'vitest'
import { ToolId, type JsonObject } from '../../../../src-main/domain/tool/tool'
import {
  holdCalls,
  scoreOfQuery,
  sameValue,
  type GoldenCall,
} from '../../../../src-main/evaluation/agent/call-score'

const call = (tool: string, given: JsonObject) => ({ tool: ToolId.parse(tool), arguments: given })
const named = (tool: string): GoldenCall => ({ tool: ToolId.parse(tool) })
const scored = (golden: GoldenCall[], made: ReturnType<typeof call>[]) =>
  scoreOfQuery(holdCalls(golden, made))

describe('the Toolshed Evaluation Framework', () => {
  const weather = call('weather', { city: 'Paris', days: 3 })

  it('gives half for the name, a quarter for keys and a quarter for values', () => {
    expect(scored([weather], [weather])).toEqual({ name: 1, keys: 1, values: 1, weighted: 1 })
    // One of two keys, its value right: .50 + .25 · 1/2 + .25 · 1/2.
    expect(scored([weather], [call('weather', { city: 'Paris' })])).toEqual({
      name: 1,
      keys: 0.5,
      values: 0.5,
      weighted: 0.75,
    })
    // Both keys, one value right: .50 + .25 + .25 · 1/2.
    expect(scored([weather], [call('weather', { city: 'Oslo', days: 3 })])).toEqual({
      name: 1,
      keys: 1,
      values: 0.5,
      weighted: 0.875,
    })
    expect(scored([weather], [call('mail', { city: 'Paris', days: 3 })])).toEqual({
      name: 0,
      keys: 0,
      values: 0,
      weighted: 0,
    })
  })

  it('averages the golden calls of a query, in whatever order they were made', () => {
    const mail = call('mail', { to: 'ann' })
    expect(scored([weather, mail], [mail, weather]).weighted).toBe(1)
    expect(scored([weather, mail], [mail]).weighted).toBe(0.5)
  })

  it('holds several calls of one tool against those that fit them best, each once', () => {
    const paris = call('weather', { city: 'Paris' })
    const oslo = call('weather', { city: 'Oslo' })
    expect(scored([paris, oslo], [oslo, paris]).weighted).toBe(1)
    const held = holdCalls([paris, oslo], [oslo])
    expect(held.map((each) => each.call)).toEqual([undefined, 0])
    expect(scored([paris, oslo], [oslo, oslo]).weighted).toBe((1 + 0.75) / 2)
  })

  it('wants no argument where the golden call has none', () => {
    const bare = call('list', {})
    expect(scored([bare], [bare])).toEqual({ name: 1, keys: 1, values: 1, weighted: 1 })
    expect(scored([bare], [call('list', { page: 2 })]).weighted).toBe(0.5)
  })

  it('scores the name alone where the golden set says nothing of arguments', () => {
    expect(scored([named('list')], [call('list', { page: 2 })])).toEqual({ name: 1, weighted: 1 })
    expect(scored([named('list')], [])).toEqual({ name: 0, weighted: 0 })
    expect(scored([named('list'), weather], [weather])).toEqual({
      name: 0.5,
      keys: 1,
      values: 1,
      weighted: 0.5,
    })
  })

  it('takes nothing away for calls besides, as it is a recall', () => {
    expect(scored([weather], [call('mail', {}), weather]).weighted).toBe(1)
  })

  it('says which arguments are missing, have another value, or are not of the golden call', () => {
    const [held] = holdCalls([weather], [call('weather', { city: 'Rome', unit: 'C' })])
    expect(held?.differences).toEqual([
      { key: 'city', why: 'other value' },
      { key: 'days', why: 'missing' },
      { key: 'unit', why: 'extra' },
    ])
  })

  it('is not misled by arguments called as what every object has', () => {
    const golden = call('list', { constructor: 'x' })
    expect(scored([golden], [call('list', {})]).keys).toBe(0)
    expect(scored([golden], [call('list', { constructor: 'x' })]).weighted).toBe(1)
  })
})

describe('values of arguments', () => {
  it.each([
    ['Paris', ' paris ', true],
    ['New  York', 'new york', true],
    ['Paris', 'Paris, France', false],
    ['40.7', 40.7, true],
    ['40.70', 40.7, true],
    [3, '3', true],
    [3, 4, false],
    ['007', '7', false],
    ['90071992547409931234', '90071992547409931235', false],
    [true, 'true', true],
    [null, null, true],
    [null, '', false],
    [['a', 'b'], ['A', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [['a'], 'a', false],
    [{ x: 1, y: '2' }, { y: 2, x: 1 }, true],
    [{ x: 1 }, { x: 1, y: 2 }, false],
    ['API_call_0', 'API_call_3', true],
    ['API_call_0', 'project 7', false],
  ])('%j and %j', (golden, given, same) => {
    expect(sameValue(golden, given)).toBe(same)
  })
})

it('tells integers apart that a double would not', () => {
  expect(sameValue(1234567890123456789n, '1234567890123456789')).toBe(true)
  expect(sameValue(1234567890123456789n, 1234567890123456788n)).toBe(false)
})
