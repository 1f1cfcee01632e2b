import { describe, expect, it } from 'vitest'
import { hasEffect, sizeWith } from '../../../../src-main/domain/recipe/option'

describe('an option has an effect', () => {
  it('always, where nothing is said', () => {
    expect(hasEffect({}, { fusion: 'rrf' })).toBe(true)
  })

  it.each([
    ['standard', true],
    ['rrf', false],
    [undefined, false],
  ])('where another one has one of some values: %s', (fusion, expected) => {
    const meta = { appliesWhen: [{ option: 'fusion', isOneOf: ['standard', 'weighed'] }] }
    expect(hasEffect(meta, fusion === undefined ? {} : { fusion })).toBe(expected)
  })

  it.each([
    [{}, true],
    [{ rounds: 0 }, true],
    [{ rounds: 2 }, false],
    [{ rounds: true }, false],
  ])('where another one is off: %j', (values, expected) => {
    const meta = { appliesWhen: [{ option: 'rounds', isOff: true as const }] }
    expect(hasEffect(meta, values)).toBe(expected)
  })
})

describe('how many tools a set holds', () => {
  const OWN = { option: 'size', isOneOf: ['adaptive'] }
  const defaults = { size: 'k', fusion: 'calibrated' }
  const sized = {
    size: 'k' as const,
    defaults,
    adaptiveWhere: [[OWN, { option: 'fusion', isOneOf: ['calibrated'] }]],
  }

  it.each([
    [{}, 'k'],
    [{ size: 'adaptive' }, 'adaptive'],
    [{ size: 'adaptive', fusion: 'rrf' }, 'k'],
  ])('is decided as the options %j say: %s', (options, expected) => {
    expect(sizeWith(sized, options)).toBe(expected)
  })

  it('is the recipe’s own whatever the options are, where it always is', () => {
    expect(sizeWith({ size: 'adaptive', defaults: {} }, { size: 'k' })).toBe('adaptive')
  })
})
