// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { SettingTrial } from '../../../../src-main/domain/recipe/trial'
import { failure, type Answers } from '../../../fakes/bridge'
import { settle } from '../in-app'
import { buttonOf, evaluationOf } from './evaluation-of'
import { forDevelopment } from '../../../fixtures/golden-sets'

const better: SettingTrial = {
  goldenSet: 'golden',
  recipe: 'hybrid',
  k: 5,
  queries: 50,
  of: 50,
  recall: 0.6,
  remarks: [],
  tried: [{ label: 'Without searching each clause', options: { clauses: false }, recall: 0.88 }],
  better: { tried: 0, gain: { mean: 0.28, ci95: [0.16, 0.4] }, fixed: 14, broken: 0 },
}

async function tried(answers: Answers = {}) {
  const found = await evaluationOf([], { 'evaluation.trySettings': () => better, ...answers }, [
    'Details',
    'Weights and settings',
  ])
  await settle()
  return found
}
const trialOf = ({ wrapper }: Awaited<ReturnType<typeof tried>>) => wrapper.find('.trial')

test('what other settings give is told by itself, and switches nothing', async () => {
  const evaluation = await tried()
  expect(trialOf(evaluation).text()).toContain(
    'Hybrid, without searching each clause: 28.0 points more Recall@5 to be expected on other queries [16.0, 40.0]. Chosen on four fifths of your 50 queries',
  )
  expect(evaluation.bridge.inputsOf('evaluation.trySettings')).toMatchObject([
    { goldenSet: 'golden', recipe: 'hybrid' },
  ])
  expect(evaluation.bridge.inputsOf('recipes.save')).toEqual([])
  expect(evaluation.bridge.inputsOf('settings.write')).toEqual([])
})

test('logged queries are asked where the golden set has too few', async () => {
  const { goldenSet: _, ...onLogged } = better
  const logged = await tried({
    'evaluation.trySettings': () => onLogged,
    'golden.list': () => [
      forDevelopment({
        name: 'golden',
        queries: 29,
        distinctTools: 9,
        mostTools: 1,
        origins: ['human'],
      }),
    ],
  })
  expect(logged.bridge.inputsOf('evaluation.trySettings')[0]).not.toHaveProperty('goldenSet')
  expect(trialOf(logged).text()).toContain('of your 50 logged queries')
})

test('it is kept as a recipe of one’s own where that is wanted, and that is undone', async () => {
  const evaluation = await tried({
    'recipes.save': ({ name, recipe, options = {} }) => ({ name, recipe, options, savedAt: '' }),
    'recipes.delete': () => ({ deleted: 1 }),
  })
  await buttonOf(evaluation.wrapper, 'Use it').trigger('click')
  await settle()
  const name = 'Hybrid, tuned on golden'
  expect(evaluation.bridge.inputsOf('recipes.save')).toMatchObject([
    { name, recipe: 'hybrid', options: { clauses: false }, replace: true },
  ])
  expect(trialOf(evaluation).text()).toContain(`Kept as “${name}”.`)
  await buttonOf(evaluation.wrapper, 'Undo').trigger('click')
  await settle()
  expect(evaluation.bridge.inputsOf('recipes.delete')).toMatchObject([{ names: [name] }])
  expect(buttonOf(evaluation.wrapper, 'Use it').exists()).toBe(true)
})

test('it can be stopped, and tried again', async () => {
  let answered = 0
  const evaluation = await tried({
    'evaluation.trySettings': () => {
      answered++
      return answered === 1 ? new Promise<never>(() => undefined) : better
    },
  })
  await buttonOf(evaluation.wrapper, 'Stop').trigger('click')
  await settle()
  expect(trialOf(evaluation).text()).toContain('was stopped')
  await buttonOf(evaluation.wrapper, 'Try again').trigger('click')
  await settle()
  expect(trialOf(evaluation).text()).toContain('28.0 points more')
})

test('that there are too few queries is not told unasked, and what failed is', async () => {
  const few = failure({ code: 'bad-input', message: 'Too few.' })
  expect(trialOf(await tried({ 'evaluation.trySettings': () => few })).exists()).toBe(false)
  const gone = failure({ code: 'storage', message: 'The disk is gone.' })
  const failed = await tried({ 'evaluation.trySettings': () => gone })
  expect(trialOf(failed).text()).toContain('The disk is gone.')
})

test('another recipe is what the workspace works with then, and that is undone', async () => {
  const evaluation = await tried({
    'evaluation.trySettings': () => ({
      ...better,
      tried: [{ label: 'BM25', recipe: 'bm25', options: {}, recall: 0.88 }],
    }),
    'workspace.workWith': () => ({ now: { recipe: 'bm25', options: {}, k: 5 } }),
  })
  expect(trialOf(evaluation).text()).toContain('BM25 in place of Hybrid: 28.0 points more')
  await buttonOf(evaluation.wrapper, 'Use it').trigger('click')
  await settle()
  expect(evaluation.bridge.inputsOf('recipes.save')).toEqual([])
  expect(evaluation.bridge.inputsOf('workspace.workWith')).toMatchObject([{ recipe: 'bm25' }])
  expect(trialOf(evaluation).text()).toContain('This workspace works with BM25.')
  await buttonOf(evaluation.wrapper, 'Undo').trigger('click')
  await settle()
  expect(evaluation.bridge.inputsOf('workspace.workWith').at(-1)).toMatchObject({ clear: true })
})
