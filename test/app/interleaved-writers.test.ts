import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { appOn, libraryIn } from '../fakes/app-on'
import { program, type Program } from '../fixtures/program'
import { emptyFolder, openAppOn } from './open-app'
import { STEADY_SERVER, write, WRITERS, type Written } from './writers'

const TURNS = 9
const SEEDS = [1, 2]

let elsewhere: Program
beforeAll(async () => {
  elsewhere = await program('write-interleaved.ts')
})

/** A workspace with a tool that no writer touches. */
async function workspaceWithSteadyTool() {
  const folder = await emptyFolder()
  const { request, file } = await openAppOn(folder)
  const { dir } = await request('workspace.create', { name: 'Busy' })
  const tool = { type: 'function', function: { name: 'add', description: 'Adds.', parameters: {} } }
  const path = await file('steady.json', [tool])
  await request('import.commit', { dir, path, server: STEADY_SERVER })
  return { dir, folder }
}

interface Share {
  dir: string
  folder: string
  seed: number
  names: string[]
}

/** Writers in a session of their own in this process. */
async function writeHere({ dir, folder, seed, names }: Share): Promise<Record<string, Written>> {
  const app = appOn(folder)
  const store = await libraryIn(folder).open(dir)
  onTestFinished(async () => {
    await app.close()
    await store.close()
  })
  return write(names, { app, store, folder, seed, turns: TURNS })
}

/**
 * Writers in another process, which has opened the workspace and is about to begin when this gives
 * their work.
 */
async function startElsewhere({ dir, folder, seed, names }: Share) {
  const child = elsewhere.start(dir, folder, String(seed), String(TURNS), ...names)
  const exit = once(child, 'exit')
  const lines = createInterface({ input: child.stdout ?? Readable.from([]) })
  const printed = lines[Symbol.asyncIterator]()
  expect((await printed.next()).value).toBe('ready')
  return {
    async written() {
      const last = await printed.next()
      expect(await exit).toEqual([0, null])
      return JSON.parse(String(last.value)) as Record<string, Written>
    },
  }
}

/** What is there in the end, of what writers know. */
async function foundIn(folder: string, dir: string) {
  const store = await libraryIn(folder).open(dir)
  const { state, tools, layers, goldenSets, runs } = await store.read(
    'tools',
    'layers',
    'goldenSets',
    'runs',
  )
  const texts = goldenSets.map(async ({ name }) => {
    const queries = await store.members('goldenSets', name)
    return [name, queries.map((query) => query.text)] as const
  })
  const outcomes = await Promise.all(runs.map(({ id }) => store.members('runs', id)))
  const found = {
    revision: state.revision,
    tools: Object.fromEntries(tools.map(({ id, description }) => [id, description])),
    layers: Object.fromEntries(layers.map(({ tool, layer }) => [tool, layer])),
    goldenSets: Object.fromEntries(await Promise.all(texts)),
    runs: runs.map(({ id }) => id).sort(),
    outcomes: outcomes.map((list) => list.length),
  }
  await store.close()
  return found
}

for (const seed of SEEDS) {
  it(`a hundred writes of many sessions and two processes at once lose nothing (seed ${seed})`, async () => {
    const { dir, folder } = await workspaceWithSteadyTool()
    const names = Object.keys(WRITERS)
    const share = (part: number): Share => ({
      dir,
      folder,
      seed,
      names: names.filter((_, at) => at % 4 === part),
    })
    const child = await startElsewhere(share(0))
    const parts = await Promise.all([
      child.written(),
      ...[1, 2, 3].map((part) => writeHere(share(part))),
    ])
    const written = parts.flatMap((part) => Object.values(part))
    expect(written).toHaveLength(names.length)

    const layers: Record<string, object> = {}
    for (const one of written) {
      for (const [tool, fields] of Object.entries(one.layers)) {
        layers[tool] = { ...layers[tool], ...fields }
      }
    }
    const goldenSets = Object.assign({}, ...written.map((one) => one.goldenSets)) as object
    const runs = written.flatMap((one) => one.runs).sort()
    const commits = written.reduce((sum, one) => sum + one.commits, 0)
    expect(commits).toBeGreaterThan(80)
    expect(await foundIn(folder, dir)).toEqual({
      revision: 1 + commits,
      tools: Object.assign(
        { [`${STEADY_SERVER}/add`]: 'Adds.' },
        ...written.map((one) => one.tools),
      ) as object,
      layers,
      goldenSets: JSON.parse(JSON.stringify(goldenSets)) as object,
      runs,
      outcomes: runs.map(() => 2),
    })
  })
}
