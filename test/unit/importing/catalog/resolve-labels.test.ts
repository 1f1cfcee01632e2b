import { describe, expect, it } from 'vitest'
import { toolId } from '../../../../src-main/domain/tool/tool'
import { importReport } from '../../../../src-main/importing/catalog/report'
import {
  labelIndex,
  type LabelledQuery,
  resolveBundles,
  resolveDependencies,
  resolveQueries,
} from '../../../../src-main/importing/catalog/resolve-labels'
import { importJson } from '../../../fixtures/importing/files'

const pegboardTools = importJson({
  'servers/mail.json': { server: 'mail', tools: [{ name: 'send' }, { name: 'Search' }] },
  'servers/chat.json': { server: 'chat', tools: [{ name: 'send' }, { name: 'react' }] },
}).tools
const index = labelIndex(pegboardTools)

const query = (fields: Partial<LabelledQuery>): LabelledQuery => ({
  id: '1',
  text: 'say hello',
  tools: ['chat/send'],
  origin: 'human',
  where: 'golden.json, query 1',
  ...fields,
})

function resolve(...queries: Partial<LabelledQuery>[]) {
  const report = importReport()
  return { queries: resolveQueries(queries.map(query), index, report), rows: report.rows() }
}

describe('labelIndex', () => {
  it('names some of very many tools that a label may mean', () => {
    const servers = Array.from({ length: 1_500 }, (_, at) => [
      `servers/${at}.json`,
      { server: `s${at}`, tools: [{ name: 'same' }] },
    ])
    const found = labelIndex(importJson(Object.fromEntries(servers)).tools).find('same')
    expect(found).toEqual({
      why: '"same" may be any of s0/same, s1/same, s2/same, s3/same, s4/same and 1495 more',
    })
  })

  it.each([
    ['an id', 'mail/send', 'mail/send'],
    ['a name that one tool has', 'react', 'chat/react'],
    ['a name in another case', 'SEARCH', 'mail/Search'],
    ['an id in another case', 'Mail/Send', 'mail/send'],
  ])('finds a tool by %s', (_what, label, id) => {
    expect(index.find(label)).toEqual({ id })
  })

  it('does not choose between tools of the same name', () => {
    expect(index.find('send')).toEqual({ why: '"send" may be any of mail/send, chat/send' })
  })

  it('takes names of the file’s own', () => {
    const aliases = new Map([['doc-7', toolId('react', 'chat')]])
    expect(labelIndex(pegboardTools, aliases).find('doc-7')).toEqual({ id: 'chat/react' })
  })
})

describe('resolveQueries', () => {
  it('removes labels that point nowhere, with their grades and calls', () => {
    const { queries, rows } = resolve({
      tools: ['react', 'fly'],
      grades: { react: 2, fly: 1 },
      calls: [
        { tool: 'fly', arguments: {} },
        { tool: 'react', arguments: { emoji: ':)' } },
      ],
    })
    expect(queries).toEqual([
      {
        id: '1',
        text: 'say hello',
        origin: 'human',
        tools: ['chat/react'],
        grades: { 'chat/react': 2 },
        calls: [{ tool: 'chat/react', arguments: { emoji: ':)' } }],
      },
    ])
    expect(rows).toMatchObject([{ outcome: 'altered', where: 'golden.json, query 1' }])
  })

  it('skips a query whose labels all point nowhere, and keeps one that needs no tool', () => {
    const { queries, rows } = resolve({ id: 'a', tools: ['fly'] }, { id: 'b', tools: [] })
    expect(queries).toMatchObject([{ id: 'b', tools: [] }])
    expect(rows).toMatchObject([{ outcome: 'skipped', entry: 'a' }])
  })

  it('skips a query without text', () => {
    expect(resolve({ text: ' ' })).toMatchObject({ queries: [], rows: [{ outcome: 'skipped' }] })
  })

  it('counts a tool once, however it is named, and keeps ids apart', () => {
    const { queries, rows } = resolve({ tools: ['react', 'chat/react'] }, {})
    expect(queries).toMatchObject([{ id: '1', tools: ['chat/react'] }, { id: '1#2' }])
    expect(rows).toMatchObject([{ outcome: 'altered' }])
  })
})

describe('resolveBundles', () => {
  it('keeps what is left of a bundle and skips an empty one', () => {
    const report = importReport()
    const written = [
      { id: 'a', query: 'q', tools: ['react', 'fly'], where: 'x' },
      { id: 'b', query: 'q', tools: ['fly'], where: 'y' },
    ]
    expect(resolveBundles(written, index, report)).toEqual([
      { id: 'a', query: 'q', tools: ['chat/react'] },
    ])
    expect(report.rows().map(({ outcome }) => outcome)).toEqual(['altered', 'skipped'])
  })

  it('skips one without a query, and says what to write', () => {
    const report = importReport()
    const written = { id: 'a', query: ' ', tools: ['react'], where: 'x' }
    expect(resolveBundles([written], index, report)).toEqual([])
    expect(report.rows()).toMatchObject([
      { why: 'The bundle has no query', fix: 'Write the query that its tools solved.' },
    ])
  })
})

describe('resolveDependencies', () => {
  it('keeps edges to other tools alone', () => {
    const report = importReport()
    const edge = (on: string) => ({ on: toolId(on), kind: 'tool-direct' as const })
    const [first, ...others] = pegboardTools
    const dependencies = [edge('react'), edge('fly'), edge('mail/send')]
    const tools = first ? [{ ...first, dependencies }, ...others] : []
    expect(resolveDependencies(tools, index, report)[0]?.dependencies).toEqual([
      { on: 'chat/react', kind: 'tool-direct' },
    ])
    expect(report.rows()).toMatchObject([
      { outcome: 'altered', fix: expect.stringContaining('Import the tool') as string },
      { outcome: 'altered', fix: 'Name the tool that it needs.' },
    ])
  })
})
