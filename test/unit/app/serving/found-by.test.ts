import { expect, it } from 'vitest'
import { foundBy } from '../../../../src-main/app/serving/found-by'
import type { ScoreOrigin, Witness } from '../../../../src-main/domain/query/query'
import { id } from '../../../fakes/catalog-tool'

const score = (origin?: ScoreOrigin): Witness => ({
  kind: 'score',
  source: 'a search',
  score: 1,
  ...(origin && { origin }),
})
const nameOf = (tool: string) => `the ${tool}`
const why = (...witnesses: Witness[]) => foundBy({ witnesses }, { nameOf, compact: false })

it('says what searches found a tool, each once, in their order', () => {
  expect(why(score('meaning'), score('words'), score('meaning'))).toBe('meaning, words')
})

it('says which tool needs it, by the name that an agent knows that by', () => {
  const edge: Witness = { kind: 'edge', from: id('create'), edge: 'tool-direct', distance: 1 }
  expect(why(edge)).toBe('needed by the create')
})

it('says that it was used before, and that its fields fit', () => {
  expect(why({ kind: 'bundle', bundle: '1' }, { kind: 'fields', adds: [], missing: [] })).toBe(
    'used for a similar request, its fields',
  )
})

it('says nothing where no search tells what it went by', () => {
  expect(why(score(), { kind: 'part', text: 'a part' })).toBeUndefined()
  expect(why()).toBeUndefined()
})

it('says in few words only what an agent does something by', () => {
  const edge: Witness = { kind: 'edge', from: id('create'), edge: 'tool-direct', distance: 1 }
  const said = (...witnesses: Witness[]) => foundBy({ witnesses }, { nameOf, compact: true })
  expect(said(score('words'), edge)).toBe('needed by the create')
  expect(said(score('words'), score('meaning'))).toBeUndefined()
})
