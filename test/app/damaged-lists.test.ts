import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fakeAgent } from '../fakes/agent'
import { filesOfPart } from '../fixtures/workspace/record-files'
import { AGENT_WAYS, agentOnSmall, measuring, withAgent } from './measuring-agent'
import { emptyFolder, openAppOn, type AppUnderTest } from './open-app'
import { runOfSmall } from './small-evaluation'

/** Cuts a file off, and gives the way to put it back. */
function cutOff(file = ''): () => void {
  const whole = readFileSync(file)
  truncateSync(file, 100)
  return () => writeFileSync(file, whole)
}

/** What the app says to everyone from now on. */
function noticesOf({ app }: AppUnderTest): string[] {
  const notices: string[] = []
  app.onBroadcast((event) => {
    if (event.kind === 'notice') notices.push(event.text)
  })
  return notices
}

const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id).sort()

/**
 * The workspace under another name: of files that it read before, LanceDB remembers what they hold.
 */
function moved(dir: string): string {
  renameSync(dir, `${dir}-moved`)
  return `${dir}-moved`
}

/** Three runs, and an app that has not read any of them. */
async function withThreeRuns() {
  const folder = await emptyFolder()
  const first = await openAppOn(folder)
  const dir = await first.smallWorkspace()
  for (const b of [0.4, 0.6, 0.8])
    await runOfSmall(first, dir, { recipes: [{ recipe: 'bm25', options: { b } }] })
  const runs = idsOf(await first.request('evaluation.runs', { dir }))
  await first.app.close()
  return { dir: moved(dir), runs, open: () => openAppOn(folder) }
}

describe('a list of runs of which one cannot be read', () => {
  it('has the others, and says how many are missing and what to do', async () => {
    const { dir, runs, open } = await withThreeRuns()
    cutOff(filesOfPart(dir, 'runs')[1])
    const app = await open()
    const notices = noticesOf(app)
    const listed = idsOf(await app.request('evaluation.runs', { dir }))
    expect(listed).toHaveLength(2)
    expect(runs).toEqual(expect.arrayContaining(listed))
    expect(notices).toEqual([
      expect.stringMatching(
        /^1 run of this workspace cannot be read:.*backup, or measure again\.$/,
      ),
    ])
    for (const run of listed)
      expect(await app.request('evaluation.outcomes', { dir, run })).toMatchObject({ total: 4 })
  })

  it('takes new runs and lets others be deleted; nothing else goes', async () => {
    const { dir, runs, open } = await withThreeRuns()
    const putBack = cutOff(filesOfPart(dir, 'runs')[1])
    const app = await open()
    const [deleted = ''] = idsOf(await app.request('evaluation.runs', { dir }))
    const { id } = await runOfSmall(app, dir)
    await app.request('evaluation.deleteRuns', { dir, runs: [deleted] })
    expect(idsOf(await app.request('evaluation.runs', { dir }))).toContain(id)
    putBack()
    const again = await open()
    const notices = noticesOf(again)
    expect(idsOf(await again.request('evaluation.runs', { dir }))).toEqual(
      [...runs.filter((run) => run !== deleted), id].sort(),
    )
    expect(notices).toEqual([])
  })

  it('leaves out a record that is no JSON or another one’s', async () => {
    const { dir, open } = await withThreeRuns()
    const [broken = '', another = ''] = filesOfPart(dir, 'runs')
    const text = readFileSync(broken, 'latin1')
    writeFileSync(broken, text.replace('{"id":"', '["id":"'), 'latin1')
    writeFileSync(another, readFileSync(another, 'latin1').replace('{"id":"', '{"Id":"'), 'latin1')
    const app = await open()
    const notices = noticesOf(app)
    expect(await app.request('evaluation.runs', { dir })).toHaveLength(1)
    expect(notices).toEqual([expect.stringMatching(/^2 runs of this workspace/)])
  })
})

it('agent runs beside one that cannot be read are listed, and others kept', async () => {
  const first = await agentOnSmall()
  await first.ofCatalog(3)
  await first.ofCatalog(4)
  await first.app.close()
  const dir = moved(first.dir)
  const app = await withAgent(fakeAgent(AGENT_WAYS), { folder: first.place })
  const { ofCatalog } = measuring(app, dir)
  cutOff(filesOfPart(dir, 'agent_runs')[0])
  const notices = noticesOf(app)
  expect(await app.request('agentRuns.list', { dir })).toHaveLength(1)
  await ofCatalog(5)
  expect(await app.request('agentRuns.list', { dir })).toHaveLength(2)
  expect(notices[0]).toMatch(/^1 agent run of this workspace/)
})
