// @vitest-environment happy-dom
import { describe, expect, it, test } from 'vitest'
import type { Run } from '../../../../src-main/domain/run/run'
import { measurements } from '../../../../src-renderer/views/evaluation/sizes/measurements'
import { largestOfEach } from '../../../../src-main/domain/run/largest-of-each'
import {
  overSizes,
  type OverSizes,
} from '../../../../src-renderer/views/evaluation/sizes/over-sizes'
import {
  cutoffsOverSizes,
  recipesOverSizes,
  sizesByCutoff,
  tokensOverSizes,
} from '../../../../src-renderer/views/evaluation/sizes/size-charts'
import { parseSizes, suggestedSizes } from '../../../../src-renderer/views/evaluation/useSizes'
import { settle } from '../in-app'
import { comparedRuns, evaluationOf } from './evaluation-of'
import { around, sampleRun } from './sample-runs'

/** A run on catalogs of so many tools: the fewer, the better. */
const sized = (tools: number, changes: Partial<Run> = {}, seed = 1): Run => {
  const recall = 1 - tools / 200
  return sampleRun({
    id: `${changes.recipe ?? 'bm25'} ${tools} ${seed}`,
    startedAt: `2026-11-20T10:00:${String(tools % 60).padStart(2, '0')}.000Z`,
    measures: {
      'Recall@1': around(recall / 2),
      'Recall@5': around(recall),
      'All@5': around(recall / 3),
      'PromptTokens@1': around(100),
      'PromptTokens@5': around(500),
    },
    ...(tools < 107 && { catalogSize: { tools, seed }, everythingTokens: tools * 100 }),
    catalog: { tools: 107, revision: 1, promptTokens: 10_700 },
    ...changes,
  })
}
const labelled = (runs: Run[]) => runs.map((run) => ({ run, label: run.recipe.toUpperCase() }))
function onlyOne(recipes: readonly OverSizes[]): OverSizes {
  const [only, ...others] = recipes
  if (!only || others.length > 0) throw new Error(`There are ${recipes.length} recipes.`)
  return only
}
const GRID = [sized(3), sized(20), sized(107)]

describe('sizes as they are written', () => {
  test.each([
    ['10, 100 all', { sizes: [10, 100, 'all'] }],
    ['100;10;10', { sizes: [10, 100] }],
    ['107', { sizes: ['all'] }],
    ['ALL, 5', { sizes: [5, 'all'] }],
    ['', { error: 'Name at least one size, such as 10, 100, all.' }],
    ['ten', { error: '“ten” is no size: whole numbers of 1 or more, or “all”.' }],
    ['0.5', { error: '“0.5” is no size: whole numbers of 1 or more, or “all”.' }],
    ['108', { error: 'The catalog has 107 tools: 108 is more.' }],
    ['1 2 3 4 5 6 7 8 9 10 11 12 13', { error: 'At most 12 sizes.' }],
  ])('%j', (text, expected) => expect(parseSizes(text, 107)).toEqual(expected))

  test.each([
    [8, 'all'],
    [107, '10, 20, 50, all'],
    [4_076, '10, 20, 50, 100, 200, 500, 1000, 2000, all'],
    [100_000, '100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, all'],
  ])('are suggested for %i tools as ones that can be measured', (tools, expected) => {
    expect(suggestedSizes(tools)).toBe(expected)
    expect(parseSizes(suggestedSizes(tools), tools)).toHaveProperty('sizes')
  })
})

describe('what a set-up comes to', () => {
  const wanted = {
    recipes: [{ recipe: 'bm25' }, { recipe: 'hybrid' }],
    sizes: { tools: [10, 20, 'all' as const], seeds: [1, 2] },
    queries: 100,
  }

  it('is counted, the whole catalog once whatever it is drawn by', () => {
    expect(measurements(wanted, [])).toEqual({ count: 10, tookMs: undefined })
  })

  it('takes as long as the latest runs of all the recipes did for each query', () => {
    const runs = [
      sampleRun({ elapsedMs: 120 }),
      sampleRun({ recipe: 'hybrid', elapsedMs: 240 }),
      sampleRun({ elapsedMs: 99_999, startedAt: '2025-01-01T00:00:00.000Z' }),
    ]
    expect(measurements(wanted, runs).tookMs).toBeCloseTo((1 + 2) * 100 * 5)
    expect(measurements(wanted, runs.slice(0, 1)).tookMs).toBeUndefined()
  })
})

