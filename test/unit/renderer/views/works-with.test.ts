// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { WorksWith } from '../../../../src-main/domain/recipe/choice'
import type { Answers } from '../../../fakes/bridge'
import { buttonOf, evaluationOf } from '../evaluation/evaluation-of'
import { settle } from '../in-app'
import { ask, playground, setK, SETTLED } from '../playground/playground'

enableAutoUnmount(afterEach)

const changed: WorksWith = { recipe: 'hybrid', options: { b: 0.4, depth: 100 }, k: 3 }

const workingWith = (worksWith: WorksWith): Answers => ({
  'workspace.first': () => ({
    dir: '/home/ada/Pegboard/demo',
    name: 'Demo',
    createdAt: '2026-11-02T08:00:00Z',
    revision: 4,
    commit: 'c4',
    tools: 104,
    goldenSets: 1,
    bundles: 0,
    runs: 0,
    worksWith,
  }),
})

test('the Playground begins with the recipe, options and k of the workspace', async () => {
  const { wrapper, bridge } = await playground(workingWith({ ...changed, recipe: 'bm25' }))
  await ask(wrapper)
  expect(bridge.inputsOf('query.run')).toMatchObject([
    { recipe: 'bm25', options: { b: 0.4 }, k: 3 },
  ])
  await setK(wrapper, 2)
  await settle(SETTLED)
  expect(bridge.inputsOf('query.run').at(-1)).toMatchObject({ options: { b: 0.4 }, k: 2 })
  await wrapper.get('select').setValue('hybrid')
  await settle(SETTLED)
  expect(bridge.inputsOf('query.run').at(-1)).toMatchObject({ recipe: 'hybrid', options: {} })
})

test.each([
  [
    'another recipe',
    changed,
    [
      ['bm25', {}],
      ['hybrid', { b: 0.4 }],
    ],
  ],
  [
    'the first with options',
    { ...changed, recipe: 'bm25' },
    [
      ['bm25', {}],
      ['bm25', { b: 0.4 }],
    ],
  ],
  ['the first as it comes', { ...changed, recipe: 'bm25', options: {} }, [['bm25', {}]]],
  ['one that is not there', { ...changed, recipe: 'gone' }, [['bm25', {}]]],
] as const)('Evaluation begins with the first recipe and %s', async (_, works, expected) => {
  const { wrapper, bridge } = await evaluationOf([], {
    ...workingWith(works),
    'evaluation.run': () => ({ runs: [], reused: [], failed: [] }),
  })
  await settle()
  await wrapper.get('form').trigger('submit')
  await settle(10)
  const [{ recipes } = { recipes: [] }] = bridge.inputsOf('evaluation.run')
  expect(recipes.map(({ recipe, options }) => [recipe, options])).toEqual(expected)
})

test('other settings are held against those that the workspace works with', async () => {
  const opened = ['Details', 'Weights and settings']
  const { bridge, wrapper } = await evaluationOf([], workingWith(changed), opened)
  await settle()
  expect(buttonOf(wrapper, 'Run the evaluation').exists()).toBe(true)
  expect(bridge.inputsOf('evaluation.trySettings')).toMatchObject([
    { recipe: 'hybrid', options: { b: 0.4 } },
  ])
})
