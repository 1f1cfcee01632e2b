import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  alikeAmong,
  sharedWords,
  weighTexts,
} from '../../../../src-main/authoring/lint/alike-texts'
import { numbered, wordNumbers } from '../../../../src-main/authoring/lint/word-numbers'

const pause = () => Promise.resolve()
const weighed = (texts: readonly string[][]) => {
  const words = wordNumbers()
  return weighTexts({ texts: texts.map((text) => numbered(text, words)), words }, pause)
}
const alikeTexts = async (texts: string[][], enough: Parameters<typeof alikeAmong>[1]) =>
  alikeAmong(await weighed(texts), enough, pause)
const word = fc.constantFrom(...'abcdefghij')

describe('texts that are alike', () => {
  it('are all pairs that comparing each with each finds, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(word, { maxLength: 6 }), { maxLength: 14 }),
        fc.constantFrom(0.4, 0.6, 0.85, 1),
        async (texts, least) => {
          const all = await weighed(texts)
          const expected: string[] = []
          texts.forEach((_, other) => {
            for (let one = 0; one < other; one++) {
              if (sharedWords(all, one, other) >= least - 1e-9) expected.push(`${one} ${other}`)
            }
          })
          const { pairs, isCut } = await alikeAmong(all, { least }, pause)
          const found = pairs.map(({ one, other }) => `${one} ${other}`)
          expect(found.toSorted()).toEqual(expected.toSorted())
          expect(isCut).toBe(false)
        },
      ),
    )
  })

  it('share more where what they share is rare', async () => {
    const texts = [
      ['get', 'oslo'],
      ['get', 'rome'],
      ['put', 'oslo'],
      ['get', 'x'],
      ['get', 'y'],
    ]
    const all = await weighed(texts)
    expect(sharedWords(all, 0, 2)).toBeGreaterThan(sharedWords(all, 0, 1))
  })

  it('are none where nothing is said', async () => {
    expect(await alikeTexts([[], [], ['a']], { least: 0.5 })).toEqual({
      pairs: [],
      isCut: false,
    })
  })

  it('are cut, which is said, where more pairs are alike than are kept', async () => {
    const same = Array.from({ length: 1100 }, () => ['a', 'b'])
    const { pairs, isCut } = await alikeTexts(same, { least: 0.5 })
    expect([pairs.length > 400_000, isCut]).toEqual([true, true])
    const none = await alikeTexts(same, { least: 0.5, isPair: () => false })
    expect(none).toEqual({ pairs: [], isCut: false })
  })
})
