import { describe, expect, it } from 'vitest'
import type { GoldenSet } from '../../../../src-main/domain/query/golden-set'
import { trecQrels } from '../../../../src-main/exporting/trec'
import {
  readGoldenSets,
  resolveGoldenSets,
} from '../../../../src-main/importing/golden/import-golden-sets'
import type { SourceFile } from '../../../../src-main/importing/reading/source-file'
import { importJson, textFile } from '../../../fixtures/importing/files'
import { linesFile } from '../../../fixtures/importing/data-sets'

const { tools } = importJson({
  'servers/port.json': {
    server: 'port',
    tools: [{ name: 'get_tide' }, { name: 'plan_sail' }, { name: 'book berth' }],
  },
})

const queries = linesFile('queries.jsonl', [
  { _id: 'q1', text: 'High water?' },
  { _id: 'q2', text: 'A trip' },
  { _id: 'q3', text: 'Nothing fits' },
  { _id: 'q4', text: 'Never judged' },
])
const JUDGED = [
  ['q1', 'get_tide', '2'],
  ['q1', 'plan_sail', '0'],
  ['q2', 'port__plan_sail', '1'],
  ['q2', 'port__plan_sail', '3'],
  ['q2', 'get_fog', '1'],
  ['q3', 'get_tide', '-1'],
  ['q9', 'get_tide', '1.0'],
]
const trec = textFile('judged.qrels', JUDGED.map(([q, t, s]) => `${q} 0 ${t} ${s}\n`).join(''))
const beir = textFile(
  'qrels/judged.tsv',
  `query-id\tcorpus-id\tscore\n${JUDGED.map((row) => `${row.join('\t')}\n`).join('')}`,
)

async function read(files: SourceFile[], known: GoldenSet[] = []) {
  const pause = async () => false
  return resolveGoldenSets(readGoldenSets(files), tools, { pause, known })
}

const RIGHT = [
  { id: 'q1', text: 'High water?', tools: ['port/get_tide'], grades: { 'port/get_tide': 2 } },
  { id: 'q2', text: 'A trip', tools: ['port/plan_sail'], grades: { 'port/plan_sail': 3 } },
]

describe('judgements', () => {
  it.each([
    ['of four columns, as trec_eval has them', trec],
    ['of three columns, as BEIR has them', beir],
  ])('%s are a golden set with the queries beside them', async (_what, judged) => {
    const { format, goldenSets, report } = await read([queries, judged])
    expect(format).toBe('qrels')
    expect(goldenSets).toMatchObject([{ name: 'judged', queries: RIGHT }])
    const told = report
      .map(({ outcome, entry, why }) => `${outcome} ${entry ?? ''}: ${why}`)
      .join('\n')
    expect(told).toContain('skipped q3: No document is judged relevant')
    expect(told).toContain('skipped q9: No query has the judged id')
    expect(told).toContain('altered q2, port__plan_sail: A tool is judged twice for one query')
    expect(told).toContain('No tool is called "get_fog"')
    expect(told).toContain('1 query without a judgement (q4)')
  })

  it('name tools by the documents of a corpus, and queries by a table', async () => {
    const { goldenSets } = await read([
      linesFile('corpus.jsonl', [{ _id: 'd7', title: 'get_tide', text: 'Tells the tide.' }]),
      textFile('queries.tsv', 'q1\tHigh water?\n'),
      textFile('qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq1\td7\t1\n'),
    ])
    expect(goldenSets).toMatchObject([
      { name: 'test', queries: [{ text: 'High water?', tools: ['port/get_tide'] }] },
    ])
    expect(goldenSets[0]?.queries[0]).not.toHaveProperty('grades')
  })

  it('alone have the texts of the golden set that has most of their ids', async () => {
    const known = (name: string, ...ids: string[]): GoldenSet => ({
      name,
      queries: ids.map((id) => ({ id, text: `${name} ${id}`, tools: [], origin: 'human' })),
    })
    const { goldenSets, report } = await read([trec], [known('a', 'q1'), known('b', 'q1', 'q2')])
    expect(goldenSets[0]?.queries.map(({ text }) => text)).toEqual(['b q1', 'b q2'])
    expect(report.map(({ why }) => why).join()).toContain('golden set “b”')
    const alone = await read([trec])
    expect(alone.goldenSets).toEqual([])
    expect(alone.report.map(({ fix }) => fix).join()).toContain('queries.jsonl')
  })

  it('that were written here are read again, whatever tools are called', async () => {
    const golden = ['port/book berth', 'port/get_tide']
    const outcome = { id: 'q 1', golden, grades: { 'port/book berth': 2 } }
    const text = trecQrels([outcome as unknown as Parameters<typeof trecQrels>[0][number]])
    const set: GoldenSet = {
      name: 'a',
      queries: [{ id: 'q 1', text: 'Moor', tools: [], origin: 'human' }],
    }
    const { goldenSets } = await read([textFile('run.qrels', text)], [set])
    expect(goldenSets[0]?.queries).toMatchObject([
      { id: 'q 1', text: 'Moor', tools: golden, grades: { 'port/book berth': 2 } },
    ])
  })
})
