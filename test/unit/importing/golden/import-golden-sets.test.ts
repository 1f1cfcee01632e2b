import { describe, expect, it } from 'vitest'
import {
  readGoldenSets,
  resolveGoldenSets,
} from '../../../../src-main/importing/golden/import-golden-sets'
import { importGoldenSets } from '../../../fixtures/importing/golden-sets'
import { importJson, jsonFile, textFile } from '../../../fixtures/importing/files'

const { tools } = importJson(
  ['send', 'find', 'book'].map((name) => ({ name, description: name, inputSchema: {} })),
)
const fromTable = (text: string) => importGoldenSets([textFile('My Set.csv', text)], tools)
const fromJson = (value: unknown) => importGoldenSets([jsonFile('set.json', value)], tools)

describe('golden sets from tables', () => {
  it('take tools separated by semicolons or as a JSON list', async () => {
    const { format, goldenSets, report } = await fromTable(
      'query,tools\nmail Ann,send;find\nmeet,"[""book""]"\nnothing,\n',
    )
    expect(format).toBe('csv')
    expect(goldenSets).toMatchObject([
      {
        name: 'my-set',
        queries: [
          { id: '2', text: 'mail Ann', tools: ['send', 'find'], origin: 'human' },
          { id: '3', tools: ['book'] },
          { id: '4', tools: [] },
        ],
      },
    ])
    expect(report).toEqual([])
  })

  it('whose header says nothing are mapped by their first fifty rows, whatever stands in later ones', async () => {
    const first = Array.from({ length: 50 }, (_, at) => `write to person ${at},send`)
    const later = Array.from({ length: 120 }, (_, at) => `find,look for note ${at}`)
    const { goldenSets } = await fromTable(['x,y', ...first, ...later].join('\n'))
    expect(goldenSets[0]?.queries).toHaveLength(50)
    expect(goldenSets[0]?.queries[0]).toMatchObject({ text: 'write to person 0', tools: ['send'] })
  })

  it('join the judgements of a query and drop what is judged irrelevant', async () => {
    const { goldenSets } = await fromTable(
      'qid,query,tool,relevance,by\n1,a,send,2,me\n1,a,find,1,me\n1,a,book,0,me\n2,b,send;find,1;3,me\n',
    )
    expect(goldenSets[0]?.queries).toMatchObject([
      { id: '1', tools: ['send', 'find'], grades: { send: 2, find: 1 }, extra: { by: 'me' } },
      { id: '2', tools: ['send', 'find'], grades: { send: 1, find: 3 } },
    ])
  })

  it('keep what they say of turns and tags where that is no list of texts', async () => {
    const turns = [{ role: 'user', content: 'mail Ann' }]
    const { goldenSets } = await fromJson([
      { id: 'a', query: 'and him', tools: ['send'], turns, tags: 'mail, hard' },
      { id: 'b', query: 'and her', tools: ['send'], turns: ['mail Ann'], tags: ['mail'] },
    ])
    const [other, own] = goldenSets[0]?.queries ?? []
    expect(other).toMatchObject({ extra: { turns, tags: 'mail, hard' } })
    expect(other).not.toHaveProperty('turns')
    expect(own).toMatchObject({ turns: ['mail Ann'], tags: ['mail'] })
    expect(own).not.toHaveProperty('extra')
  })

  it('take tags, earlier turns and expected calls from columns of their own', async () => {
    const { goldenSets, report } = await fromTable(
      'query,tools,Tags,Earlier turns,Expected calls\n' +
        'and him,send,"mail, hard",mail Ann or Bo,"{""tool"":""send"",""arguments"":{""to"":""Bo""}}"\n' +
        'b,find,,"[""one"",""two""]","[{""name"":""find"",""arguments"":""{}""}]"\n' +
        'c,book,,,book()\n',
    )
    expect(goldenSets[0]?.queries).toMatchObject([
      {
        tags: ['mail', 'hard'],
        turns: ['mail Ann or Bo'],
        calls: [{ tool: 'send', arguments: { to: 'Bo' } }],
      },
      { turns: ['one', 'two'], calls: [{ tool: 'find', arguments: {} }] },
      { text: 'c', tools: ['book'] },
    ])
    expect(goldenSets[0]?.queries[2]).not.toHaveProperty('calls')
    expect(report).toMatchObject([
      { outcome: 'altered', why: expect.stringMatching(/are not JSON/) },
    ])
  })

  it('hold queries that no tool fits where a column says so, and only those', async () => {
    const { goldenSets, report } = await fromTable(
      'query,tools,No tool is right\na,send,\nb,,yes\nc,,\nd,find,TRUE\ne,book,no\n',
    )
    expect(goldenSets[0]?.queries.map(({ text, tools }) => [text, tools])).toEqual([
      ['a', ['send']],
      ['b', []],
      ['e', ['book']],
    ])
    expect(report.map(({ outcome, why }) => [outcome, why])).toEqual([
      ['skipped', 'It names no tool, and does not say that none is right'],
      ['skipped', 'It says that no tool is right, and names some'],
    ])
  })

  it('are one set per split', async () => {
    const { goldenSets } = await fromTable(
      'query,tools,split\na,send,dev\nb,find,test\nc,find,dev\n',
    )
    expect(goldenSets.map(({ name, queries }) => [name, queries.length])).toEqual([
      ['dev', 2],
      ['test', 1],
    ])
  })

  it.each([
    ['said,wanted', 'said', 'wanted'],
    ['User request,Correct tool', 'User request', 'Correct tool'],
    ['What the user says,Expected API', 'What the user says', 'Expected API'],
  ])('headed %s are read by their names, or by how the cells look', async (header) => {
    const { goldenSets } = await fromTable(
      `${header}\nmail Ann the minutes,send\nbook a room for two,book\nask Bo for his,send\n`,
    )
    expect(goldenSets[0]?.queries).toMatchObject([
      { text: 'mail Ann the minutes', tools: ['send'] },
      { text: 'book a room for two', tools: ['book'] },
      { tools: ['send'] },
    ])
  })

  it('are read by the mapping given, and one that is not there is refused', async () => {
    const table = textFile('q.csv', 'a,b\nfind Ann,send\n')
    const { goldenSets } = await importGoldenSets([table], tools, { query: 'a', tools: 'b' })
    expect(goldenSets[0]?.queries).toMatchObject([{ text: 'find Ann', tools: ['send'] }])
    await expect(importGoldenSets([table], tools, { query: 'a', tools: 'c' })).rejects.toThrow(
      'has no column "c"',
    )
  })

  it('without the columns needed say which there are', async () => {
    await expect(fromTable('a,b\n1,2\n')).rejects.toThrow('no columns of queries and tools')
  })
})

