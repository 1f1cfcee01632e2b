// @vitest-environment happy-dom
import { embedderTitle } from '../../../../src-main/domain/model/names'
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, test } from 'vitest'
import type { OpenExperiment } from '../../../../src-main/contract/experiment'
import type { Run } from '../../../../src-main/domain/run/run'
import {
  gridOf,
  leftText,
  standText,
} from '../../../../src-renderer/views/evaluation/experiments/experiment-words'
import type { Experiments } from '../../../../src-renderer/views/evaluation/experiments/useExperiments'
import ExperimentsList from '../../../../src-renderer/views/evaluation/experiments/ExperimentsList.vue'
import { failure, type Answers } from '../../../fakes/bridge'
import { experimentAnswers } from '../../../fakes/experiment-answers'
import { settle } from '../in-app'
import { buttonOf, comparedRuns, evaluationOf, openSetup } from './evaluation-of'
import { sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)

const dir = '/home/ada/Pegboard/demo'

/** An app whose first measurement ends at once, and whose second waits for a stop. */
function measuring(stored: Run[]): Answers {
  return {
    ...experimentAnswers(({ plan }) =>
      plan.recipes.map(({ recipe }) => {
        const run = stored.find((one) => one.recipe === recipe)
        return {
          cell: recipe,
          recipe,
          options: { b: 0.75, depth: 100 },
          ...(run ? { state: 'measured', run: run.id } : { state: 'missing' }),
        }
      }),
    ),
    'evaluation.run': (_, { signal }) => {
      if (stored.length === 0) stored.push(sampleRun({ id: 'first' }))
      else stored.push(sampleRun({ id: 'second', recipe: 'hybrid' }))
      if (stored.length === 2) return { runs: stored, reused: ['first'], failed: [] }
      return new Promise((resolve) => {
        signal?.addEventListener('abort', () =>
          resolve(failure({ code: 'cancelled', message: 'Stopped. 1 of 2 is kept.' })),
        )
      })
    },
  }
}

type Shown = Awaited<ReturnType<typeof evaluationOf>>

const experimentOn = (wrapper: VueWrapper) => wrapper.get('section[aria-label="Experiment"]')

/** Sets BM25 and Hybrid to be measured. */
async function chooseBoth(wrapper: VueWrapper): Promise<void> {
  const recipes = () =>
    wrapper.findAll('form select').filter((one) => one.find('option[value=hybrid]').exists())
  if (!wrapper.find('form').exists()) await openSetup(wrapper)
  if (recipes().length < 2) await buttonOf(wrapper, 'Add a recipe').trigger('click')
  await recipes()[0]?.setValue('bm25')
  await recipes()[1]?.setValue('hybrid')
}

/** Saves what is set as an experiment, by the dialog. */
async function save({ wrapper, bridge }: Shown, name: string): Promise<void> {
  await buttonOf(wrapper, 'Save as experiment…').trigger('click')
  await settle()
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input')
  if (!field) throw new Error('No name is asked for.')
  field.value = name
  field.dispatchEvent(new Event('input'))
  field.form?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }))
  await settle(10)
  bridge.change({ dir, revision: 10 })
  await settle(10)
}

