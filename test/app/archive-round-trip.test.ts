import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { WorkspaceStore } from '../../src-main/ports/workspace-store'
import { libraryIn } from '../fakes/app-on'
import { emptyFolder, openAppOn } from './open-app'

/** Whatever JSON can say, and what of it JavaScript makes something else of. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }),
  fc.constant('@@1e999@@'),
  fc.constant('\ud800 alone'),
)
const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
  fc.constantFrom('\ud800', "it's", 'constructor', '__proto__', ' a\u0000b ', '名前'),
)
const grade = fc.oneof(fc.constant('@@1e999@@'), fc.constant('@@-1e999@@'), fc.double(), anything)

const tool = fc.record(
  {
    name: text,
    description: text,
    parameters: anything,
    server: text,
    tags: anything,
    x: anything,
  },
  { requiredKeys: ['name', 'description'] },
)
const query = fc.record(
  {
    query: text,
    id: anything,
    tools: fc.array(fc.constantFrom('send', 'find', 'send'), { minLength: 1, maxLength: 3 }),
    grades: fc.dictionary(fc.constantFrom('send', 'find', 'constructor'), grade),
    calls: fc.array(fc.record({ tool: fc.constant('send'), arguments: anything }), {
      maxLength: 2,
    }),
    turns: fc.oneof(fc.array(text), anything),
    tags: fc.oneof(fc.array(text), anything),
    extra: anything,
    origin: anything,
    odd: anything,
  },
  { requiredKeys: ['query', 'tools'] },
)
const bundleOf = fc.record({ id: text, query: text, tools: fc.constant(['send']) })

/** JSON with numbers in it that no number can hold. */
const written = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/"@@(-?1e999)@@"/g, '$1')

async function contentOf(store: WorkspaceStore) {
  const { state: _, ...listed } = await store.read(
    'tools',
    'layers',
    'goldenSets',
    'bundles',
    'runs',
  )
  const { goldenSets, runs } = listed
  return {
    ...listed,
    queries: await Promise.all(goldenSets.map(({ name }) => store.members('goldenSets', name))),
    outcomes: await Promise.all(runs.map(({ id }) => store.members('runs', id))),
  }
}

/** Writes and reads many workspaces. */
const PATIENCE_MS = 120_000

it(
  'what is imported, edited and measured, whatever it is, comes back as it was from an archive',
  async () => {
    const folder = await emptyFolder()
    const { app, request, file } = await openAppOn(folder)
    const call = { signal: new AbortController().signal, emit: () => undefined }
    const library = libraryIn(folder)
    const seen: Record<string, number> = {}
    const named = (name: string) => ({ name, description: `Does ${name}.` })
    const property = fc.asyncProperty(
      fc.record({
        tools: fc.array(tool, { maxLength: 4 }),
        queries: fc.array(query, { minLength: 1, maxLength: 4 }),
        bundles: fc.array(bundleOf, { maxLength: 3 }),
        set: text,
        note: text,
      }),
      async ({ tools, queries, bundles, set, note }) => {
        const { dir } = await request('workspace.create', { name: 'Odd' })
        const catalog = {
          'servers/odd.json': { server: 'odd', tools: [named('send'), named('find'), ...tools] },
          'golden.json': [
            { name: set, queries },
            { name: `${set} again`, queries },
          ],
          'bundles.json': bundles,
          'layers.json': { find: { note } },
        }
        const path = await file('catalog.json', written(catalog))
        const golden = await file('asked.json', written(queries))
        // How much of it is accepted is not asked here: what is must come back.
        for (const [action, input] of [
          ['import.commit', { path }],
          ['golden.import', { path: golden, name: 'alone' }],
          ['catalog.saveLayer', { id: 'odd/send', layer: { note } }],
          ['evaluation.run', { goldenSet: 'alone', recipes: [{ recipe: 'bm25' }] }],
        ] as const) {
          await app.dispatch(action, { dir, ...input }, call)
        }
        const store = await library.open(dir)
        const restored = await library.importArchive(await library.exportArchive(dir))
        const content = await contentOf(store)
        expect(await contentOf(restored)).toEqual(content)
        for (const [kind, records] of Object.entries(content))
          seen[kind] = (seen[kind] ?? 0) + records.length
        for (const one of [store, restored]) {
          await one.close()
          await library.remove(one.dir)
        }
      },
    )
    await fc.assert(property, { numRuns: 15, seed: 7 })
    expect(
      Object.values(seen).every((count) => count >= 10),
      JSON.stringify(seen),
    ).toBe(true)
  },
  PATIENCE_MS,
)
