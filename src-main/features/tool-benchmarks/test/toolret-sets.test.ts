import { describe, expect, it } from 'vitest'
import { namedEntries } from '../../../domain/catalog/report-entries'
import { toolret } from '../formats/toolret'
import type { SourceFile } from '../../../importing/reading/source-file'
import {
  jsonFile,
  namesOfSets,
  read,
  setNamed,
  sizesOfSets,
} from '../../../../test/fixtures/importing/data-sets'

/** Two data sets whose tools and queries have the same ids. */
const verbs = { oven: 'Bake', tap: 'Pour' }
type SetName = keyof typeof verbs
const toolsOf = (set: SetName) => [
  { id: '1', documentation: { name: verbs[set], description: `${verbs[set]}s with the ${set}.` } },
]
const queryOf = (set: SetName, number = 1) => ({
  id: String(number),
  query: `${verbs[set]} ${number} of them`,
  labels: [{ id: '1', relevance: 1 }],
})
const rewriting = { tool_needs: [{ user_intent: 'Heat it' }], extracted_arguments: {} }
const rewrittenOf = (set: SetName, number = 1) => ({
  ...queryOf(set, number),
  rewritten_query: rewriting,
})
const standardisedOf = (set: SetName) => [
  { id: '1', augmented: { description: `Standard ${set}.`, parameters: {} } },
]
const weights = (tau: number) => ({
  base_weight: [[0.2, 0.1, 0.3, 0.4]],
  base_bias: [0],
  tau,
  w_req: 0.6,
  w_opt: 4,
  alpha: 15,
})

/** What MFTR’s repository holds of a data set, laid out as there. */
const published = (set: SetName, root = ''): SourceFile[] => [
  jsonFile(`${root}dataset/from_toolret/${set}/tools.json`, toolsOf(set)),
  jsonFile(`${root}dataset/from_toolret/${set}/queries.json`, [queryOf(set), queryOf(set, 2)]),
  jsonFile(`${root}dataset/augmented_tools/${set}/some-model_tools.json`, standardisedOf(set)),
  jsonFile(`${root}dataset/rewritten_queries/${set}/some__settings__20/queries.json`, [
    rewrittenOf(set),
    rewrittenOf(set, 2),
  ]),
  ...[0, 1].flatMap((fold) => [
    jsonFile(`${root}dataset/train_and_test/${set}/fold_${fold}/test_queries.json`, [
      rewrittenOf(set, fold + 1),
    ]),
    jsonFile(`${root}dataset/train_and_test/${set}/fold_${fold}/train_queries.json`, [
      rewrittenOf(set, 2 - fold),
    ]),
    ...['bm25__0', 'all-MiniLM-L6-v2__16', 'Other-Model__4'].map((backbone) =>
      jsonFile(`${root}weight/${set}/${backbone}/fold_${fold}_learned_params.json`, weights(fold)),
    ),
  ]),
]

const textsAndFolds = (imported: ReturnType<typeof read>, name: string) =>
  setNamed(imported, name).map(({ text, extra }) => [text, extra?.['fold']])
/** One for each entry. */
const skipped = (imported: ReturnType<typeof read>) =>
  imported.report
    .filter(({ outcome }) => outcome === 'skipped')
    .flatMap((row) => namedEntries(row).map((named) => ({ ...row, ...named })))