describe('experiments', () => {
  test('are saved once those that there are are known, as a name may be taken', async () => {
    const listed = Promise.withResolvers<[]>()
    const { wrapper } = await evaluationOf([], { 'experiments.list': () => listed.promise })
    const isDisabled = () => buttonOf(wrapper, 'Save as experiment…').attributes('disabled')
    expect(isDisabled()).toBeDefined()
    listed.resolve([])
    await settle()
    expect(isDisabled()).toBeUndefined()
  })

  test('what is set is saved under a name, and its grid fills as its cells are measured', async () => {
    const stored: Run[] = []
    const shown = await evaluationOf(stored, measuring(stored))
    const { wrapper, bridge } = shown
    expect(wrapper.text()).toContain('Save this setup under a name')
    await chooseBoth(wrapper)
    await save(shown, 'How many')
    expect(bridge.inputsOf('experiments.save')).toMatchObject([
      { dir, name: 'How many', plan: { goldenSet: 'golden', k: [1, 5, 10] } },
    ])
    expect(wrapper.get('[aria-label=Experiments]').text()).toContain('0 of 2 measured')
    expect(experimentOn(wrapper).text()).toContain('0 of 2 measurements made')
    await buttonOf(wrapper, 'Measure it').trigger('click')
    await settle()
    bridge.change({ dir, revision: 11 })
    await settle(10)
    const [input] = bridge.inputsOf('evaluation.run')
    expect(input).toMatchObject({ experiment: 'experiment 1', resume: true, goldenSet: 'golden' })
    expect(experimentOn(wrapper).text()).toContain('1 of 2 measurements made · about')
    expect(experimentOn(wrapper).get('tbody').text()).toMatch(/BM25\s*0\.600\s*Hybrid\s*…/)
    await buttonOf(wrapper, 'Stop').trigger('click')
    await settle(10)
    await buttonOf(wrapper, 'Measure the other 1').trigger('click')
    await settle(10)
    bridge.change({ dir, revision: 12 })
    await settle(10)
    expect(experimentOn(wrapper).text()).toContain('2 of 2 measurements made')
    expect(comparedRuns(wrapper)).toEqual(['BM25', 'Hybrid'])
  })

  test('that are listed say what their measurements share, where they do', async () => {
    const row = { goldenSet: 'golden', savedAt: '2026-11-22T10:00:00Z', failed: 0 }
    const { wrapper } = await evaluationOf([], {
      'experiments.list': () => [
        { ...row, id: 'one', name: 'Alike', cells: 4, measured: 4, shared: 1200 },
        { ...row, id: 'two', name: 'Apart', cells: 4, measured: 4 },
      ],
    })
    const rows = wrapper.findAll('[aria-label=Experiments] li').map((one) => one.text())
    expect(rows[0]).toContain('1,200 stage runs shared between measurements')
    expect(rows[1]).not.toContain('shared')
  })

  test('a cell opens its run, and all runs can be compared', async () => {
    const stored = [sampleRun({ id: 'first' }), sampleRun({ id: 'second', recipe: 'hybrid' })]
    const shown = await evaluationOf(stored, measuring(stored))
    const { wrapper } = shown
    await chooseBoth(wrapper)
    await save(shown, 'How many')
    // One line once its runs stand below.
    expect(experimentOn(wrapper).find('td').exists()).toBe(false)
    await buttonOf(wrapper, 'How many').trigger('click')
    const [, cell] = experimentOn(wrapper).findAll('td button')
    expect(cell?.attributes('aria-label')).toContain('Hybrid, Whole catalog: measured.')
    await cell?.trigger('click')
    await settle()
    expect(comparedRuns(wrapper)).toEqual(['Hybrid'])
    await buttonOf(wrapper, 'Compare its 2 runs').trigger('click')
    await settle()
    expect(comparedRuns(wrapper)).toEqual(['BM25', 'Hybrid'])
  })

  test('of runs on several sizes of catalog it says how many are compared', async () => {
    const stored = [10, 50].map((tools) =>
      sampleRun({ id: `of ${tools}`, catalogSize: { tools, seed: 1 } }),
    )
    const shown = await evaluationOf(stored, {
      ...experimentAnswers(() =>
        stored.map(({ id, catalogSize }) => ({
          cell: id,
          recipe: 'bm25',
          options: {},
          catalogSize,
          state: 'measured' as const,
          run: id,
        })),
      ),
    })
    await save(shown, 'Growing')
    await buttonOf(shown.wrapper, 'Compare 1 of its 2 runs').trigger('click')
    await settle()
    expect(comparedRuns(shown.wrapper)).toHaveLength(1)
  })

  test('measured again by the set-up’s Resume, it is shown as being measured', async () => {
    const stored: Run[] = []
    const answers = measuring(stored)
    const shown = await evaluationOf(stored, answers)
    const { wrapper } = shown
    await chooseBoth(wrapper)
    await save(shown, 'How many')
    await buttonOf(wrapper, 'Measure it').trigger('click')
    await settle(10)
    await buttonOf(wrapper, 'Stop').trigger('click')
    await settle(10)
    stored.splice(0)
    await buttonOf(wrapper, 'Resume').trigger('click')
    await settle(10)
    expect(
      experimentOn(wrapper)
        .findAll('button')
        .map((one) => one.text()),
    ).toContain('Stop')
  })

  test('one that cannot be opened can be closed', async () => {
    const row = { goldenSet: 'golden', savedAt: '2026-11-22T10:00:00Z', failed: 0 }
    const { wrapper } = await evaluationOf([], {
      'experiments.list': () => [{ ...row, id: 'one', name: 'Gone', cells: 4, measured: 4 }],
      'experiments.show': () => failure({ code: 'not-found', message: 'It was deleted.' }),
    })
    await wrapper.get('[aria-label=Experiments] li button').trigger('click')
    await settle()
    expect(experimentOn(wrapper).text()).toContain('It was deleted.')
    await buttonOf(wrapper, 'Close the experiment').trigger('click')
    expect(wrapper.find('section[aria-label="Experiment"]').exists()).toBe(false)
  })

  test('a free name is no longer than names may be', async () => {
    const row = { goldenSet: 'golden', savedAt: '2026-11-22T10:00:00Z', failed: 0, measured: 0 }
    const long = 'n'.repeat(80)
    const { wrapper } = await evaluationOf([], {
      'experiments.list': () => [{ ...row, id: 'one', name: long }],
    })
    const experiments = wrapper.getComponent(ExperimentsList).props('experiments') as Experiments
    expect(experiments.freeName(long)).toBe(`${'n'.repeat(76)} (2)`)
  })

  test('one that is open fills the set-up again, with the embedder of each recipe', async () => {
    const shown = await evaluationOf([], experimentAnswers())
    const { wrapper, bridge } = shown
    await chooseBoth(wrapper)
    await buttonOf(wrapper, 'Options of recipe 2').trigger('click')
    await settle()
    const embedder = () =>
      wrapper.findAll('form select').find((one) => one.text().includes('The workspace’s'))
    const choice = embedder()?.findAll('option')[1]
    await embedder()?.setValue(choice?.attributes('value'))
    expect(wrapper.get('form').text()).toContain(
      `Embedder: ${embedderTitle(choice?.attributes('value') ?? '')}`,
    )
    await save(shown, 'How many')
    const [saved] = bridge.inputsOf('experiments.save')
    expect(saved?.plan.recipes.map(({ embedder: by }) => by)).toEqual([
      undefined,
      choice?.attributes('value'),
    ])
    await buttonOf(wrapper, 'Remove recipe 2').trigger('click')
    await wrapper.get('[aria-label="More for this experiment"]').trigger('click')
    await settle()
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
    items.find(({ textContent }) => textContent?.includes('Use as set-up'))?.click()
    await settle()
    await save(shown, 'The same')
    const [, again] = bridge.inputsOf('experiments.save')
    expect(again?.plan).toEqual(saved?.plan)
  })

  test('a name that is taken is refused where it is asked for', async () => {
    const shown = await evaluationOf([], experimentAnswers())
    await save(shown, 'How many')
    await save(shown, 'How many')
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('already')
  })
})

