import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionAnswer } from '../../src-main/features/actions'
import type { QueryOutcome, Run } from '../../src-main/domain/run/run'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import { libraryIn } from '../fakes/app-on'
import { bundled, type Bundled } from '../fixtures/bundled'
import { operate, type Moment } from '../fixtures/kills/kill-trial'
import { fillPlace, type Place } from '../fixtures/kills/operations'
import { emptyFolder } from './open-app'

/** Starts many processes, which takes long on a busy machine. */
const PATIENCE_MS = 240_000
const KILLS = 10

let program: Bundled
beforeAll(async () => {
  program = await bundled('kills/operate.ts')
})
afterAll(() => program.remove())

/** Recipes, sizes, seeds and k of all kinds. */
const experimentIn = ({ dir }: Place) => ({
  action: 'evaluation.run' as const,
  input: {
    dir,
    goldenSet: 'main',
    k: [1, 3, 128],
    resume: true,
    recipes: [
      { recipe: 'bm25' },
      { recipe: 'hybrid' },
      { recipe: 'hybrid', options: { size: 'adaptive' } },
    ],
    catalogSizes: { tools: [10, 100, 'all'], seeds: [1, 2] },
  },
})

type Result = ActionAnswer<'evaluation.run'>

/** A run but for when it was measured, and how long that took. */
const figuresOf = ({
  id: _,
  startedAt: _at,
  elapsedMs: _ms,
  latencyMs: _of,
  catalog,
  ...run
}: Run) => ({
  ...run,
  tools: catalog.tools,
})

const withoutTime = ({ latencyMs: _, ...outcome }: QueryOutcome) => outcome

/** What was measured, query by query; `r` is a run that was there before. */
async function measuredIn({ library, dir }: Place) {
  const store = await library.open(dir)
  const { runs } = await store.read('runs')
  const own = runs.filter(({ id }) => id !== 'r')
  const read = own.map(async (run) => ({
    run: figuresOf(run),
    outcomes: (await store.members('runs', run.id)).map(withoutTime),
  }))
  const measured = new Map(
    (await Promise.all(read)).map((each) => [each.run.provenance?.cell, each]),
  )
  await store.close()
  return { count: own.length, measured }
}

async function newPlace(): Promise<Place> {
  const folder = await emptyFolder()
  return fillPlace(folder, libraryIn(folder))
}

it(
  'an experiment killed hard at ten moments, and resumed each time, equals one that was left alone',
  async () => {
    const alone = await newPlace()
    const { reply, elapsedMs } = await operate({ ...program, place: alone }, experimentIn(alone))
    expect(reply).toMatchObject({ ok: true, data: { failed: [] } })
    const expected = await measuredIn(alone)
    expect(expected.count).toBe(15)

    const place = await newPlace()
    const random = randomNumbers(20_261_122)
    let killed = 0
    for (let at = 0; at < KILLS; at++) {
      // Every third while a run is written, the others within the tenth of the work that comes
      // next: something is left to kill also where the machine grows quicker meanwhile.
      const moment: Moment =
        at % 3 === 2 ? { step: 'commit begun' } : { afterMs: (elapsedMs / 10) * random() }
      const ended = await operate({ ...program, place }, experimentIn(place), moment)
      if (ended.wasKilled) killed++
    }
    expect(killed).toBeGreaterThanOrEqual(KILLS / 2)
    const last = await operate({ ...program, place }, experimentIn(place))
    const { runs, failed } = (last.reply as { data: Result }).data
    expect(failed).toEqual([])
    expect(runs).toHaveLength(15)
    const resumed = await measuredIn(place)
    expect(resumed.count).toBe(15)
    expect(resumed.measured).toEqual(expected.measured)
  },
  PATIENCE_MS,
)
