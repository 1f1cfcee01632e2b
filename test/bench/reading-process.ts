import { compose } from '../../src-main/compose'
import { percentile } from './print'
import { requestsTo } from './requests'

/** What a process took that opens a catalog and asks it, by recipe. */
export interface ReadingFigures {
  /** Until the first answer of each recipe: what was opened before by another is at hand. */
  openMs: Record<string, number>
  asked: Record<string, { p50Ms: number; p95Ms: number }>
  heldMb: number
  peakMb: number
}

/** What it is told: the folder of the program, the catalog, recipes and queries. */
export interface Reading {
  dataFolder: string
  dir: string
  recipes: string[]
  queries: string[]
}

const { dataFolder, dir, recipes, queries } = JSON.parse(process.argv[2] ?? '{}') as Reading
const app = await compose({ dataFolder, resourcesFolder: 'resources', version: 'bench' })

const request = requestsTo(app)

async function ask(recipe: string, text: string): Promise<number> {
  const began = performance.now()
  await request('query.run', { dir, text, recipe, embedder: 'builtin', withEverything: false })
  return performance.now() - began
}

const [first = '', ...others] = queries
const figures: ReadingFigures = { openMs: {}, asked: {}, heldMb: 0, peakMb: 0 }
for (const recipe of recipes) {
  figures.openMs[recipe] = await ask(recipe, first)
  const took: number[] = []
  for (const text of others) took.push(await ask(recipe, text))
  figures.asked[recipe] = { p50Ms: percentile(took, 0.5), p95Ms: percentile(took, 0.95) }
}
figures.heldMb = process.memoryUsage().rss / 2 ** 20
await app.close()
figures.peakMb = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify(figures), () => process.exit(0))
