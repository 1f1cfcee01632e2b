import { describe, expect, it } from 'vitest'
import { functionCalls } from '../formats/function-calls'
import {
  confidence,
  jsonFile,
  linesFile,
  read,
} from '../../../../test/fixtures/importing/data-sets'

const tide = {
  name: 'get_tide',
  description: 'Tells the tide of a harbour.',
  parameters: { harbour: { type: 'str', description: 'Harbour' } },
}
const sail = { ...tide, name: 'plan_sail', description: 'Plans a sail.' }
const row = {
  id: 7,
  query: 'High tide in Brest?',
  answers: JSON.stringify([{ name: 'get_tide', arguments: { harbour: 'Brest' } }]),
  tools: JSON.stringify([tide, sail]),
}
const asked = {
  id: 'simple_0',
  question: [[{ role: 'user', content: 'High tide in Brest?' }]],
  function: [
    {
      ...tide,
      parameters: { type: 'dict', properties: { harbour: { type: 'string' } }, required: [] },
    },
  ],
}
const answer = { id: 'simple_0', ground_truth: [{ get_tide: { harbour: ['Brest', 'brest'] } }] }
const call = { tool: 'get_tide', arguments: { harbour: 'Brest' } }

describe('a benchmark of function calls', () => {
  it('gives tools once, and queries with their calls, of xLAM', () => {
    const file = jsonFile('xlam.json', [row, { ...row, id: 8 }])
    expect(confidence(functionCalls, [file])).toBeGreaterThan(0.9)
    const { tools, goldenSets, report } = read(functionCalls, [file])
    expect(tools.map(({ id }) => id)).toEqual(['get_tide', 'plan_sail'])
    expect(goldenSets).toMatchObject([
      { name: 'xlam', queries: [{ id: '7', tools: ['get_tide'], calls: [call] }, { id: '8' }] },
    ])
    expect(report).toEqual([])
  })

  it('means a row’s own tool where another row has one of its name', () => {
    const other = { ...tide, description: 'Another tide.' }
    const second = { ...row, id: 8, tools: JSON.stringify([other]) }
    const { goldenSets } = read(functionCalls, [jsonFile('xlam.json', [row, second])])
    const labels = goldenSets.flatMap(({ queries }) => queries.map(({ tools }) => tools[0]))
    expect(labels).toEqual(['get_tide', 'get_tide#2'])
  })

  it('finds the calls of BFCL in the answers beside it', () => {
    const files = [linesFile('BFCL_simple.jsonl', [asked]), linesFile('possible.jsonl', [answer])]
    const { tools, goldenSets, used } = read(functionCalls, files)
    expect(tools[0]?.parameters).toMatchObject({ type: 'object' })
    expect(goldenSets[0]?.queries).toMatchObject([{ id: 'simple_0', calls: [call] }])
    expect(used).toEqual(['BFCL_simple.jsonl', 'possible.jsonl'])
  })

  it('takes the tools of queries whose calls are not there, and says so', () => {
    const { tools, goldenSets, report } = read(functionCalls, [linesFile('a.jsonl', [asked])])
    expect(tools).toHaveLength(1)
    expect(goldenSets[0]?.queries).toEqual([])
    expect(report).toMatchObject([{ why: expect.stringContaining('1 of 1 queries') as string }])
  })
})
