import { join } from 'node:path'
import { benchApp, type BenchApp } from './bench-app'
import { estimatedBy, points, share } from './measured-rows'
import { printFigure } from './print'
import { mainQueries } from './toollinkos-rows'

interface Tried {
  name: string
  folder: string
  goldenSet: string
  sample?: { size: number; seed: number }
}

/**
 * Catalogs without edges of their own: those proposed from schemas are accepted from this
 * probability on.
 */
const PROPOSED: Tried[] = [
  { name: 'API-Bank', folder: 'apibank', goldenSet: 'queries' },
  {
    name: 'ToolE multi, development',
    folder: 'toole',
    goldenSet: 'multi',
    sample: { size: 149, seed: 11 },
  },
  {
    name: 'Seal-Tools dev',
    folder: 'seal-tools',
    goldenSet: 'dev',
    sample: { size: 300, seed: 7 },
  },
]
const AT_LEAST = 0.8
const LINKED: Tried = { name: 'ToolLinkOS', folder: 'toollinkos', goldenSet: 'instances' }
const K = [5, 10, 20]
const RECIPES = [{ recipe: 'hybrid' }, { recipe: 'hybrid', options: { dependencies: 'sure' } }]

/**
 * What `hybrid` finds without and with what several of its first tools need, where edges are right
 * and where they are not.
 */
export async function sureDependencies(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const tried of PROPOSED) {
    const dir = await app.imported(join(datasets, tried.folder))
    await app.request('proposals.find', { dir })
    const chosen = { atLeast: AT_LEAST }
    const { decided } = await app.request('proposals.decide', { dir, chosen, verdict: 'accepted' })
    await compare(app, { ...tried, name: `${tried.name}, ${decided} edges accepted` })
  }
  const mains = await mainQueries(app)
  for (const isDevelopment of [true, false]) {
    const name = `${LINKED.name}, ${isDevelopment ? 'development' : 'held out'}`
    await compare(app, { ...LINKED, name }, (id) => {
      const query = mains.get(id)
      return query?.isDevelopment === isDevelopment ? query.main : undefined
    })
  }
  await app.close()
}

/**
 * @param unitOf what the values of queries are averaged over; nothing for a query that is left out
 */
async function compare(
  app: BenchApp,
  { name, folder, goldenSet, sample }: Tried,
  unitOf: (id: string) => string | undefined = (id) => id,
): Promise<void> {
  const dir = await app.imported(join(app.datasets, folder))
  const asked = { dir, goldenSet, k: K, recipes: RECIPES, sample, embedder: 'builtin' }
  const { runs } = await app.request('evaluation.run', asked)
  for (const k of K) {
    const [without, taken] = await Promise.all(
      runs.map(({ id: run }) => recallBy(app, { dir, run, k }, unitOf)),
    )
    if (!without || !taken) throw new Error(`${name} was not measured.`)
    const before = await estimatedBy(without)
    const after = await estimatedBy(taken)
    const { mean, ci95 } = await estimatedBy(taken, without)
    printFigure(
      `${name}, ${without.size} units, Recall@${k}`,
      `${share(before.mean)} → ${share(after.mean)}, ${points(mean)} [${ci95.map(points).join(', ')}]`,
    )
  }
}

async function recallBy(
  app: BenchApp,
  of: { dir: string; run: string; k: number },
  unitOf: (id: string) => string | undefined,
): Promise<Map<string, number>> {
  const values = new Map<string, number[]>()
  for (let offset = 0, total = 1; offset < total;) {
    const page = await app.request('evaluation.outcomes', { ...of, offset, limit: 1000 })
    for (const { id, recall } of page.rows) {
      const unit = unitOf(id)
      if (unit !== undefined) values.set(unit, [...(values.get(unit) ?? []), recall])
    }
    offset += 1000
    total = page.total
  }
  return new Map(
    [...values].map(([unit, all]) => [unit, all.reduce((a, b) => a + b, 0) / all.length]),
  )
}
