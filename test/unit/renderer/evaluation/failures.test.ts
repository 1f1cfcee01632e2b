// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { ActionInput, ActionAnswer } from '../../../../src-main/features/actions'
import type { FailureReport } from '../../../../src-main/domain/run/failure'
import type { Run } from '../../../../src-main/domain/run/run'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import {
  failureWords,
  mentionsOf,
  mentionWords,
} from '../../../../src-renderer/views/evaluation/golden-words'
import type { Answers } from '../../../fakes/bridge'
import { noFailures } from '../../../fakes/bridge-answers'
import { settle } from '../in-app'
import { buttonOf, evaluationOf, openFold, openSetup } from './evaluation-of'
import { around, sampleComparison, sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)

const dir = '/home/ada/Pegboard/demo'

const report = (run: string, changes: Partial<FailureReport> = {}): FailureReport => ({
  ...noFailures(run, 1),
  failed: 53,
  missing: 61,
  askedAgain: 40,
  classes: [
    { reason: 'cut', tools: 41, queries: 38, noSharedWord: 3 },
    { reason: 'dropped', by: { stage: 'threshold' }, tools: 14, queries: 14, noSharedWord: 0 },
    { reason: 'no-shared-word', tools: 6, queries: 6, noSharedWord: 6 },
  ],
  tools: [{ tool: 'payments/listInvoices' as ToolId, name: 'listInvoices', golden: 9, missing: 8 }],
  tags: [{ name: 'billing', golden: 12, missing: 9 }],
  inAll: { tools: 1, tags: 301, servers: 0, queryTags: 0 },
  ...changes,
})

/** Nothing is known at first; looking up gives all of it. */
function lookedUp(left: number): Answers {
  let isKnown = false
  return {
    'evaluation.failures': ({ run, lookUp }: ActionInput<'evaluation.failures'>) => {
      if (lookUp !== 0) isKnown = true
      return isKnown ? report(run) : report(run, { left, classes: [], askedAgain: 0 })
    },
    'evaluation.outcomes': () => ({ total: 0, failed: 53, missed: 4, rows: [] }),
  }
}

test('few failed queries are looked up at once, and counted by class, tool and tag', async () => {
  const { wrapper } = await evaluationOf([sampleRun()], lookedUp(53))
  await openFold(wrapper, 'Failures')
  await settle(20)
  const panel = wrapper.get('[aria-label="Where it fails"]').text()
  expect(panel).toContain('misses 61 right tools in 53 of 120 queries.')
  expect(panel).toMatch(
    /cut at k\s*41\s*in 38 queries; 3 of the tools share no word with the query/,
  )
  expect(panel).toMatch(/dropped: Drop low scores\s*14/)
  expect(panel).toContain('Re-ran 40 queries on the catalog that was measured.')
  expect(panel).toMatch(/listInvoices\s*8\s*9, 88\.9 %/)
  expect(panel).toMatch(/billing\s*9\s*12, 75\.0 %\s*and 300 more/)
})

test('many are looked up only when that is asked for', async () => {
  const { wrapper, bridge } = await evaluationOf([sampleRun()], lookedUp(6_012))
  await openFold(wrapper, 'Failures')
  await settle(20)
  expect(bridge.inputsOf('evaluation.failures').every(({ lookUp }) => lookUp === 0)).toBe(true)
  await buttonOf(wrapper, 'Look up 6,012 failed queries').trigger('click')
  await settle(20)
  expect(wrapper.get('[aria-label="Where it fails"]').text()).toContain('cut at k')
})

test('nothing is looked up unasked beside a measurement, whose latencies it would add to', async () => {
  const measured = Promise.withResolvers<ActionAnswer<'evaluation.run'>>()
  const runs = [sampleRun()]
  const { wrapper, bridge } = await evaluationOf(runs, {
    ...lookedUp(53),
    'evaluation.failures': ({ run }) => report(run, { left: 53, classes: [], askedAgain: 0 }),
    'evaluation.run': () => measured.promise,
  })
  await openFold(wrapper, 'Failures')
  await openSetup(wrapper)
  await settle(20)
  const lookUps = () => bridge.inputsOf('evaluation.failures').filter(({ lookUp }) => lookUp !== 0)
  const before = lookUps().length
  await wrapper.get('form').trigger('submit')
  runs.push(sampleRun({ id: 'fresh' }))
  bridge.change({ dir, revision: 5 })
  await settle(20)
  expect(lookUps()).toHaveLength(before)
  expect(wrapper.get('[aria-label="Where it fails"]').text()).toContain(
    'which adds to the latencies that are being measured',
  )
  measured.resolve({ runs: [sampleRun({ id: 'fresh' })], reused: [], failed: [] })
  await settle(20)
  expect(lookUps().length).toBeGreaterThan(before)
})

