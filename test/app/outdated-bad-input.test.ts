import { expect, it } from 'vitest'
import { comparableRuns } from '../../src-main/domain/run/comparable-runs'
import { outdatedText } from '../../src-main/domain/run/outdated-words'
import { Problem } from '../../src-main/domain/problem'
import type { Run } from '../../src-main/domain/run/run'
import type { Embedder } from '../../src-main/ports/embedder'
import { id } from '../fakes/catalog-tool'
import { fakeClock } from '../fakes/clock'
import { libraryIn } from '../fakes/app-on'
import { conceptEmbedder } from '../fakes/embedder'
import { emptyFolder, openAppOn, type AppUnderTest } from './open-app'

const asked = (dir: string, recipe = 'hybrid', embedder?: string) => ({
  dir,
  goldenSet: 'asked',
  k: [1],
  recipes: [{ recipe }],
  ...(embedder !== undefined && { embedder }),
})

const outdatedOf = async ({ request }: AppUnderTest, dir: string, run: string) =>
  outdatedText((await request('evaluation.outdated', { dir }))[run] ?? [])

const edit = ({ request }: AppUnderTest, dir: string, tool: string) =>
  request('catalog.saveLayer', { dir, id: id(tool), layer: { description: `${tool}, edited` } })

/** An embedder that waits, once, before it embeds a query. */
function waiting() {
  const reached = Promise.withResolvers<undefined>()
  const goOn = Promise.withResolvers<undefined>()
  const inner = conceptEmbedder([
    ['mail', 'email'],
    ['euros', 'currency'],
  ])
  let isFirst = true
  const embedder: Embedder = {
    ...inner,
    async embedQueries(texts, signal) {
      if (isFirst) {
        isFirst = false
        reached.resolve(undefined)
        await goOn.promise
      }
      return inner.embedQueries(texts, signal)
    },
  }
  return { embedder, reached: reached.promise, goOn: () => goOn.resolve(undefined) }
}

it('a run is of the catalog that it began on, where two other programs edit it meanwhile', async () => {
  const folder = await emptyFolder()
  const { embedder, reached, goOn } = waiting()
  const measuring = await openAppOn(folder, { embedders: { open: async () => embedder } })
  const others = [await openAppOn(folder), await openAppOn(folder)] as const
  const dir = await measuring.smallWorkspace()
  const measured = measuring.request('evaluation.run', asked(dir, 'dense'))
  await reached
  await edit(others[0], dir, 'send_email')
  await edit(others[1], dir, 'get_weather')
  goOn()
  const [run] = (await measured).runs
  for (const program of [measuring, ...others]) {
    expect(await outdatedOf(program, dir, run?.id ?? '')).toBe('measured before 2 edits')
  }
})

it('a run is of the golden set that it began on, where that is edited meanwhile', async () => {
  const { embedder, reached, goOn } = waiting()
  const app = await openAppOn(await emptyFolder(), { embedders: { open: async () => embedder } })
  const dir = await app.smallWorkspace()
  const measured = app.request('evaluation.run', asked(dir, 'dense'))
  await reached
  const query = { text: 'francs to euros', tools: [id('convert_currency')] }
  await app.request('golden.save', { dir, set: 'asked', query })
  goOn()
  const [run] = (await measured).runs
  expect(run?.queries).toBe(4)
  expect(await outdatedOf(app, dir, run?.id ?? '')).toBe(
    'measured before its golden set was edited',
  )
})

it('a run whose embedder is no longer there says what answers now, and is measured with that', async () => {
  let isThere = true
  const gone = new Problem('unavailable', 'Ollama has no model “old”.', 'Pull it.')
  const embedders = {
    open: async (name: string) => {
      if (name === 'ollama:old' && !isThere) throw gone
      return { ...conceptEmbedder([['mail', 'email']], name), name }
    },
  }
  const app = await openAppOn(await emptyFolder(), { embedders })
  const dir = await app.smallWorkspace()
  const [run] = (await app.request('evaluation.run', asked(dir, 'dense', 'ollama:old'))).runs
  isThere = false
  expect(await outdatedOf(app, dir, run?.id ?? '')).toBe('old, now Instant')
  const again = await app.request('evaluation.measureAgain', { dir, runs: [run?.id ?? ''] })
  expect(again.runs.map(({ embedder }) => embedder)).toEqual(['builtin'])

  await app.request('settings.write', { embedder: 'ollama:old' })
  expect(await outdatedOf(app, dir, run?.id ?? '')).toBe('Ollama has no model “old”.')
})

