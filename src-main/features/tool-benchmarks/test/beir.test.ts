import { describe, expect, it } from 'vitest'
import { importCatalog } from '../../../../test/fixtures/importing/catalog'
import { beir } from '../formats/beir'
import {
  confidence,
  linesFile,
  read,
  setNamed,
  sizesOfSets,
  textFile,
  toolNamed,
} from '../../../../test/fixtures/importing/data-sets'

const corpus = linesFile('corpus.jsonl', [
  { _id: 'd1', title: 'get_tide', text: 'Tells the tide.', metadata: { tags: ['sea'] } },
  { _id: 'd2', title: 'plan_sail', text: 'Plans a trip.' },
  { _id: 3, title: '', text: 'Untitled.' },
])
const queries = linesFile('queries.jsonl', [
  { _id: 'q1', text: 'High water?', metadata: { lang: 'en' } },
  { _id: 'q2', text: 'A trip' },
  { _id: 'q3', text: 'Nothing fits' },
])
const header = 'query-id\tcorpus-id\tscore\n'
const test = textFile(
  'qrels/test.tsv',
  `${header}q1\td1\t2\nq1\td2\t0\nq2\td2\t1\nq2\t3\t1\nq3\td1\t0\n`,
)
const dev = textFile('qrels/dev.tsv', `${header}q2\td2\t1\n`)

