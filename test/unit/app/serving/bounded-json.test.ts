import { describe, expect, it } from 'vitest'
import { boundedJson, sizeWithin } from '../../../../src-main/app/serving/bounded-json'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'

const nested = (levels: number): JsonObject => (levels === 0 ? {} : { a: nested(levels - 1) })
const size = (value: unknown) => JSON.stringify(value).length

describe('a size', () => {
  it('counts what is not written as nothing', () => {
    expect(sizeWithin({ a: undefined }, 100)).toBe(sizeWithin({}, 100))
  })

  it('is exact for what is small, and one more than the bound for what is beyond', () => {
    expect(sizeWithin('abc', 5)).toBe(5)
    expect(sizeWithin('abcd', 5)).toBe(6)
    expect(sizeWithin([1, 2, 3], 4)).toBe(5)
    expect(sizeWithin({ 'a long name': 1 }, 10)).toBe(11)
  })

  it('is beyond any bound where it is nested too deeply to be written', () => {
    expect(sizeWithin(nested(100), 10_000)).toBeLessThanOrEqual(10_000)
    expect(sizeWithin(nested(101), 10_000)).toBe(10_001)
  })
})

describe('a bounded value', () => {
  it('is the value itself where it fits', () => {
    const value = { text: 'x'.repeat(5_000) }
    expect(boundedJson(value, sizeWithin(value, 6_000))).toBe(value)
  })

  it('loses no more than it has to', () => {
    const value = { text: 'x'.repeat(5_000), other: 'y'.repeat(400) }
    const cut = boundedJson(value, 4_000)
    expect(cut).toEqual({ text: `${'x'.repeat(2_000)} …`, other: 'y'.repeat(400) })
    expect(boundedJson(value, 1_000)).toEqual({
      text: `${'x'.repeat(300)} …`,
      other: `${'y'.repeat(300)} …`,
    })
  })

  it('keeps a text that is just as long as it may be', () => {
    const cut = boundedJson({ text: 'x'.repeat(2_000), other: 'y'.repeat(3_000) }, 4_100)
    expect(cut).toEqual({ text: 'x'.repeat(2_000), other: `${'y'.repeat(2_000)} …` })
  })

  it('keeps the first entries of lists and objects', () => {
    const list = Array.from({ length: 1_000 }, (_, at) => at)
    const { kept } = boundedJson({ kept: list }, 3_000)
    expect(kept).toEqual(list.slice(0, 500))
    const fields = Object.fromEntries(list.map((at) => [`f${at}`, at]))
    expect(Object.keys(boundedJson(fields, 7_000))).toEqual(
      list.slice(0, 500).map((at) => `f${at}`),
    )
  })

  it('leaves out names that are longer than a text may be, and keeps the others', () => {
    const cut = boundedJson({ [`${'n'.repeat(2_001)}`]: 1, kept: 2 }, 1_500)
    expect(cut).toEqual({ kept: 2 })
  })

  it('ends inner lists and objects, each as what it is', () => {
    const deep = { list: [[[[[[[[[[[[['x'.repeat(9_000)]]]]]]]]]]]]], more: nested(20) }
    const cut = boundedJson(deep, 400)
    expect(size(cut)).toBeLessThanOrEqual(400)
    expect(JSON.stringify(cut['list'])).toMatch(/^\[+\]+$/)
    expect(JSON.stringify(cut['more'])).toMatch(/^(\{"a":)+\{\}+$/)
  })

  it('is nothing where not even names fit', () => {
    expect(boundedJson({ name: 'x'.repeat(100) }, 5)).toEqual({})
  })
})
