import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Unanswerable } from '../../src-main/features/unanswerable/shared/confidence'
import { benchApp, type BenchApp } from './bench-app'
import { printFigure } from './print'

/**
 * Development rows, see `src-main/pipeline/set-size/README.md`; of none of them is a figure
 * reported elsewhere.
 */
const ROWS = [
  { name: 'ToolE single', folder: 'toole', goldenSet: 'single', sample: { size: 200, seed: 7 } },
  { name: 'ToolE multi', folder: 'toole', goldenSet: 'multi', sample: { size: 149, seed: 11 } },
  {
    name: 'Seal-Tools dev',
    folder: 'seal-tools',
    goldenSet: 'dev',
    sample: { size: 200, seed: 7 },
  },
  { name: 'RecTools', folder: 'rectools', goldenSet: 'rectools', sample: { size: 200, seed: 7 } },
  { name: 'ToolLinkOS', folder: 'toollinkos', goldenSet: 'main', sample: { size: 200, seed: 7 } },
  { name: 'API-Bank', folder: 'apibank', goldenSet: 'queries', sample: { size: 50, seed: 7 } },
]
const RECIPES = [
  { recipe: 'bm25' },
  { recipe: 'dense' },
  { recipe: 'hybrid' },
  { recipe: 'hybrid', options: { fusion: 'rrf' } },
  { recipe: 'toolsee' },
  { recipe: 'mftr' },
  { recipe: 'graph-rag-tool-fusion' },
]
/** Queries of other sets asked of each. */
const ALIENS = 100

/**
 * How well the score of the best tool tells queries that no tool fits, by recipe: those left out,
 * and those of other sets.
 */
export async function confidence(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const texts = await Promise.all(ROWS.map(async (row) => ({ row, some: await textsOf(app, row) })))
  for (const { row } of texts) {
    const { name, folder, ...measured } = row
    const dir = await app.imported(join(datasets, folder))
    const alien = texts.flatMap(({ row: other, some }) => (other.folder === folder ? [] : some))
    await importNegatives(app, dir, alien)
    const { runs } = await app.request('evaluation.run', {
      dir,
      ...measured,
      recipes: RECIPES,
      k: [5],
      embedder: 'builtin',
      keep: false,
    })
    for (const { id, recipe, options } of runs) {
      const input = { dir, runs: [id], k: 5, leaveOut: true }
      const [told] = await app.request('evaluation.confidence', input)
      const way = recipe === 'hybrid' ? ` by ${JSON.stringify(options['fusion'])}` : ''
      printFigure(
        `${name}, ${recipe}${way}: AUROC left out · of other sets`,
        `${aurocText(told?.leftOut)} · ${aurocText(told?.negative)}`,
        'above .5',
      )
    }
  }
  await app.close()
}

async function textsOf(
  app: BenchApp,
  { folder, goldenSet }: (typeof ROWS)[number],
): Promise<string[]> {
  const dir = await app.imported(join(app.datasets, folder))
  const { queries } = await app.request('golden.queries', { dir, set: goldenSet, limit: 1000 })
  const stride = Math.max(1, Math.floor(queries.length / ALIENS))
  return queries.filter((_, at) => at % stride === 0).map(({ text }) => text)
}

async function importNegatives(
  app: BenchApp,
  dir: string,
  texts: readonly string[],
): Promise<void> {
  const stride = Math.max(1, Math.floor(texts.length / ALIENS))
  const queries = texts
    .filter((_, at) => at % stride === 0)
    .map((text, at) => ({ id: `alien ${at}`, text, tools: [] }))
  const path = join(app.folder, 'aliens.json')
  await writeFile(path, JSON.stringify({ name: 'aliens', queries }))
  await app.request('golden.import', { dir, path, replace: true })
}

function aurocText(unanswerable: Unanswerable | undefined): string {
  const auroc = unanswerable?.riskCoverage?.auroc
  return auroc
    ? `${auroc.mean.toFixed(2)} [${auroc.ci95.map((end) => end.toFixed(2)).join(', ')}]`
    : 'not told'
}
