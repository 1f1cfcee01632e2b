import { expect, it } from 'vitest'
import { uniqueNames } from '../../../../src-main/domain/tool/unique-names'

it('gives each name once, and none that is too long', () => {
  const unique = uniqueNames(5)
  expect(['send', 'send', 'send', 'abcde', 'abcde'].map(unique)).toEqual([
    'send',
    'sen_2',
    'sen_3',
    'abcde',
    'abc_2',
  ])
})