it('the run that was kept last is the newest, also where the clock went back', async () => {
  const folder = await emptyFolder()
  let now = '2026-03-02T10:00:00.000Z'
  const clock = { ...fakeClock(), timestamp: () => now }
  const app = await openAppOn(folder, { clock })
  const dir = await app.smallWorkspace()
  const [before] = (await app.request('evaluation.run', asked(dir))).runs
  await edit(app, dir, 'send_email')
  now = '2026-03-01T10:00:00.000Z'
  const [after] = (await app.request('evaluation.run', asked(dir))).runs
  const stored = await app.request('evaluation.runs', { dir })
  expect(stored.map((run) => run.id)).toEqual([after?.id, before?.id])
  expect(comparableRuns(stored).map((run) => run.id)).toEqual([after?.id])
  expect(await outdatedOf(app, dir, after?.id ?? '')).toBe('')
})

it('runs of an archive are held against the catalog that came with them', async () => {
  const folder = await emptyFolder()
  const app = await openAppOn(folder)
  const dir = await app.smallWorkspace()
  const [early] = (await app.request('evaluation.run', asked(dir))).runs
  await edit(app, dir, 'send_email')
  await edit(app, dir, 'get_weather')
  const [late] = (await app.request('evaluation.run', asked(dir, 'bm25'))).runs
  const archive = await libraryIn(folder).exportArchive(dir)
  const copy = await libraryIn(folder).importArchive(archive)
  const of = (run: Run | undefined) => outdatedOf(app, copy.dir, run?.id ?? '')
  // Changes stay where they were made, so it cannot be told how many there were.
  expect(await of(early)).toBe('measured before the catalog changed')
  expect(await of(late)).toBe('')
  await edit(app, copy.dir, 'convert_currency')
  expect(await of(early)).toBe('measured before the catalog changed')
  expect(await of(late)).toBe('measured before the catalog changed')
})

it('an edit too long ago to be kept is not left out of a count', async () => {
  const app = await openAppOn(await emptyFolder())
  const dir = await app.smallWorkspace()
  const [run] = (await app.request('evaluation.run', asked(dir))).runs
  const layer = (at: number) => ({ description: `Text number ${at}` })
  for (let at = 0; at < 101; at++) {
    await app.request('catalog.saveLayer', { dir, id: id('send_email'), layer: layer(at) })
  }
  expect(await outdatedOf(app, dir, run?.id ?? '')).toBe('measured before the catalog changed')
})

it('a thousand runs are each held against what is in use', async () => {
  const folder = await emptyFolder()
  const app = await openAppOn(folder)
  const dir = await app.smallWorkspace()
  const [run] = (await app.request('evaluation.run', asked(dir))).runs
  if (!run) throw new Error('There is no run.')
  const many = Array.from({ length: 999 }, (_, at) => ({
    ...run,
    id: `r${at}`,
    number: at + 2,
    outcomes: [],
    options: { ...run.options, wordWeights: { name: 1 + (at % 90) / 100 } },
  }))
  const store = await libraryIn(folder).open(dir)
  await store.commit(async () => ({ runs: { put: many } }))
  expect(await app.request('evaluation.outdated', { dir })).toEqual({})
  await edit(app, dir, 'send_email')
  const outdated = Object.entries(await app.request('evaluation.outdated', { dir }))
  expect(outdated).toHaveLength(1000)
  expect(new Set(outdated.map(([, parts]) => outdatedText(parts)))).toEqual(
    new Set(['measured before 1 edit']),
  )
})
