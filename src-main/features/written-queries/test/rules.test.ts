import { describe, expect, it } from 'vitest'
import { keepsQuery, namedIn, templateQuery } from '../query-texts'
import { byDependencies, byLogged, bySimilarity } from '../drawing/partners'
import { toolId } from '../../../domain/tool/tool'
import { readSizes, sizesText } from '../shared/sizes'
import type { Solving } from '../../../domain/query/written-query'
import { catalogTool } from '../../../../test/fixtures/workspace/content'

const judged = (solving: Solving) => ({ solving, reason: '' })
const ALL: Solving[] = ['exact', 'over', 'partial', 'none']

describe('what the judge’s words come to', () => {
  it('keeps of several tools only what they solve exactly and a tool less in part', () => {
    const kept = ALL.flatMap((whole) =>
      ALL.filter((less) => keepsQuery({ whole: judged(whole), less: judged(less) }, 2)).map(
        (less) => `${whole} ${less}`,
      ),
    )
    expect(kept).toEqual(['exact partial'])
    expect(keepsQuery({ whole: judged('exact') }, 2)).toBe(false)
  })

  it('keeps of a single tool what it solves and its neighbour does not', () => {
    const kept = ALL.flatMap((whole) =>
      ALL.filter((less) => keepsQuery({ whole: judged(whole), less: judged(less) }, 1)).map(
        (less) => `${whole} ${less}`,
      ),
    )
    expect(kept).toEqual(['exact partial', 'exact none'])
    expect(keepsQuery({ whole: judged('exact') }, 1)).toBe(true)
  })
})

describe('names in a query', () => {
  it.each([
    ['Call send_mail for me', ['send_mail']],
    ['call SEND_MAIL', ['send_mail']],
    ['Book a United flight', []],
    ['please united book flight now', ['united_book_flight']],
    ['use SendMail2', ['SendMail2']],
    ['search for a hotel, then send mail', []],
    ['検索ツールを使って', ['検索ツール']],
  ])('%s', (text, found) => {
    const names = ['send_mail', 'united_book_flight', 'SendMail2', 'search', '検索ツール']
    expect(namedIn(text, names)).toEqual(found)
  })
})

describe('partners', () => {
  const a = toolId('a')
  const b = toolId('b')
  const c = toolId('c')

  it('are tools that need each other, were used together, or are alike', () => {
    const needing = catalogTool('a')
    needing.layer.dependencies = [{ on: b, kind: 'tool-direct' }]
    const needs = byDependencies([needing])
    expect([needs(needing.tool.id), needs(b), needs(c)]).toEqual([[b], [needing.tool.id], []])
    const logged = byLogged([
      { id: '1', query: 'q', tools: [a, b, c] },
      { id: '2', query: 'q', tools: Array.from({ length: 21 }, (_, at) => toolId(`t${at}`)) },
    ])
    expect([logged(a), logged(toolId('t0'))]).toEqual([[b, c], []])
    const similar = bySimilarity([
      { one: a, other: c, words: 0.9 },
      { one: a, other: b, words: 0.2 },
    ])
    expect([similar(a), similar(b)]).toEqual([[c, b], [a]])
  })
})

describe('templates', () => {
  const first = () => 0
  const entry = catalogTool('find')
  entry.tool.description = 'Finds a mail, by its words. It is fast.'
  entry.tool.parameters = {
    type: 'object',
    properties: { searchWords: {}, folder: {} },
    required: ['searchWords'],
  }
  entry.tool.examples = [{ intent: 'Where is the mail of Anna?', arguments: {} }]

  it('ask in the words that stand with the tools, one wish after the other', () => {
    const wish = 'Finds a mail, by its words, for this search words.'
    expect(templateQuery([entry], 'parameters', first)).toBe(wish)
    expect(templateQuery([entry, entry], 'parameters', first)).toBe(`${wish} ${wish}`)
    expect(templateQuery([entry], 'example', first)).toBe('Where is the mail of Anna?')
  })

  it('take an example that the data was augmented with where there is no other', () => {
    const augmented = catalogTool('augmented')
    augmented.tool.examples = []
    augmented.tool.standardised = {
      description: '',
      parameters: {},
      response: '',
      examples: [{ intent: 'I need it', arguments: {} }],
    }
    expect(templateQuery([augmented], 'example', first)).toBe('I need it.')
  })

  it('are not written for a tool without words', () => {
    const bare = catalogTool('bare')
    bare.tool.description = ' '
    bare.tool.examples = []
    expect(templateQuery([entry, bare], 'parameters', first)).toBeUndefined()
    expect(templateQuery([entry, bare], 'example', first)).toBeUndefined()
    bare.tool.description = 'x'.repeat(1001)
    expect(templateQuery([bare], 'parameters', first)).toBeUndefined()
  })
})

describe('sizes as a person writes them', () => {
  it.each([
    ['1: 10, 2: 6', '1: 10, 2: 6'],
    ['3x4', '3: 4'],
    ['1:5, 1:5', '1: 10'],
  ])('%s', (text, read) => expect(sizesText(readSizes(text) ?? [])).toBe(read))

  it.each(['', '11: 1', '0: 1', '1: 0', '1', '1: 400, 2: 400', 'a: b'])('“%s” says none', (text) =>
    expect(readSizes(text)).toBeUndefined(),
  )
})
