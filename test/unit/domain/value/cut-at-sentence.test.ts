import { expect, test } from 'vitest'
import { cutAtSentence } from '../../../../src-main/domain/value/cut-at-sentence'

test.each([
  ['One. Two.', 9, 'One. Two.'],
  ['One. Two. Three.', 9, 'One. Two.'],
  ['One. Two. Three.', 12, 'One. Two.'],
  ['A line\nand another', 10, 'A line'],
  ['Version 1.2.3 of it is here', 20, 'Version 1.2.3 of it…'],
  ['No. It goes on and on and on', 20, 'No. It goes on and…'],
  ['wordwordword', 8, 'wordwor…'],
  ['😀😀😀😀', 6, '😀😀…'],
  ['これは文です。次の文もあります。', 10, 'これは文です。'],
])('%j in %i characters is %j', (text, most, cut) => {
  expect(cutAtSentence(text, most)).toBe(cut)
  expect(cut.length).toBeLessThanOrEqual(most)
})