describe('BEIR', () => {
  it('makes a tool of each document, called by its title or else its id', () => {
    const imported = read(beir, [corpus, queries, test])
    expect(imported.tools.map(({ name }) => name)).toEqual(['get_tide', 'plan_sail', '3'])
    expect(toolNamed(imported, 'get_tide')).toMatchObject({
      description: 'Tells the tide.',
      tags: ['sea'],
      source: { entry: { _id: 'd1' } },
    })
  })

  it('makes a golden set of each file of judgements', () => {
    expect(sizesOfSets(read(beir, [corpus, queries, test, dev]))).toEqual({ test: 2, dev: 1 })
  })

  it('keeps grades, and counts a score of 0 as not relevant', () => {
    const [first, second] = setNamed(read(beir, [corpus, queries, test]), 'test')
    expect(first).toMatchObject({
      id: 'q1',
      text: 'High water?',
      tools: ['get_tide'],
      grades: { get_tide: 2 },
      extra: { metadata: { lang: 'en' } },
    })
    expect(second).toMatchObject({ id: 'q2', tools: ['plan_sail', '3'] })
    expect(second?.grades).toBeUndefined()
  })

  it('reports a query without a relevant document, an unknown query and a broken line', () => {
    const bad = textFile('qrels/test.tsv', `${header}q3\td1\t0\nq9\td1\t1\nnonsense\n`)
    const { report } = read(beir, [corpus, queries, bad])
    const skipped = report.filter(({ outcome }) => outcome === 'skipped')
    expect(skipped.map(({ where }) => where).toSorted()).toEqual([
      'qrels/test.tsv, line 2',
      'qrels/test.tsv, line 3',
      'qrels/test.tsv, line 4',
    ])
  })

  it('tells corpus from queries by content where the names do not', () => {
    const files = [
      linesFile('a.jsonl', [{ _id: 'q1', text: 'High water?' }]),
      linesFile('b.jsonl', [{ _id: 'd1', text: 'Tells the tide.' }]),
      textFile('judged.tsv', `${header}q1\td1\t1\n`),
    ]
    expect(confidence(beir, files)).toBeGreaterThan(0.9)
    const imported = read(beir, files)
    expect(setNamed(imported, 'judged')[0]?.tools).toEqual(['d1'])
  })

  it("reads TREC's four columns in a folder of judgements", () => {
    const trec = textFile('qrels/trec.txt', 'q1 0 d1 1\nq2 0 d2 3\n')
    const imported = read(beir, [corpus, queries, trec])
    expect(setNamed(imported, 'trec')[1]).toMatchObject({ grades: { plan_sail: 3 } })
  })

  it('says what is missing where judgements come without a corpus', () => {
    expect(confidence(beir, [test])).toBeGreaterThan(0)
    expect(() => read(beir, [test])).toThrow(/corpus\.jsonl/)
  })

  it('is not taken for other tables or other JSON Lines', () => {
    expect(confidence(beir, [textFile('notes.tsv', 'a\tb\tc\n')])).toBe(0)
    expect(confidence(beir, [linesFile('tool.jsonl', [{ api_name: 'x', text: 'y' }])])).toBe(0)
  })

  const dataSet = (what: string) => ({
    corpus: [
      { _id: '1', title: `open_${what}`, text: `Opens the ${what}.` },
      { _id: '2', title: '1', text: `Called like a document of the ${what}.` },
    ],
    queries: [{ _id: 'q', text: `Open the ${what}` }],
  })
  const qrelsOf = (document: string) => `${header}q\t${document}\t1\n`
  const door = dataSet('door')
  const valve = dataSet('valve')
  const goldenTools = (imported: ReturnType<typeof read>) =>
    imported.goldenSets.map(({ name, queries: [first] }) => [
      name,
      imported.tools.find(({ id }) => id === first?.tools[0])?.description,
    ])

  it('lets a document’s id win over a tool’s name', () => {
    const files = [
      linesFile('corpus.jsonl', door.corpus),
      linesFile('queries.jsonl', door.queries),
      textFile('qrels/test.tsv', qrelsOf('1')),
    ]
    expect(goldenTools(read(beir, files))).toEqual([['test', 'Opens the door.']])
  })

  it.each([
    [
      'folders',
      {
        'door/corpus.jsonl': door.corpus,
        'door/queries.jsonl': door.queries,
        'valve/corpus.jsonl': valve.corpus,
        'valve/queries.jsonl': valve.queries,
      },
      ['door/qrels/test.tsv', 'valve/qrels/test.tsv'],
    ],
    [
      'folders of parts',
      {
        'sets/door/corpus/all.jsonl': door.corpus,
        'sets/door/queries/all_queries.jsonl': door.queries,
        'sets/valve/corpus/all.jsonl': valve.corpus,
        'sets/valve/queries/all_queries.jsonl': valve.queries,
      },
      ['sets/door/qrels/test.tsv', 'sets/valve/qrels/test.tsv'],
    ],
    [
      'names in one folder',
      {
        'door-corpus.jsonl': door.corpus,
        'door-queries.jsonl': door.queries,
        'valve-corpus.jsonl': valve.corpus,
        'valve-queries.jsonl': valve.queries,
      },
      ['qrels/door-test.tsv', 'qrels/valve-test.tsv'],
    ],
  ])('keeps two data sets with equal ids apart by their %s', (_how, rows, qrels) => {
    const files = [
      ...Object.entries(rows).map(([path, values]) => linesFile(path, values)),
      ...qrels.map((path) => textFile(path, qrelsOf('1'))),
    ]
    const imported = read(beir, files)
    expect(imported.tools).toHaveLength(4)
    expect(new Set(imported.tools.map(({ server }) => server))).toEqual(new Set(['door', 'valve']))
    const golden = goldenTools(imported)
    expect(golden.map(([name]) => name)).toEqual([
      expect.stringMatching(/^door.*test$/),
      expect.stringMatching(/^valve.*test$/),
    ])
    expect(golden.map(([, description]) => description)).toEqual([
      'Opens the door.',
      'Opens the valve.',
    ])
    expect(imported.goldenSets.map(({ queries: [first] }) => first?.text)).toEqual([
      'Open the door',
      'Open the valve',
    ])
    expect(imported.report).toEqual([])
  })

  it('counts a document that two data sets share for both', () => {
    const shared = [{ _id: '7', title: 'ping', text: 'Pings.', metadata: { server: 'net' } }]
    const files = ['a', 'b'].flatMap((set) => [
      linesFile(`${set}/corpus.jsonl`, shared),
      linesFile(`${set}/queries.jsonl`, [{ _id: 'q', text: `Ping from ${set}` }]),
      textFile(`${set}/qrels/test.tsv`, qrelsOf('7')),
    ])
    const imported = read(beir, files)
    expect(imported.tools.map(({ id }) => id)).toEqual(['net/ping'])
    expect(imported.goldenSets.map(({ queries: found }) => found[0]?.tools)).toEqual([
      ['net/ping'],
      ['net/ping'],
    ])
  })

  it('says in one line that queries.jsonl is missing, and makes no golden set', () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `q${at}\td1\t1`)
    const judged = textFile('qrels/test.tsv', `${header}${lines.join('\n')}\n`)
    const { goldenSets, report } = importCatalog([corpus, judged])
    expect(goldenSets).toEqual([])
    const about = report.filter(({ why }) => why.includes('queries.jsonl'))
    expect(about).toMatchObject([
      { outcome: 'skipped', where: 'qrels/test.tsv', why: expect.stringContaining('5000 judged') },
    ])
    expect(report).toHaveLength(1)
  })

  it('says once what is the matter with many judgements, with a count and a few of them', () => {
    const lines = Array.from({ length: 900 }, (_, at) => `x${at}\td1\t1\nq1\tgone${at}\t1`)
    const judged = textFile('qrels/test.tsv', `${header}q1\td1\t1\n${lines.join('\n')}\n`)
    const { goldenSets, report } = importCatalog([corpus, queries, judged])
    expect(goldenSets).toMatchObject([{ queries: [{ id: 'q1', tools: ['get_tide'] }] }])
    expect(report.map(({ outcome }) => outcome)).toEqual(['skipped', 'altered', 'notice'])
    expect(report[0]?.why).toBe('No query has the judged id: 900 judgements (x0, x1, x2 …)')
  })

  it('reads name, server, parameters and answer out of a text of fields, as ToolLens has it', () => {
    const text =
      'category_name:Sea, tool_name:Tide Tables, api_name:/v1/next tide, api_description:Tells, by harbour, the next tide., ' +
      'required_params: [{"name": "harbour", "type": "STRING", "description": "Where, such as: *Brest*"}], ' +
      'optional_params: [{"name": "constructor", "type": "NUMBER", "description": ""}], ' +
      'return_schema: {"height": "float", "next": [{"at": "str"}]}'
    const [tool] = read(beir, [
      linesFile('corpus.jsonl', [{ _id: '0', title: '', text, metadata: {} }]),
    ]).tools
    expect(tool).toMatchObject({
      id: 'Tide Tables//v1/next tide',
      name: '/v1/next tide',
      server: 'Tide Tables',
      description: 'Tells, by harbour, the next tide.',
      tags: ['Sea'],
      parameters: {
        properties: {
          harbour: { type: 'string', description: 'Where, such as: *Brest*' },
          constructor: { type: 'number' },
        },
        required: ['harbour'],
      },
      response: {
        properties: {
          height: { type: 'number' },
          next: { type: 'array', items: { properties: { at: { type: 'string' } } } },
        },
      },
    })
  })
})
