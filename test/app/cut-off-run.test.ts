import { truncateSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ProblemReport } from '../../src-main/contract/reply'
import { apart } from '../fixtures/workspace/record-files'
import { emptyFolder, openAppOn } from './open-app'
import { runOfSmall } from './small-evaluation'

/**
 * Three runs, in an app that has not read any of them, of which one lost the end of the file that
 * its outcomes lie in.
 */
async function withOneCutOff() {
  const folder = await emptyFolder()
  const first = await openAppOn(folder)
  const dir = await first.smallWorkspace()
  const runs: string[] = []
  for (const b of [0.4, 0.6, 0.8]) {
    const recipes = [{ recipe: 'bm25', options: { b } }]
    runs.push((await runOfSmall(first, dir, { recipes })).id)
  }
  truncateSync(await apart(dir, `part = 'outcomes' AND key = '${runs[1]}'`), 300)
  return { app: await openAppOn(folder), dir, runs }
}

it('a run whose file was cut off says so, and the others open', async () => {
  const { app, dir, runs } = await withOneCutOff()
  const problems: ProblemReport[] = []
  const sound: string[] = []
  for (const run of runs) {
    const reply = await app.reply('evaluation.outcomes', { dir, run })
    if (reply.ok) {
      expect(reply.data.total).toBe(4)
      sound.push(run)
    } else problems.push(reply.error)
  }
  expect(problems).toMatchObject([
    {
      code: 'unreadable',
      message: expect.stringMatching(/run of “bm25”.*cut off.*other runs can be opened/) as string,
      fix: expect.stringContaining('evaluate again') as string,
    },
  ])
  expect((await app.request('evaluation.runs', { dir })).map(({ id }) => id).sort()).toEqual(
    [...runs].sort(),
  )
  const [baseline = '', run = ''] = sound
  expect(await app.request('evaluation.compare', { dir, baseline, runs: [run] })).toHaveLength(1)
  expect(await app.reply('evaluation.report', { dir, runs })).toMatchObject({
    error: { code: 'unreadable' },
  })
  expect((await app.request('evaluation.report', { dir, runs: sound })).size).toBeGreaterThan(1000)
})

it('a run beside one that was cut off can still be measured and kept', async () => {
  const { app, dir, runs } = await withOneCutOff()
  const { id } = await runOfSmall(app, dir)
  const again = await openAppOn(app.folder)
  expect(await again.request('evaluation.outcomes', { dir, run: id })).toMatchObject({ total: 4 })
  expect(await again.request('evaluation.runs', { dir })).toHaveLength(runs.length + 1)
})
