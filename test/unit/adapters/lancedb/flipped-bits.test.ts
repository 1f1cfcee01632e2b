import { join } from 'node:path'
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { workspaceLibrary } from '../../../../src-main/adapters/lancedb/workspace-library'
import { publishedDatabases } from '../../../../src-main/adapters/lancedb/published/publishing'
import { Problem } from '../../../../src-main/domain/problem'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'
import type { WorkspaceLibrary } from '../../../../src-main/ports/workspace-store'
import { filesIn, flipBit } from '../../../fixtures/flip-bits'
import { bundle, catalogTool, goldenSet, outcomes, run } from '../../../fixtures/workspace/content'
import { temporaryFolder } from './temporary-workspaces'

const MODEL = 'model'
const NAMES = ['send', 'find', 'list', 'move', 'copy', 'open']
const HASHES = new Set(NAMES)

async function filled(library: WorkspaceLibrary): Promise<string> {
  const store = await library.create('Mail tools')
  await store.commit({
    tools: { put: NAMES.map((name) => catalogTool(name, `What ${name} does, in words.`).tool) },
    goldenSets: { put: [goldenSet('main', 8)] },
    bundles: { put: [bundle('b1'), bundle('b2')] },
    runs: { put: [{ ...run('old', '2026-01-01T00:00:00.000Z'), outcomes: outcomes(8) }] },
  })
  await store.commit({ tools: { put: [catalogTool('send', 'Sends at once.').tool] } })
  await store.saveDocuments(
    MODEL,
    NAMES.map((hash, at) => ({ hash, text: hash, vector: Float32Array.of(at, 1, 0.5, -at) })),
  )
  await store.close()
  return store.dir
}

/** All that answers are made of, as text. */
async function contentOf(library: WorkspaceLibrary, dir: string): Promise<string> {
  const store = await library.open(dir)
  try {
    const { name } = await store.info()
    const { state: _, ...records } = await store.read('goldenSets', 'bundles', 'layers')
    const tools = (await store.tools()).map(({ tool }) => tool)
    const queries = await store.members('goldenSets', 'main')
    const vectors = [...(await store.vectors(MODEL, HASHES))].sort(([a], [b]) => (a < b ? -1 : 1))
    return JSON.stringify({ name, records, tools, queries, vectors: vectors.map(String) })
  } finally {
    await store.close()
  }
}

const checking = { signal: new AbortController().signal, onParts: () => undefined }

/** What reading and checking make of a folder in which one bit is another. */
async function outcomeOf(library: WorkspaceLibrary, dir: string, sound: string): Promise<string> {
  // Vectors are removed once they are found damaged, so the check goes first.
  const checked = await library.check(dir, checking).catch((error: unknown) => error)
  if (checked instanceof Error) expect(checked).toBeInstanceOf(Problem)
  const isFound = checked instanceof Error || (checked as { isDamaged: boolean }).isDamaged
  const read = await contentOf(library, dir).catch((error: unknown) => error)
  if (read instanceof Error) {
    expect(read).toBeInstanceOf(Problem)
    expect(read.message).not.toMatch(/\.rs:|panicked/)
    return 'refused'
  }
  if (read === sound) return isFound ? 'found' : 'harmless'
  // Vectors that were removed are missing, and embedded again.
  const { vectors, ...others } = JSON.parse(read as string) as { vectors: string[] }
  const { vectors: all, ...before } = JSON.parse(sound) as { vectors: string[] }
  const isOnlyMissing =
    JSON.stringify(others) === JSON.stringify(before) && vectors.every((one) => all.includes(one))
  if (isOnlyMissing) return 'missing vectors'
  return isFound ? 'found by checking' : 'silent'
}

async function flipThrough(library: WorkspaceLibrary, dir: string, flips: number, seed: number) {
  const content = await contentOf(library, dir)
  expect((await library.check(dir, checking)).isDamaged).toBe(false)
  const saved = `${dir}-saved`
  cpSync(dir, saved, { recursive: true, preserveTimestamps: true })
  const random = randomNumbers(seed)
  const files = await filesIn(dir)
  const outcomes: Record<string, number> = {}
  for (let at = 0; at < flips; at++) {
    const file = files[at % files.length] as string
    flipBit(file, Math.floor(random() * statSync(file).size * 8))
    const outcome = await outcomeOf(library, dir, content)
    if (outcome === 'silent') throw new Error(`${file} was changed without a word.`)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    // In the same folder: another one would be a copy, which goes back to a whole commit by itself.
    for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true })
    cpSync(saved, dir, { recursive: true, preserveTimestamps: true })
  }
  return outcomes
}

const FLIPS = Number(process.env['PEGBOARD_FLIPS'] ?? 40)

describe('one bit that a disk changed', () => {
  it('in a workspace is never read as what was written', async () => {
    const library = workspaceLibrary(await temporaryFolder())
    const outcomes = await flipThrough(library, await filled(library), FLIPS, 1)
    if (FLIPS > 40) console.log(outcomes)
    expect((outcomes['refused'] ?? 0) + (outcomes['found'] ?? 0)).toBeGreaterThan(0)
  }, 600_000)

  it('in a published snapshot is never read as what was published', async () => {
    const folder = await temporaryFolder()
    const library = workspaceLibrary(folder)
    const dir = await filled(library)
    const store = await library.open(dir)
    const { commit } = await store.info()
    await store.close()
    const address = join(folder, 'published')
    await publishedDatabases().publish(
      {
        address,
        dir,
        commit,
        at: '2026-01-01T00:00:00Z',
        program: '1.0.0',
        without: [],
        models: {},
        worksWith: { recipe: 'bm25', options: {}, k: 5 },
        embedder: { name: 'Model', fingerprint: MODEL },
      },
      { signal: new AbortController().signal, onRows: () => undefined },
    )
    const outcomes = await flipThrough(library, address, FLIPS, 2)
    if (FLIPS > 40) console.log(outcomes)
    expect((outcomes['refused'] ?? 0) + (outcomes['found'] ?? 0)).toBeGreaterThan(0)
  }, 600_000)
})
