import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LONGEST_PIECE, piecesOf, wordsOf } from '../../../../src-main/adapters/builtin/wordpiece'

const vocabulary = new Set(
  readFileSync('resources/embedder/vocabulary.txt', 'utf8').trimEnd().split('\n'),
)
const { pieces, words } = JSON.parse(readFileSync('resources/embedder/table.json', 'utf8')) as {
  pieces: number
  words: number
}
for (const word of [...vocabulary].slice(pieces, pieces + words)) vocabulary.delete(word)

const texts = readFileSync('test/fixtures/embedder/tokens.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { text: string; tokens: string[] })

const tokensOf = (text: string) => wordsOf(text).flatMap((word) => piecesOf(word, vocabulary))

describe('the tokenizer', () => {
  it('cuts a thousand varied texts as the teacher’s tokenizer does', () => {
    expect(texts).toHaveLength(1000)
    const different = texts.filter(({ text, tokens }) => tokensOf(text).join() !== tokens.join())
    expect(different).toEqual([])
  })

  it('takes the longest piece first and goes on inside the word', () => {
    const known = new Set(['note', 'noteb', '##book', '##ook', '##s'])
    expect(piecesOf('notebooks', known)).toEqual(['noteb', '##ook', '##s'])
  })

  it('knows a word as a whole or not at all', () => {
    expect(piecesOf('notes', new Set(['note']))).toEqual(['[UNK]'])
    expect(piecesOf('a'.repeat(101), new Set(['a', '##a']))).toEqual(['[UNK]'])
  })

  it('looks up no piece that is longer than any', () => {
    const lengths = [...vocabulary].map((piece) => Array.from(piece.replace(/^##/, '')).length)
    expect(Math.max(...lengths)).toBe(LONGEST_PIECE)
    const asked: string[] = []
    const known = { has: (piece: string) => asked.push(piece) > 0 && piece.endsWith('b') }
    expect(piecesOf('ab'.repeat(50), known)).toHaveLength(6)
    expect(asked.length).toBeLessThanOrEqual(100)
  })

  it('reads text that looks like a special token as text', () => {
    expect(wordsOf('[SEP]')).toEqual(['[', 'sep', ']'])
  })

  it('takes an ASCII text as it takes the same text beside other characters', () => {
    const text = 'Don’t: getUser_v2(a+b)\tOR\r\n"x"~$5'.replace('’', "'")
    expect(wordsOf(`${text} é`)).toEqual([...wordsOf(text), 'e'])
  })
})