describe('reading and resolving golden sets', () => {
  it('lets others have their turn between any two queries', async () => {
    let turns = 0
    const files = ['a', 'b', 'c'].map((name) =>
      jsonFile(`${name}.json`, [
        { query: name, tools: ['send'] },
        { query: `${name} again`, tools: ['find'] },
      ]),
    )
    const written = readGoldenSets(files)
    const { goldenSets } = await resolveGoldenSets(written, tools, {
      pause: async () => (turns += 1),
    })
    expect(turns).toBeGreaterThanOrEqual(6)
    expect(goldenSets.map(({ queries }) => queries.length)).toEqual([2, 2, 2])
  })
})

describe('golden sets from JSON', () => {
  it.each([
    ['tools', { query: 'a', tools: ['send'] }],
    ['one tool', { text: 'a', tool: 'send' }],
    ['labels', { query: 'a', labels: [{ tool_id: 'send', relevance: 1 }] }],
    ['a list named tool', { query: 'a', tool: ['send'] }],
  ])('are read by %s', async (_what, query) => {
    const { format, goldenSets } = await fromJson([query])
    expect(format).toBe('json')
    expect(goldenSets).toMatchObject([
      { name: 'set', queries: [{ id: '1', text: 'a', tools: ['send'] }] },
    ])
  })

  it('keep grades, calls and fields of their own', async () => {
    const calls = [{ tool: 'send', arguments: { to: 'Ann' } }]
    const labels = [
      { tool_id: 'send', relevance: 2 },
      { tool_id: 'book', relevance: 0 },
    ]
    const { goldenSets } = await fromJson({
      name: 'smoke',
      queries: [{ id: 'x', query: 'a', labels, calls, difficulty: 3 }],
    })
    expect(goldenSets).toEqual([
      {
        name: 'smoke',
        queries: [
          {
            id: 'x',
            text: 'a',
            tools: ['send'],
            grades: { send: 2 },
            calls,
            origin: 'human',
            extra: { difficulty: 3 },
          },
        ],
      },
    ])
  })

  it('report labels that point nowhere and entries that are no query', async () => {
    const { goldenSets, report } = await fromJson([
      { query: 'a', tools: ['fly', 'send'] },
      { foo: 1 },
    ])
    expect(goldenSets[0]?.queries).toMatchObject([{ tools: ['send'] }])
    expect(report.map(({ outcome }) => outcome).sort()).toEqual(['altered', 'skipped'])
  })

  it('of another shape are refused with an example', async () => {
    await expect(fromJson({ foo: 1 })).rejects.toThrow('holds no golden queries')
  })
})

describe('golden sets from message logs', () => {
  const call = (name: string, args: unknown) => ({
    id: 'c',
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  })
  const conversation = {
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text: 'mail Ann' }] },
      { role: 'assistant', tool_calls: [call('find', { name: 'Ann' })] },
      { role: 'tool', content: '…' },
      { role: 'assistant', tool_calls: [call('send', { to: 'ann@example.com' })] },
      { role: 'user', content: 'thanks' },
      { role: 'assistant', content: 'You are welcome.' },
    ],
  }

  it('are weak labels: a user turn and the calls before the next one', async () => {
    const { format, goldenSets, report } = await fromJson(conversation)
    expect(format).toBe('messages')
    expect(goldenSets[0]?.queries).toEqual([
      {
        id: '1-1',
        text: 'mail Ann',
        tools: ['find', 'send'],
        calls: [
          { tool: 'find', arguments: { name: 'Ann' } },
          { tool: 'send', arguments: { to: 'ann@example.com' } },
        ],
        origin: 'weak',
      },
    ])
    expect(report).toMatchObject([{ outcome: 'notice', where: 'set.json, user turn 2' }])
  })

  it('may stand one a line', async () => {
    const line = JSON.stringify(conversation)
    const { goldenSets } = await importGoldenSets(
      [textFile('l.jsonl', `${line}\n${line}\n`)],
      tools,
    )
    expect(goldenSets[0]?.queries.map(({ id }) => id)).toEqual(['1-1', '2-1'])
  })

  it('keep the label of a call whose arguments cannot be read', async () => {
    const { goldenSets, report } = await fromJson({
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', tool_calls: [call('send', '{"to":')] },
      ],
    })
    expect(goldenSets[0]?.queries).toMatchObject([
      { tools: ['send'], calls: [{ tool: 'send', arguments: {} }] },
    ])
    expect(report).toMatchObject([{ outcome: 'altered', entry: 'send' }])
  })
})