test('a class, a tool or a tag opens its queries, and is taken away again', async () => {
  const { wrapper, bridge } = await evaluationOf([sampleRun()], lookedUp(53))
  await openFold(wrapper, 'Failures')
  await settle(20)
  const classes = wrapper.findAll('[aria-label="Why right tools are missing"] button')
  await classes[1]?.trigger('click')
  await settle(20)
  const asked = () => bridge.inputsOf('evaluation.outcomes').at(-1)
  expect(asked()).toMatchObject({
    run: 'run-1',
    show: 'failed',
    lost: { reason: 'dropped', stage: 'threshold' },
  })
  const chips = wrapper.findAll('[aria-label="Why queries failed"] button')
  expect(chips[1]?.attributes('data-state')).toBe('on')
  await chips[1]?.trigger('click')
  await settle(20)
  expect(asked()).not.toHaveProperty('lost')
})

test('what is told of a recipe that asks a model says that it is not asked again', async () => {
  const { wrapper } = await evaluationOf([sampleRun()], {
    'evaluation.failures': ({ run }) => report(run, { asksModel: true, askedAgain: 0 }),
  })
  await openFold(wrapper, 'Failures')
  await settle(20)
  expect(wrapper.get('[aria-label="Where it fails"]').text()).toContain(
    'The recipe asks a model, so nothing is re-run',
  )
})

test('what is true of today’s catalog alone is said to be', async () => {
  const { wrapper } = await evaluationOf([sampleRun()], {
    'evaluation.failures': ({ run }) => report(run, { sameCatalog: false, differing: 3 }),
  })
  await openFold(wrapper, 'Failures')
  await settle(20)
  expect(wrapper.get('[aria-label="Where it fails"]').text()).toContain(
    'on today’s catalog, which may not be the one that was measured. 3 of them get other tools now.',
  )
})

/** An agent that was given what the run gave, and failed in two ways. */
const withAgent = (run: string): FailureReport =>
  report(run, {
    agent: {
      run: 'agent-1',
      model: 'ollama:qwen3:4b',
      asked: 20,
      complete: 14,
      failed: 5,
      failedComplete: 3,
      classes: [
        { reason: 'not-called', tools: 4, queries: 4, noSharedWord: 0 },
        { reason: 'wrong-arguments', tools: 1, queries: 1, noSharedWord: 0 },
      ],
    },
    tools: [
      {
        tool: 'payments/listInvoices' as ToolId,
        name: 'listInvoices',
        golden: 9,
        missing: 0,
        failedByAgent: 4,
      },
    ],
  })

test('what an agent failed of the same tools is counted, and opens its queries', async () => {
  const { wrapper, bridge } = await evaluationOf([sampleRun()], {
    'evaluation.failures': ({ run }) => withAgent(run),
  })
  await openFold(wrapper, 'Failures')
  await settle(20)
  const panel = wrapper.get('[aria-label="Where it fails"]')
  expect(panel.text()).toContain(
    'qwen3:4b: Given these tools in 20 of the 120 queries, the agent failed in 5. Of the 14 with every right tool it failed 3.',
  )
  expect(panel.text()).toMatch(/given, but not called\s*4\s*in 4 queries/)
  await panel.get('[aria-label^="The agent failed listInvoices in 4"]').trigger('click')
  await settle(20)
  const asked = () => bridge.inputsOf('evaluation.outcomes').at(-1)
  expect(asked()).toMatchObject({
    show: 'failed',
    lost: { tool: 'payments/listInvoices', agent: true },
  })
  const chips = wrapper.findAll('[aria-label="Why queries failed"] button')
  await chips.find((chip) => chip.text().includes('wrong arguments'))?.trigger('click')
  await settle(20)
  expect(asked()?.lost).toEqual({ tool: 'payments/listInvoices', reason: 'wrong-arguments' })
})

