import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import {
  bundle,
  catalogTool,
  goldenSet,
  outcomes,
  putting,
  run,
} from '../fixtures/workspace/content'

const ROUNDS = 10

async function filledLibrary() {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const library = workspaceLibrary(folder)
  const store = await library.create('Mail tools')
  await store.commit({
    ...putting(catalogTool('send'), catalogTool('find')),
    goldenSets: { put: [goldenSet('main', 12)] },
    bundles: { put: [bundle('b1')] },
    runs: { put: [{ ...run('old', '2026-01-01T00:00:00.000Z'), outcomes: outcomes(12) }] },
  })
  const vector = Float32Array.of(1, 0)
  await store.saveDocuments('model', [{ hash: 'h1', text: 'one', vector }])
  await store.close()
  return { library, dir: store.dir }
}

it('a workspace that is closed ends what is under way, and refuses what comes after', async () => {
  const { library, dir } = await filledLibrary()
  for (let round = 1; round <= ROUNDS; round++) {
    const open = await library.open(dir)
    const underWay = [
      open.tools(),
      open.read('layers', 'goldenSets', 'bundles', 'runs'),
      open.members('goldenSets', 'main'),
      open.storedHashes('model', new Set(['h1'])),
      open.commit({ name: `Round ${round}` }),
    ]
    await open.close()
    const outcome = await Promise.allSettled(underWay)
    expect(outcome.map(({ status }) => status)).toEqual(underWay.map(() => 'fulfilled'))
    await expect(open.tools()).rejects.toMatchObject({ code: 'unavailable' })
    await open.close()
  }
  const after = await library.open(dir)
  expect(await after.info()).toMatchObject({ name: `Round ${ROUNDS}` })
  await after.close()
})

it('an index of vectors that was open says that its workspace is closed', async () => {
  const { library, dir } = await filledLibrary()
  const open = await library.open(dir)
  const index = await open.vectorIndex('model', new Map([['h1', ['one']]]))
  await open.close()
  await expect(index.search([Float32Array.of(1, 0)], { depth: 1 })).rejects.toMatchObject({
    code: 'unavailable',
  })
})