describe('a grid', () => {
  const opened: OpenExperiment = {
    id: 'e',
    name: 'E',
    goldenSet: 'golden',
    savedAt: '',
    plan: {
      goldenSet: 'golden',
      k: [1, 5],
      recipes: [{ recipe: 'bm25', options: {} }],
      catalogSizes: { tools: [10, 'all'], seeds: [1] },
    },
    cells: [
      {
        cell: 'a',
        recipe: 'bm25',
        options: {},
        state: 'outdated',
        run: 'run-1',
        catalogSize: { tools: 10, seed: 1 },
      },
      {
        cell: 'b',
        recipe: 'bm25',
        options: {},
        state: 'failed',
        problem: { message: 'The model is gone.', fix: 'Pull it.' },
      },
    ],
  }

  test('says of each cell what became of it', () => {
    const grid = gridOf(opened, { runs: [sampleRun()], titleOf: () => 'BM25', running: undefined })
    expect(grid.measure).toBe('Recall@5')
    expect(grid.columns).toEqual(['10 tools', 'Whole catalog'])
    expect(grid.rows[0]?.cells).toMatchObject([
      {
        text: '0.600',
        told: expect.stringContaining('older: another catalog') as string,
      },
      {
        text: 'failed',
        told: 'BM25, Whole catalog: failed. The model is gone. Pull it.',
      },
    ])
  })

  test('tells how much is made and how long the rest takes', () => {
    expect(standText(opened)).toBe(
      '0 of 2 measurements made · 1 older, to be made again · 1 failed',
    )
    expect(leftText(opened, [sampleRun()])).toBeUndefined()
    const [first, second] = opened.cells
    const half = { ...opened, cells: [{ ...first, state: 'measured' }, second] } as OpenExperiment
    expect(leftText(half, [sampleRun({ elapsedMs: 60_000 })])).toContain('1 min')
  })
})
