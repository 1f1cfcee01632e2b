// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { AblationAnswer } from '../../../../src-main/features/ablation/shared/answers'
import type { Run } from '../../../../src-main/domain/run/run'
import { Failure, type Answers } from '../../../../test/fakes/bridge-script'
import {
  buttonOf,
  evaluationOf,
  foldOf,
  openFold,
  openSetup,
} from '../../../../test/unit/renderer/evaluation/evaluation-of'
import { sampleDifference, sampleRun } from '../../../../test/unit/renderer/evaluation/sample-runs'
import { settle } from '../../../../test/unit/renderer/in-app'

enableAutoUnmount(afterEach)

const PART = 'BM25 b: 0'
const measured = (changes: Partial<Run> = {}): Run =>
  sampleRun({
    id: 'whole',
    options: { b: 0.75, depth: 100 },
    catalog: { tools: 107, revision: 3, content: 'c1' },
    ...changes,
  })
const unmeasured = (whole = measured()): AblationAnswer => ({
  whole,
  measure: 'Recall@1',
  queries: 120,
  results: [],
  findings: [],
  left: [{ label: PART, asksModel: true, embedsAnew: false }],
})
const compared = (whole = measured()): AblationAnswer => ({
  ...unmeasured(whole),
  results: [
    {
      id: 'part',
      label: PART,
      difference: sampleDifference(-0.021, 0.009),
      run: { latencyMs: { p50: 1, p95: 2 } },
    },
  ],
  findings: [`What matters most to Recall@1: ${PART}.`],
  left: [],
})

async function panelOf(answers: Answers, runs = [measured()]) {
  const { wrapper, bridge } = await evaluationOf(runs, answers)
  await openFold(wrapper, 'Ablation')
  await settle(20)
  return { wrapper, bridge, text: () => foldOf(wrapper, 'Ablation').text() }
}

const START = 'Leave out each part in turn'

test('a run is measured without each part, at the k on show, and the parts are compared', async () => {
  let isMeasured = false
  const { wrapper, bridge, text } = await panelOf({
    'ablation.read': () => (isMeasured ? compared() : unmeasured()),
    'ablation.measure': () => {
      isMeasured = true
      return { ...compared(), failed: [] }
    },
  })
  expect(text()).toContain('1 run of 120 queries, 1 ask the chat model for each query')
  await buttonOf(wrapper, START).trigger('click')
  await settle(30)
  const [asked] = bridge.inputsOf('ablation.measure')
  expect(asked).toMatchObject({ run: 'whole', at: bridge.inputsOf('ablation.read')[0]?.at })
  expect(asked?.at).toBeTypeOf('number')
  expect(text()).toContain(`What matters most to Recall@1: ${PART}.`)
  expect(text()).not.toContain(START)
})

test('a whole that was measured again is what the parts are compared with', async () => {
  const again = measured({ id: 'again', startedAt: '2026-11-21T09:00:00.000Z' })
  const { wrapper, text } = await panelOf({
    'ablation.read': ({ run }) => (run === 'again' ? compared(again) : unmeasured()),
    'ablation.measure': () => ({ ...compared(again), failed: [] }),
  })
  await buttonOf(wrapper, START).trigger('click')
  await settle(30)
  expect(text()).toContain('the whole recipe was measured again on 2026-11-21')
})

test('what is known of one run is never shown as another’s', async () => {
  const runs = [measured({ id: 'a' }), measured({ id: 'b', recipe: 'hybrid' })]
  const { wrapper, text } = await panelOf(
    {
      'ablation.read': ({ run }) =>
        run === 'b' ? compared(measured({ id: 'b' })) : new Promise(() => undefined),
    },
    runs,
  )
  const choose = async (run: string) => {
    await wrapper.get('select[aria-label=Recipe]').setValue(run)
    await settle(20)
  }
  await choose('b')
  expect(text()).toContain('What matters most')
  await choose('a')
  expect(text()).not.toContain('What matters most')
  expect(text()).not.toContain('was measured again')
  expect(text()).toContain('Comparing the parts with the whole')
})

test('what could not be measured says why', async () => {
  const problem = { code: 'unavailable' as const, message: 'The model is gone.' }
  const { wrapper, text } = await panelOf({
    'ablation.read': () => unmeasured(),
    'ablation.measure': () => ({
      ...unmeasured(),
      failed: [{ recipe: 'bm25', options: { b: 0 }, label: PART, problem }],
    }),
  })
  await buttonOf(wrapper, START).trigger('click')
  await settle(30)
  expect(text()).toContain('The model is gone.')
})

test('why nothing can be told stands there, and a recipe that is gone says so', async () => {
  const nothing = 'This recipe has no part that its options can leave out.'
  const none = await panelOf({ 'ablation.read': () => ({ ...unmeasured(), left: [], nothing }) })
  expect(none.text()).toContain(nothing)
  const gone = new Failure({ code: 'not-found', message: 'The recipe of this run is gone.' })
  expect((await panelOf({ 'ablation.read': () => gone })).text()).toContain(
    'The recipe of this run is gone.',
  )
})

test('parts are those of the whole run while one tier is looked at', async () => {
  const tier = { id: 'whole:vague', tier: 'vague' as const, queries: 40 }
  const { text, bridge } = await panelOf({ 'ablation.read': () => compared() }, [measured(tier)])
  expect(bridge.inputsOf('ablation.read')[0]).toMatchObject({ run: 'whole' })
  expect(text()).toContain('All queries are counted here')
  expect(text()).not.toContain('was measured again')
})

test('while parts are measured their recipe stays, and none is taken apart beside an evaluation', async () => {
  const runs = [measured({ id: 'a' }), measured({ id: 'b', recipe: 'hybrid' })]
  const { wrapper, text } = await panelOf(
    {
      'ablation.read': ({ run }) => unmeasured(measured({ id: run })),
      'ablation.measure': () => new Promise(() => undefined),
      'evaluation.run': () => new Promise(() => undefined),
    },
    runs,
  )
  await openSetup(wrapper)
  await settle(20)
  const start = () => buttonOf(wrapper, START)
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(start().attributes('disabled')).toBeDefined()
  await buttonOf(wrapper, 'Stop').trigger('click')
  await settle()
  await start().trigger('click')
  await settle()
  await wrapper.get('select[aria-label=Recipe]').setValue('b')
  await settle()
  expect(text()).toContain('Getting ready')
})

test('one click on a recipe that is set up measures it whole and without each part', async () => {
  const stored: Run[] = [sampleRun({ id: 'before', recipe: 'hybrid' })]
  const { wrapper, bridge } = await evaluationOf(stored, {
    'ablation.read': ({ run }) => compared(measured({ id: run })),
    'evaluation.run': ({ recipes }) => {
      const runs = recipes.map(({ options, leftOut }, at) =>
        measured({ id: `run ${at}`, options, ...(leftOut !== undefined && { leftOut }) }),
      )
      stored.push(...runs)
      return { runs, reused: [], failed: [] }
    },
  })
  await openSetup(wrapper)
  await settle(20)
  await buttonOf(wrapper, 'What each part adds: recipe 1').trigger('click')
  await settle(30)
  const [asked] = bridge.inputsOf('evaluation.run')
  expect(asked).toMatchObject({ goldenSet: 'golden', resume: true })
  expect(asked?.recipes.map(({ leftOut }) => leftOut)).toEqual([undefined, PART])
  expect(wrapper.findAll('[aria-label="Measures by run"] tbody tr')).toHaveLength(1)
  expect(foldOf(wrapper, 'Ablation').text()).toContain('What matters most')
})
