import { describe, expect, it } from 'vitest'
import type { GoldenSet } from '../../../src-main/domain/query/golden-set'
import { toolId } from '../../../src-main/domain/tool/tool'
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
    { id: 'b', text: 'nothing', tools: [], origin: 'human', tags: ['small; talk', 'none'] },
    {
      id: 'c',
      text: 'odd',
      tools: [toolId('[x]')],
      origin: 'synthetic',
      turns: ['[first', 'then;\nthis'],
    },
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

  it('as CSV keeps all but origins and fields that we do not know', async () => {
    const file = textFile('smoke.csv', exportGoldenSet(set, 'csv'))
    const { goldenSets, report } = await importGoldenSets([file], tools)
    expect(report).toEqual([])
    expect(goldenSets[0]?.queries.map(({ origin: _, grades: _grades, ...query }) => query)).toEqual(
      set.queries.map(({ origin: _, extra: _extra, grades: _grades, ...query }) => query),
    )
    expect(goldenSets[0]?.queries.map(({ grades }) => grades)).toEqual([
      { [find]: 3, send: 1 },
      undefined,
      { '[x]': 1 },
    ])
  })
})
