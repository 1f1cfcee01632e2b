import { describe, expect, it } from 'vitest'
import { textChange, textOf } from '../../../../src-main/app/importing/change-lists'

describe('a changed text', () => {
  it('is told whole where it can be read', () => {
    expect(textChange('Sends a mail.', 'Sends mail.')).toEqual({
      before: 'Sends a mail.',
      after: 'Sends mail.',
    })
  })

  it('is cut to what is around the difference where it is long', () => {
    const text = (middle: string) => `${'before '.repeat(2_000)}${middle}${' after'.repeat(2_000)}`
    const { before, after } = textChange(text('old'), text('new'))
    expect(before).toMatch(/^….*before old after.*…$/)
    expect(after).toMatch(/^….*before new after.*…$/)
    expect(before.length).toBeLessThan(300)
  })

  it('is never longer than can be read, whatever comes and goes', () => {
    const { before, after } = textChange('', 'word '.repeat(100_000))
    expect(before).toBe('')
    expect(after.length).toBeLessThan(1_100)
    expect(after.endsWith('…')).toBe(true)
    const emoji = textChange('', '😀'.repeat(10_000))
    expect(emoji.after.isWellFormed()).toBe(true)
  })

  it('where one text begins and ends as the other, shows what is repeated', () => {
    const one = 'a'.repeat(5_000)
    const { before, after } = textChange(one, `${one}a`)
    expect(after.length).toBe(before.length + 1)
  })
})

describe('a value as text', () => {
  it.each([
    [undefined, ''],
    ['as it is', 'as it is'],
    [['mail', 'out'], 'mail, out'],
    [[], ''],
    [true, 'true'],
  ])('%j reads “%s”', (value, text) => {
    expect(textOf(value)).toBe(text)
  })

  it('of an object is JSON with its keys in order, so that only what differs shows', () => {
    expect(textOf({ b: 1, a: { d: 2, c: 3 } })).toBe(textOf({ a: { c: 3, d: 2 }, b: 1 }))
    expect(textOf({ b: 1 })).toBe('{\n  "b": 1\n}')
  })
})
