import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleOf } from '../../src-main/evaluation/statistics/random'
import type { BenchApp } from './bench-app'

/**
 * What the requests of a set are about: those of one family are none of another's catalog's, but
 * for a few that it can answer.
 */
export type Family = 'ToolE' | 'Seal-Tools' | 'ToolLinkOS' | 'API-Bank' | 'demo'

const SOURCES: { family: Family; folder: string; goldenSet: string }[] = [
  { family: 'ToolE', folder: 'toole', goldenSet: 'single' },
  { family: 'Seal-Tools', folder: 'seal-tools', goldenSet: 'test-in-domain' },
  { family: 'ToolLinkOS', folder: 'toollinkos', goldenSet: 'main' },
  { family: 'API-Bank', folder: 'apibank', goldenSet: 'queries' },
]
const PAGE = 1000
const DRAWN = 31
const LEARNED = 50
const ASKED = 50

/** Requests that nothing in a catalog is for. */
export interface Foreign {
  /** 100 that are labelled, of two families. */
  labelled: string[]
  /** Others of these families. */
  alike: string[]
  /** Those of families that no labelled one is of. */
  others: string[]
}

/**
 * By family, the requests that are asked of other catalogs; the demo's own golden queries are a
 * family too.
 */
export async function requestsByFamily(app: BenchApp): Promise<Map<Family, string[]>> {
  const drawn = (texts: string[]) => sampleOf(texts, LEARNED + ASKED, DRAWN)
  const requests = new Map<Family, string[]>()
  for (const { family, folder, goldenSet } of SOURCES) {
    const dir = await app.imported(join(app.datasets, folder))
    requests.set(family, drawn(await textsOf(app, dir, goldenSet)))
  }
  const { dir } = await app.request('workspace.createDemo', {})
  return requests.set('demo', drawn(await textsOf(app, dir, 'demo')))
}

/** What is foreign to the catalog of a family. */
export function foreignTo(own: Family, requests: ReadonlyMap<Family, string[]>): Foreign {
  const [one, other, third, ...rest] = [...requests].flatMap(([family, texts]) =>
    family === own ? [] : [texts],
  )
  const labelled = [one ?? [], third ?? []]
  const others = [other ?? [], ...rest]
  return {
    labelled: labelled.flatMap((texts) => texts.slice(0, LEARNED)),
    alike: labelled.flatMap((texts) => texts.slice(LEARNED)),
    others: others.flatMap((texts) => texts.slice(LEARNED)),
  }
}

async function textsOf(app: BenchApp, dir: string, set: string): Promise<string[]> {
  const texts: string[] = []
  for (;;) {
    const page = { dir, set, offset: texts.length, limit: PAGE }
    const { queries, total } = await app.request('golden.queries', page)
    texts.push(...queries.map(({ text }) => text))
    if (queries.length === 0 || texts.length >= total) return texts
  }
}

/** Labels requests as such that no tool fits. */
export async function label(app: BenchApp, dir: string, texts: readonly string[]): Promise<void> {
  const queries = texts.map((text, at) => ({ id: `foreign ${at}`, text, tools: [] }))
  const path = join(app.folder, 'foreign.json')
  await writeFile(path, JSON.stringify({ name: 'foreign', queries }))
  await app.request('golden.import', { dir, path, replace: true })
}

/** The share of requests that are given any tool. */
export async function givenSome(
  app: BenchApp,
  { dir, recipe }: { dir: string; recipe: string },
  texts: readonly string[],
): Promise<number> {
  let given = 0
  for (const text of texts) {
    const asked = { dir, text, recipe, options: { size: 'adaptive' }, k: 5, embedder: 'builtin' }
    const { tools } = await app.request('query.run', asked)
    if (tools.length > 0) given++
  }
  return given / texts.length
}
