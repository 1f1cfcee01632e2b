import { describe, expect, it } from 'vitest'
import { markedWords } from '../../../../src-renderer/tool/pairs/marked-words'

describe('two texts side by side', () => {
  it('mark the words that the other one has nowhere, whatever their case', () => {
    expect(markedWords('Sends a letter, by Post.', 'sends mail by post')).toEqual([
      { text: 'Sends ', isOwn: false },
      { text: 'a', isOwn: true },
      { text: ' ', isOwn: false },
      { text: 'letter', isOwn: true },
      { text: ', by Post.', isOwn: false },
    ])
  })

  it('are whole again when their pieces are put together', () => {
    const text = '  Füge – hinzu: 3 Zeilen\n'
    expect(
      markedWords(text, 'zeilen')
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
    expect(markedWords('', 'a')).toEqual([])
  })
})