describe('MFTR’s repository', () => {
  it.each(['', 'MFTR-main/'])(
    'is read as it is laid out, in “%s”, with folds and weights',
    (root) => {
      const imported = read(toolret, published('oven', root))
      expect(sizesOfSets(imported)).toEqual({ queries: 2 })
      expect(textsAndFolds(imported, 'queries')).toEqual([
        ['Bake 1 of them', 0],
        ['Bake 2 of them', 1],
      ])
      expect(setNamed(imported, 'queries').every(({ rewritten }) => rewritten)).toBe(true)
      expect(imported.tools).toMatchObject([{ standardised: { description: 'Standard oven.' } }])
      expect(
        imported.fieldWeights?.map(({ name, comparedBy, embedder, folds }) => [
          name,
          comparedBy,
          embedder,
          folds.map(({ texts }) => texts),
        ]),
      ).toEqual([
        ['published bm25', 'words', undefined, [['bake 1 of them'], ['bake 2 of them']]],
        ['published minilm', 'meaning', 'all-minilm', [['bake 1 of them'], ['bake 2 of them']]],
        [
          'published other-model',
          'meaning',
          'other-model',
          [['bake 1 of them'], ['bake 2 of them']],
        ],
      ])
      expect(skipped(imported)).toEqual([])
    },
  )

  it.each([
    [
      'oven/train_and_test/fold_0_test_queries.json',
      'learned_params/bm25/fold_0_learned_params.json',
    ],
    ['train_and_test/fold_0/test_queries.json', 'bm25/fold_0/learned_params.json'],
    ['oven/fold-0/test.json', 'oven/weights/bm25_fold_0_learned_params.json'],
  ])('is read where folds are in %s and weights in %s', (fold, weight) => {
    const imported = read(toolret, [
      jsonFile('oven/tools.json', toolsOf('oven')),
      jsonFile('oven/queries.json', [queryOf('oven'), queryOf('oven', 2)]),
      jsonFile(fold, [queryOf('oven')]),
      jsonFile(weight, weights(1)),
    ])
    expect(textsAndFolds(imported, 'queries')).toEqual([
      ['Bake 1 of them', 0],
      ['Bake 2 of them', undefined],
    ])
    expect(imported.fieldWeights).toMatchObject([
      { name: 'published bm25', folds: [{ texts: ['bake 1 of them'] }] },
    ])
  })

  it('gives rewritings that only the files of folds have', () => {
    const files = published('oven').filter(({ path }) => !path.includes('rewritten_queries'))
    const imported = read(toolret, files)
    expect(setNamed(imported, 'queries').every(({ rewritten }) => rewritten)).toBe(true)
  })

  it('is told where weights name no backbone or fold', () => {
    const imported = read(toolret, [
      ...published('oven'),
      jsonFile('weight/oven/fold_0_learned_params.json', weights(0)),
      jsonFile('weight/oven/bm25__0/learned_params.json', weights(0)),
      jsonFile('weight/oven/bm25__0/best.json', weights(0)),
    ])
    expect(
      skipped(imported).map(({ where, why }) => [where, /which (\w+)/.exec(why)?.[1]]),
    ).toEqual([
      ['weight/oven/fold_0_learned_params.json', 'backbone'],
      ['weight/oven/bm25__0/learned_params.json', 'fold'],
      ['weight/oven/bm25__0/best.json', 'fold'],
    ])
    expect(skipped(imported).every(({ fix }) => fix?.includes('bm25_fold_0'))).toBe(true)
  })
})

