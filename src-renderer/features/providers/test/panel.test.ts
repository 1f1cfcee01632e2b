// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import RecipeSelect from '../../../components/recipe/RecipeSelect.vue'
import { settle } from '../../../../test/unit/renderer/in-app'
import {
  buttonOf,
  evaluationOf,
  foldOf,
  goldenSet,
} from '../../../../test/unit/renderer/evaluation/evaluation-of'
import {
  around,
  sampleComparison,
  sampleDifference,
  sampleRecipes,
  sampleRun,
} from '../../../../test/unit/renderer/evaluation/sample-runs'

enableAutoUnmount(afterEach)

const simulates = {
  by: 'Acme',
  page: 'https://acme.example/search',
  read: '2026-11-28',
  assumed: ['Its weights are <b>not</b> published.'],
}
const recipes = () => {
  const [first, ...others] = sampleRecipes()
  if (!first) throw new Error('There are recipes.')
  return [first, ...others, { ...first, id: 'acme', title: 'Acme search', own: [], simulates }]
}
const NAME = 'Providers’ own search'

test('providers are measured beside the recipe that is chosen, as it was measured', async () => {
  const { wrapper, bridge } = await evaluationOf(
    [sampleRun()],
    { 'recipes.list': recipes, 'evaluation.run': () => ({ runs: [], reused: [], failed: [] }) },
    ['Details', NAME],
  )
  expect(foldOf(wrapper, NAME).text()).toContain('as far as that is published')
  await buttonOf(wrapper, 'Measure them beside BM25').trigger('click')
  await settle()
  const [asked] = bridge.inputsOf('evaluation.run')
  expect(asked).toMatchObject({ goldenSet: 'golden', k: [1, 5], resume: true })
  expect(asked?.recipes.map(({ recipe }) => recipe)).toEqual(['bm25', 'acme'])
})

test('a test set is looked at again only with a reason', async () => {
  const { wrapper, bridge } = await evaluationOf(
    [sampleRun()],
    {
      'recipes.list': recipes,
      'evaluation.run': () => ({ runs: [], reused: [], failed: [] }),
      'golden.list': () => [{ ...goldenSet, purpose: 'test' as const }],
    },
    ['Details', NAME],
  )
  const button = () => buttonOf(wrapper, 'Measure them beside BM25')
  expect(button().attributes('disabled')).toBeDefined()
  await foldOf(wrapper, NAME).find('input').setValue('To choose a provider.')
  await button().trigger('click')
  await settle()
  expect(bridge.inputsOf('evaluation.run')[0]).toMatchObject({ why: 'To choose a provider.' })
})

test('what each finds stands beside what it rests on, and nothing of it is taken for markup', async () => {
  const acme = sampleRun({
    id: 'run-2',
    recipe: 'acme',
    options: {},
    startedAt: '2026-11-30T10:00:00.000Z',
    measures: {
      'Recall@1': around(0.2),
      'Recall@5': around(0.4),
      'PromptTokens@1': around(500),
      'PromptTokens@5': around(500),
    },
  })
  const { wrapper } = await evaluationOf(
    [sampleRun(), acme],
    {
      'recipes.list': recipes,
      'evaluation.compare': () => [
        sampleComparison({
          run: 'run-2',
          measures: {
            'Recall@1': { ...sampleDifference(-0.2, 0.02), from: 0.4 },
            'Recall@5': { ...sampleDifference(-0.2, 0.02), from: 0.6 },
          },
        }),
      ],
    },
    ['Runs', 'Details', NAME],
  )
  const fold = foldOf(wrapper, NAME)
  expect(fold.text()).toMatch(
    /Acme search would not do: (20.0 % of the right tools, BM25 40|40.0 % of the right tools, BM25 60).0 %/,
  )
  expect(fold.text()).toContain('Its weights are <b>not</b> published.')
  expect(fold.text()).toContain('Acme, read on 2026-11-28')
  const cells = fold.findAll('tbody td').map((cell) => cell.text())
  expect(cells[1]).toMatch(/^\d\d\.0 % of the right tools, BM25 \d\d\.0 %: 20\.0 points/)
  expect(cells[2]).toBe('500')
  expect(fold.find('b').exists()).toBe(false)
})

test('they stand apart where a recipe is chosen', () => {
  const wrapper = mount(RecipeSelect, {
    props: { label: 'Recipe', recipes: recipes(), recipe: 'bm25', options: {} },
  })
  const [group] = wrapper.findAll('optgroup')
  expect(group?.attributes('label')).toBe(NAME)
  expect(group?.text()).toBe('Acme search')
})
