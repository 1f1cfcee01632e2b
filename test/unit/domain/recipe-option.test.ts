import { describe, expect, it } from 'vitest'
import { hasEffect } from '../../../src-main/domain/recipe-option'

describe('an option has an effect', () => {
  it('always, where nothing is said', () => {
    expect(hasEffect({}, { fusion: 'rrf' })).toBe(true)
  })

  it.each([
    ['standard', true],
    ['rrf', false],
    [undefined, false],
  ])('where another one has one of some values: %s', (fusion, expected) => {
    const meta = { appliesWhen: [{ option: 'fusion', isOneOf: ['standard', 'weighted'] }] }
    expect(hasEffect(meta, fusion === undefined ? {} : { fusion })).toBe(expected)
  })

  it.each([
    [{}, true],
    [{ weight: null }, true],
    [{ weight: 0 }, false],
  ])('where another one is unset: %j', (values, expected) => {
    const meta = { appliesWhen: [{ option: 'weight', isUnset: true as const }] }
    expect(hasEffect(meta, values)).toBe(expected)
  })
})