describe('several data sets of ToolRet', () => {
  const both = (pathOf: (set: SetName, part: string) => string): SourceFile[] =>
    (['oven', 'tap'] as const).flatMap((set) => [
      jsonFile(pathOf(set, 'tools'), toolsOf(set)),
      jsonFile(pathOf(set, 'queries'), [queryOf(set)]),
    ])
  const answers = (imported: ReturnType<typeof read>) =>
    imported.goldenSets.map(({ name, queries }) => [
      name,
      queries.map(({ text, tools }) => [text, ...tools]),
    ])

  it.each<[string, (set: SetName, part: string) => string]>([
    ['by folders', (set, part) => `${set}/${part}.json`],
    ['by folders of parts', (set, part) => `data/${part}/${set}/${part}.json`],
    ['by names in one folder', (set, part) => `${set}_${part}.json`],
  ])('stay apart %s, though their ids are the same', (_how, pathOf) => {
    const imported = read(toolret, both(pathOf))
    expect(answers(imported)).toEqual([
      ['oven', [['Bake 1 of them', 'oven/Bake']]],
      ['tap', [['Pour 1 of them', 'tap/Pour']]],
    ])
    expect(skipped(imported)).toEqual([])
  })

  it('stay apart in MFTR’s repository, each with folds and weights of its own', () => {
    const imported = read(toolret, [...published('oven'), ...published('tap')])
    expect(textsAndFolds(imported, 'tap')).toEqual([
      ['Pour 1 of them', 0],
      ['Pour 2 of them', 1],
    ])
    expect(imported.tools.map(({ id, standardised }) => [id, standardised?.description])).toEqual([
      ['oven/Bake', 'Standard oven.'],
      ['tap/Pour', 'Standard tap.'],
    ])
    const [first] = imported.fieldWeights ?? []
    expect(imported.fieldWeights?.map(({ name }) => name)).toEqual([
      ...['bm25', 'minilm', 'other-model'].map((backbone) => `published oven ${backbone}`),
      ...['bm25', 'minilm', 'other-model'].map((backbone) => `published tap ${backbone}`),
    ])
    expect(first?.folds.map(({ texts }) => texts)).toEqual([['bake 1 of them'], ['bake 2 of them']])
  })

  it('stay apart without files of tools, with the tools of their labels', () => {
    const labelled = (set: SetName) => ({
      ...queryOf(set),
      labels: [{ id: '1', doc: { name: verbs[set] }, relevance: 1 }],
    })
    const imported = read(toolret, [
      jsonFile('oven/queries.json', [labelled('oven')]),
      jsonFile('tap/queries.json', [labelled('tap')]),
    ])
    expect(answers(imported)).toEqual([
      ['oven', [['Bake 1 of them', 'oven/Bake']]],
      ['tap', [['Pour 1 of them', 'tap/Pour']]],
    ])
  })

  it('never lend a tool to a query of another', () => {
    const stray = { ...queryOf('tap', 3), labels: [{ id: 'Bake', relevance: 1 }] }
    const imported = read(toolret, [
      ...both((set, part) => `${set}/${part}.json`),
      jsonFile('tap/more_queries.json', [stray]),
    ])
    expect(sizesOfSets(imported)).toEqual({ oven: 1, tap: 1 })
    expect(skipped(imported)).toMatchObject([{ where: 'tap/more_queries.json, entry 1' }])
  })

  it('answer queries of none of them by ids that one alone has', () => {
    const only = [{ id: 'tap_9', documentation: { name: 'Drip', description: 'Drips.' } }]
    const asked = [
      { ...queryOf('tap', 7), labels: [{ id: 'tap_9', relevance: 1 }] },
      { ...queryOf('tap', 8), labels: [{ id: '1', relevance: 1 }] },
    ]
    const imported = read(toolret, [
      ...both((set, part) => `${set}/${part}.json`),
      jsonFile('tap/tools/extra.json', only),
      jsonFile('elsewhere/queries.json', asked),
    ])
    expect(answers(imported).at(-1)).toEqual(['queries', [['Pour 7 of them', 'tap/Drip']]])
    expect(skipped(imported)).toMatchObject([
      { why: expect.stringContaining('Several data sets have a tool "1"') as string },
    ])
  })

  it('say of standardised tools and weights that are of none of them', () => {
    const imported = read(toolret, [
      ...both((set, part) => `${set}/${part}.json`),
      jsonFile('augmented_tools.json', standardisedOf('oven')),
      jsonFile('bm25_fold_0_learned_params.json', weights(0)),
    ])
    expect(skipped(imported).map(({ where }) => where)).toEqual([
      'augmented_tools.json',
      'bm25_fold_0_learned_params.json',
    ])
  })

  it.each<[string, (corpus: string, part: string) => string]>([
    ['in folders', (corpus, part) => `${corpus}/${part}.json`],
    ['in folders of parts', (corpus, part) => `ToolRet-${part}/${corpus}/${part}.json`],
    ['by names in one folder', (corpus, part) => `${corpus}_${part}.json`],
  ])('are not ToolRet’s corpora %s: labels lead from each to all', (_how, pathOf) => {
    const corpora = ['web', 'code', 'customized']
    const imported = read(toolret, [
      ...corpora.map((corpus) =>
        jsonFile(pathOf(corpus, 'tools'), [
          {
            id: `${corpus}_tool`,
            documentation: `{"name": "${corpus}", "description": "Is one."}`,
          },
        ]),
      ),
      ...corpora.map((corpus) =>
        jsonFile(pathOf(corpus, 'queries'), [
          {
            id: `${corpus}task_query_1`,
            query: `Of ${corpus}`,
            labels: JSON.stringify(corpora.map((each) => ({ id: `${each}_tool`, relevance: 1 }))),
          },
        ]),
      ),
    ])
    expect(imported.tools.map(({ id }) => id)).toEqual(corpora)
    expect(answers(imported)).toEqual(
      corpora.map((corpus) => [`${corpus}task`, [[`Of ${corpus}`, ...corpora]]]),
    )
    expect(skipped(imported)).toEqual([])
  })

  it('of one catalog are golden sets by what their ids name', () => {
    const asked = (set: SetName, file: string) =>
      jsonFile(file, [{ ...queryOf(set), id: `${set}_query_0` }])
    const catalog = toolsOf('oven')
    const files = [asked('oven', 'queries/a.json'), asked('tap', 'queries/b.json')]
    const imported = read(toolret, [jsonFile('tools/all.json', catalog), ...files])
    expect(namesOfSets(imported)).toEqual(['oven', 'tap'])
  })
})
