import { describe, expect, it } from 'vitest'
import { FOREIGN_WORDS } from '../../../../src-main/pipeline/text/foreign-words'
import { analyser, writtenWords } from '../../../../src-main/pipeline/text/analyse'

describe('words as the crate bm25 cuts them', () => {
  it.each([
    ['create_event', ['create_ev']],
    ['codex-apps', ['codex', 'app']],
    ['calendar.create_event', ['calendar.create_ev']],
    ['getUserData', ['getuserdata']],
    ['the', []],
    ['don’t', ['don’t']],
    ["don't", []],
    ['a/b', ['b']],
    ['Café', ['cafe']],
  ])('%s gives %j', (text, words) => {
    expect(FOREIGN_WORDS['bm25-crate'](text)).toEqual(words)
  })
})

describe('words as SQLite cuts them', () => {
  it.each([
    ['create_event', ['creat', 'event']],
    ['list.events', ['list', 'event']],
    ['getUserData', ['getuserdata']],
    ['the', ['the']],
    ['Café', ['cafe']],
  ])('%s gives %j', (text, words) => {
    expect(FOREIGN_WORDS.fts5(text)).toEqual(words)
  })

  it('are looked up for texts of several words, and told as they were written', () => {
    expect(analyser(['fts5'])('The listed events')).toEqual(['the', 'list', 'event'])
    expect(writtenWords(['listed events'], ['fts5']).get('list')).toBe('listed')
  })
})
