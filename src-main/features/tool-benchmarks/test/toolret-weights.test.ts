import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../domain/tool/tool'
import { toolret } from '../formats/toolret'
import { jsonFile, read, setNamed, textFile } from '../../../../test/fixtures/importing/data-sets'

const tools = jsonFile('tools.json', [
  { id: 'bank_tool_1', documentation: { name: 'Pay', description: 'Pays.', parameters: {} } },
])
const query = {
  id: 'bank_query_0',
  query: 'Pay after logging in',
  labels: [{ id: 'bank_tool_1', relevance: 1 }],
}

describe('MFTR’s published weights', () => {
  const written = {
    base_weight: [[0.2, 0.1, 0.3, 0.4]],
    base_bias: [-0.5],
    tau: 1.5,
    w_req: 0.6,
    w_opt: 4,
    alpha: 15,
  }
  const weightsFile = (fold: number, value: unknown, backbone = 'bm25') =>
    jsonFile(`${backbone}_fold_${fold}_learned_params.json`, value as JsonObject)
  const other = { ...query, id: 'bank_query_1', query: 'Pay at once' }
  const folder = [
    tools,
    jsonFile('queries.json', [query, other]),
    jsonFile('fold_0_test_queries.json', [query]),
    jsonFile('fold_1_test_queries.json', [other]),
  ]

  it('are kept by backbone, each fold’s with its queries, and their means for all others', () => {
    const second = { ...written, base_weight: [[0.4, 0.1, 0.3, 0.4]], tau: 0 }
    const imported = read(toolret, [...folder, weightsFile(0, written), weightsFile(1, second)])
    const same = { parameters: 0.1, response: 0.3, examples: 0.4, required: 0.6, optional: 4 }
    expect(imported.fieldWeights).toEqual([
      {
        name: 'published bm25',
        origin: 'published',
        comparedBy: 'words',
        weights: {
          ...same,
          description: expect.closeTo(0.3) as number,
          threshold: 0.5,
          scale: 'raw',
        },
        folds: [
          {
            texts: ['pay after logging in'],
            weights: { ...same, description: 0.2, threshold: 1, scale: 'raw' },
          },
          {
            texts: ['pay at once'],
            weights: { ...same, description: 0.4, threshold: 0, scale: 'raw' },
          },
        ],
      },
    ])
    expect(setNamed(imported, 'queries').map(({ extra }) => extra?.['fold'])).toEqual([0, 1])
  })

  it('are of an embedder where they are not of BM25', () => {
    const imported = read(toolret, [...folder, weightsFile(0, written, 'minilm')])
    expect(imported.fieldWeights).toMatchObject([{ comparedBy: 'meaning', embedder: 'all-minilm' }])
  })

  it.each<[string, unknown, string]>([
    [
      'a field more',
      { ...written, base_weight: [[1, 2, 3, 4, 5]] },
      'weighs 5 fields, and there are 4',
    ],
    ['no fields', { ...written, base_weight: 3 }, 'weighs 0 fields'],
    ['a renamed weight', { ...written, w_required: 1 }, '“w_required” is no weight that is known'],
    ['a missing weight', { base_weight: [[1, 2, 3, 4]], tau: 1, w_opt: 2 }, '“w_req” is missing'],
    ['a text for a number', { ...written, w_opt: 'NaN' }, 'not a number'],
    ['a penalty that rewards', { ...written, w_req: -1 }, 'below 0'],
    ['another steepness', { ...written, alpha: 3 }, '“alpha” is not 15'],
  ])('are left out where a file has %s, and the others stay', (_, value, why) => {
    const imported = read(toolret, [...folder, weightsFile(0, written), weightsFile(1, value)])
    expect(imported.fieldWeights?.[0]?.folds).toHaveLength(1)
    expect(imported.report).toContainEqual(
      expect.objectContaining({
        outcome: 'skipped',
        where: 'bm25_fold_1_learned_params.json',
        why: expect.stringContaining(why) as string,
      }),
    )
  })

  it('are left out where a file says NaN, which is not JSON', () => {
    const text = JSON.stringify(written).replace('0.6', 'NaN')
    const file = textFile('bm25_fold_0_learned_params.json', text)
    const imported = read(toolret, [...folder, file])
    expect(imported.fieldWeights).toBeUndefined()
    expect(imported.report).toContainEqual(
      expect.objectContaining({ outcome: 'skipped', where: 'bm25_fold_0_learned_params.json' }),
    )
  })
})
