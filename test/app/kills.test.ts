import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { libraryIn } from '../fakes/app-on'
import { bundled, type Bundled } from '../fixtures/bundled'
import { killTrial, undisturbed, type Moment } from '../fixtures/kills/kill-trial'
import { fillPlace, OPERATIONS } from '../fixtures/kills/operations'
import { emptyFolder } from './open-app'

// The short form of `npm run bench -- faults`, which kills hundreds.

/** Starts many processes, which takes long on a busy machine. */
const PATIENCE_MS = 120_000

let program: Bundled
beforeAll(async () => {
  program = await bundled('kills/operate.ts')
})
afterAll(() => program.remove())

describe.each(OPERATIONS)('a process killed during $name', (operation) => {
  it(
    'leaves all or nothing, nothing else, and nothing in the way of doing it again',
    async () => {
      const folder = await emptyFolder()
      const trial = {
        main: program.main,
        place: await fillPlace(folder, libraryIn(folder)),
        operation,
      }
      const { elapsedMs, after } = await undisturbed({ ...trial, turn: 0 })
      const moments: Moment[] = operation.steps.map((step) => ({ step }))
      if (moments.length === 0 || operation.isLong) moments.push({ afterMs: elapsedMs / 2 })
      for (const [at, moment] of moments.entries()) {
        const faults = await killTrial({ ...trial, turn: 1 + at }, moment, after)
        if ('afterMs' in moment && faults === 'not killed') continue
        expect(faults, JSON.stringify(moment)).toEqual([])
      }
    },
    PATIENCE_MS,
  )
})
