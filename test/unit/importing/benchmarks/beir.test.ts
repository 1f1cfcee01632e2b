import { describe, expect, it } from 'vitest'
import { beir } from '../../../../src-main/importing/benchmarks/beir'
import { confidence, linesFile, read, setNamed, sizesOfSets, textFile, toolNamed } from './files'

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
})
