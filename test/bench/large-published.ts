import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchApp } from './bench-app'
import { inProcess } from './own-process'
import { milliseconds, printFigure, seconds } from './print'
import type { Reading, ReadingFigures } from './reading-process'

const RECIPES = ['bm25', 'dense', 'hybrid']
const SEARCHES = ['held', 'in-place'] as const
type Search = (typeof SEARCHES)[number]

/** Where more is held, servers need more memory than most machines give them. */
const MOST_HELD = 300_000

interface Published {
  dir: string
  size: number
  queries: readonly string[]
}

/**
 * The catalog published and read by a process of its own: from a folder, and from the object store
 * that `BENCH_STORE` names, such as `s3://bench/tools`, with its credentials in the environment.
 */
export async function printPublished(app: BenchApp, published: Published): Promise<void> {
  const store = process.env['BENCH_STORE']
  const places = [join(app.folder, 'published'), ...(store ? [`${store}-${published.size}`] : [])]
  for (const place of places) {
    for (const search of SEARCHES) {
      if (search === 'held' && published.size > MOST_HELD) continue
      await printOne(app, published, { search, address: `${place}-${search}` })
    }
  }
}

async function printOne(
  app: BenchApp,
  { dir, size, queries }: Published,
  { search, address }: { search: Search; address: string },
): Promise<void> {
  const began = performance.now()
  const { snapshot } = await app.request('publishing.publish', { dir, address, search })
  const tookMs = performance.now() - began
  const isFolder = !address.includes('://')
  const mb = isFolder ? ` · ${Math.round((await sizeOf(address)) / 2 ** 20)} MB` : ''
  const where = isFolder ? 'a folder' : 'an object store'
  printFigure(`  published to ${where}, ${search}`, `${seconds(tookMs)}${mb}`)
  for (const { recipe, recall, queries } of snapshot.inPlace ?? []) {
    const asked = size === 1_000_000 && recipe === 'hybrid' ? 'at least .97' : undefined
    printFigure(
      `    ${recipe}: of the first 10 in memory`,
      `${recall.toFixed(3)} (${queries})`,
      asked,
    )
  }
  const reading: Reading = {
    dataFolder: app.folder,
    dir: address,
    recipes: RECIPES,
    queries: [...queries],
  }
  const figures = await inProcess<ReadingFigures>('reading', [JSON.stringify(reading)])
  for (const recipe of RECIPES) {
    const { p50Ms = 0, p95Ms = 0 } = figures.asked[recipe] ?? {}
    const times = `${milliseconds(p50Ms)} · ${milliseconds(p95Ms)}`
    const asked = size === 1_000_000 ? `under ${isFolder ? 50 : 300} ms` : undefined
    printFigure(`    ${recipe}: p50 · p95`, times, asked)
  }
  const opened = RECIPES.map((recipe) => seconds(figures.openMs[recipe] ?? 0))
  printFigure(`    first answers, ${RECIPES.join(' · ')}`, opened.join(' · '))
  const memory = `${Math.round(figures.heldMb)} MB · ${Math.round(figures.peakMb)} MB`
  printFigure('    memory of the process, peak', memory)
  if (isFolder) await rm(address, { recursive: true, force: true })
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
