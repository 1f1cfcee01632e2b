import { describe, expect, it } from 'vitest'
import type { GoldenSet } from '../../../src-main/domain/golden-set'
import { toolId } from '../../../src-main/domain/tool'
import { exportGoldenSet } from '../../../src-main/exporting/golden'
import { importGoldenSets } from '../../fixtures/importing/golden-sets'
import { importJson, textFile } from '../../fixtures/importing/files'

const { tools } = importJson(
  ['send', 'find, or not', '[x]'].map((name) => ({ name, description: name, inputSchema: {} })),
)
const send = toolId('send')
const find = toolId('find, or not')

const set: GoldenSet = {
  name: 'smoke',
  queries: [
    {
      id: 'a',
      text: '=mail "Ann",\nplease',
      tools: [find, send],
      grades: { [find]: 3 },
      calls: [{ tool: send, arguments: { to: 'Ann' } }],
      origin: 'weak',
      extra: { source: 'chat' },
    },
    { id: 'b', text: 'nothing', tools: [], origin: 'human' },
    { id: 'c', text: 'odd', tools: [toolId('[x]')], origin: 'synthetic' },
  ],
}

describe('exportGoldenSet', () => {
  it('as JSON loses nothing', async () => {
    const file = textFile('other.json', exportGoldenSet(set, 'json'))
    expect(await importGoldenSets([file], tools)).toEqual({
      format: 'json',
      goldenSets: [set],
      report: [],
    })
  })

  it('as CSV keeps ids, queries, tools and grades', async () => {
    const file = textFile('smoke.csv', exportGoldenSet(set, 'csv'))
    const { goldenSets, report } = await importGoldenSets([file], tools)
    expect(report).toEqual([])
    expect(
      goldenSets[0]?.queries.map(({ id, text, tools, grades }) => ({ id, text, tools, grades })),
    ).toEqual([
      { id: 'a', text: set.queries[0]?.text, tools: [find, send], grades: { [find]: 3, send: 1 } },
      { id: 'b', text: 'nothing', tools: [], grades: undefined },
      { id: 'c', text: 'odd', tools: ['[x]'], grades: { '[x]': 1 } },
    ])
  })
})