describe('runs on several sizes of catalog', () => {
  it('are shown by the largest of each choice', () => {
    const other = sized(20, { recipe: 'hybrid' })
    expect(largestOfEach([...GRID, other, sized(20, { recipe: 'hybrid' }, 2)])).toEqual([
      GRID[2],
      other,
    ])
    const equal = [sampleRun(), sampleRun({ id: 'again' })]
    expect(largestOfEach(equal)).toEqual(equal)
  })

  it('are told apart by their size, and by the seed where that differs', async () => {
    const { wrapper } = await evaluationOf([sized(20), sized(107)])
    expect(comparedRuns(wrapper)).toEqual(['BM25'])
    expect(wrapper.find('[aria-label="Runs"]').text()).toContain('BM25 · 20 of 107 tools')
  })

  it('are drawn as lines over the sizes, for a k not larger than the catalog', () => {
    const recipes = overSizes(labelled([GRID[2] as Run]), GRID)
    const { series, y } = recipesOverSizes(recipes, { k: 5, accuracy: 'recall' })
    expect(series.map(({ name, points }) => [name, points.map(({ x }) => x)])).toEqual([
      ['BM25', [20, 107]],
    ])
    expect(series[0]?.points[0]).toMatchObject({
      y: 0.9,
      at: 20,
      interval: [0.85, expect.closeTo(0.95)],
    })
    expect(y.title).toBe('Recall@5')
    const each = cutoffsOverSizes(onlyOne(recipes), { cutoffs: [1, 5], accuracy: 'recall' })
    expect(each.series.map(({ name, points }) => [name, points.length])).toEqual([
      ['k = 1', 3],
      ['k = 5', 2],
    ])
  })

  it('are a map of size and k, blank where k is above the size', () => {
    const recipe = onlyOne(overSizes(labelled([GRID[2] as Run]), GRID))
    const { cells, columns, rows } = sizesByCutoff(recipe, { cutoffs: [1, 5], accuracy: 'recall' })
    expect([columns.names, rows.names]).toEqual([
      ['3', '20', '107'],
      ['1', '5'],
    ])
    expect(cells.map(({ column, row }) => [column, row])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ])
  })

  it('are held against everything in the prompt, with the provider’s limit', () => {
    const recipe = onlyOne(overSizes(labelled([GRID[2] as Run]), GRID))
    const { series, lines, y } = tokensOverSizes(recipe, { cutoffs: [1, 5], limit: 128 })
    expect(series.map(({ name, points }) => [name, points.map((point) => point.y)])).toEqual([
      ['everything in the prompt', [300, 2_000, 10_700]],
      ['k = 1', [100, 100, 100]],
      ['k = 5', [500, 500]],
    ])
    expect(lines).toEqual([{ x: 128, label: 'provider limit, 128 tools' }])
    expect([y.minimum, y.maximum]).toEqual([100, 100_000])
  })

  it('are means over the draws of one size', () => {
    const all = [sized(20), sized(20, { measures: { 'Recall@5': around(0.5) } }, 2), sized(107)]
    const recipes = overSizes(labelled([sized(107)]), all)
    const { series } = recipesOverSizes(recipes, { k: 5, accuracy: 'recall' })
    expect(series[0]?.points.map(({ y }) => y)).toEqual([0.7, expect.closeTo(0.465)])
  })

  it('leave out what was measured on other queries or another catalog', () => {
    const others = [
      sized(10, { goldenSet: 'other' }),
      sized(11, { catalog: { tools: 99, revision: 1 } }),
      sized(12, { queries: 7 }),
      sized(13, { options: {} }),
    ]
    expect(overSizes(labelled([sized(107)]), [sized(107), ...others])).toEqual([])
  })
})

describe('the evaluation view', () => {
  it('shows how the recipes do as the catalog grows', async () => {
    const { wrapper } = await evaluationOf(GRID)
    const panel = wrapper.find('[aria-label="As the catalog grows"]')
    expect(panel.text()).toContain(
      'BM25 has a Recall@1 of 0.492 among 3 tools and of 0.232 among 107.',
    )
    expect(panel.findAll('figure')).toHaveLength(3)
  })

  it('has nothing to say of growth where one size was measured', async () => {
    const { wrapper } = await evaluationOf([sampleRun()])
    expect(wrapper.find('[aria-label="As the catalog grows"]').exists()).toBe(false)
  })

  it('asks for the sizes that are written, and says what is wrong with them', async () => {
    const { wrapper, bridge } = await evaluationOf([], {
      'evaluation.run': () => ({ runs: [], reused: [], failed: [] }),
    })
    const form = wrapper.find('form')
    const run = async () => {
      await form.trigger('submit')
      await settle()
      return bridge.inputsOf('evaluation.run').at(-1)
    }
    expect(await run()).not.toHaveProperty('catalogSizes')
    await form.find('button[role=switch]').trigger('click')
    const sizes = form.findAll('input').find((input) => input.element.value.endsWith('all'))
    await sizes?.setValue('5, all')
    expect(await run()).toMatchObject({ catalogSizes: { tools: [5, 'all'], seeds: [1] } })
    const before = bridge.inputsOf('evaluation.run').length
    await sizes?.setValue('5000000')
    await run()
    expect(bridge.inputsOf('evaluation.run')).toHaveLength(before)
    expect(form.text()).toContain('5,000,000 is more.')
  })
})