test('where no agent was given these tools, it is said how to measure one', async () => {
  const { wrapper } = await evaluationOf([sampleRun()], {
    'evaluation.failures': ({ run }) => report(run),
  })
  await openFold(wrapper, 'Failures')
  await settle(20)
  expect(wrapper.get('[aria-label="Where it fails"]').text()).toContain(
    'with the right arguments. Measure one under Details, Agent, with tools “From a run” and k = 1.',
  )
})

test('a golden tool that the agent failed says what it called instead', () => {
  const tool = 'payments/listInvoices' as ToolId
  const agent = { reason: 'not-called' as const, called: ['payments/refund' as ToolId] }
  const place = { tool, name: 'listInvoices', reason: 'found' as const, rank: 2, agent }
  const [mention] = mentionsOf({ golden: [tool], goldenRanks: [2] }, [place])
  expect(mention && mentionWords(mention)).toBe(
    '#2, given, but not called: the model called payments/refund',
  )
  expect(failureWords(mention ? [mention] : [])).toContain('the model called payments/refund')
})

const measured = (changes: Partial<Run>): Run =>
  sampleRun({
    options: { b: 0.75, depth: 100 },
    catalog: { tools: 107, revision: 3, content: 'c1' },
    ...changes,
  })

test('failures are those of the run that is chosen', async () => {
  const runs = [measured({ id: 'a' }), measured({ id: 'b', recipe: 'hybrid' })]
  const { wrapper, bridge } = await evaluationOf(runs, {
    'evaluation.outcomes': () => ({ total: 0, failed: 0, missed: 0, rows: [] }),
  })
  await openFold(wrapper, 'Failures')
  await settle(20)
  const asked = () => bridge.inputsOf('evaluation.failures').at(-1)?.run
  const first = asked()
  await wrapper.get('select[aria-label=Recipe]').setValue(first === 'a' ? 'b' : 'a')
  await settle(20)
  expect([first, asked()].toSorted()).toEqual(['a', 'b'])
  expect(bridge.inputsOf('evaluation.outcomes').at(-1)).toMatchObject({ run: asked() })
})

test('a fixed query shows both answers and follows the tool that flipped', async () => {
  const runs = [
    sampleRun({ id: 'a', startedAt: '2026-11-20T09:00:00.000Z' }),
    sampleRun({ id: 'b', recipe: 'hybrid', measures: { 'Recall@1': around(0.6) } }),
  ]
  const tool = 'payments/listInvoices' as ToolId
  const row = {
    id: 'q7',
    text: 'Who still owes us money?',
    golden: [tool],
    goldenRanks: [1],
    tools: [tool],
    given: [tool],
    recall: 1,
    promptTokens: 300,
    latencyMs: 1,
  }
  const { wrapper, bridge } = await evaluationOf(runs, {
    'evaluation.compare': ({ baseline, runs: compared }) =>
      compared.map((run) => sampleComparison({ baseline, run })),
    'evaluation.outcomes': () => ({ total: 1, failed: 0, missed: 0, rows: [row] }),
    'evaluation.locate': ({ queries }) =>
      queries.map(() => [{ tool, name: 'listInvoices', reason: 'found' as const, rank: 1 }]),
    'evaluation.trace': ({ run }) => ({
      text: row.text,
      golden: [tool],
      trace: [],
      names: {},
      same: true,
      tools: run === 'b' ? [tool] : ['payments/refund' as ToolId],
      lost: run === 'b' ? [] : [{ tool, verdict: 'No word of the query is in it.' }],
    }),
  })
  await settle(20)
  await buttonOf(wrapper, '12 fixed').trigger('click')
  await settle(20)
  expect(bridge.inputsOf('evaluation.outcomes').at(-1)).toMatchObject({ show: 'fixed', run: 'b' })
  await wrapper.get('.row-line').trigger('click')
  await settle(20)
  const both = wrapper.get('section[aria-label="Beside BM25"]')
  expect(both.get('[aria-label="BM25"]').text()).toContain('No word of the query is in it.')
  expect(both.get('[aria-label="Hybrid"]').text()).toContain('found, #1')
  expect(both.text()).toContain('1 tool came, 1 went, 0 moved.')
  expect(both.get('[aria-label="BM25"] [aria-pressed=true]').text()).toContain('listInvoices')
})
