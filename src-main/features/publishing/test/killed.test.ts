import { afterAll, beforeAll, expect, it } from 'vitest'
import { libraryIn } from '../../../../test/fakes/app-on'
import { bundled, type Bundled } from '../../../../test/fixtures/bundled'
import { fillPlace } from '../../../../test/fixtures/kills/operations'
import {
  killPublisher,
  PUBLISH_STEPS,
  publishOnce,
} from '../../../../test/fixtures/kills/publish-trial'
import { emptyFolder } from '../../../../test/app/open-app'

// The short form of `npm run bench -- faults`, which kills a hundred.

let program: Bundled
beforeAll(async () => {
  program = await bundled('kills/operate.ts')
})
afterAll(() => program.remove())

it('a publisher that is killed leaves the snapshot before or its own, and nothing in the way of the next', async () => {
  const folder = await emptyFolder()
  const trial = { main: program.main, place: await fillPlace(folder, libraryIn(folder)) }
  // The first one at an address is killed as well.
  for (const step of PUBLISH_STEPS) {
    expect(await killPublisher(trial, { step }), step).toEqual([])
  }
  const elapsedMs = await publishOnce(trial)
  const faults = await killPublisher(trial, { afterMs: elapsedMs / 2 })
  if (faults !== 'not killed') expect(faults).toEqual([])
}, 120_000)
