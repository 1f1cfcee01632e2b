import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { distractors, type DistractorKind } from '../fixtures/distractors'
import { benchApp, type BenchApp } from './bench-app'
import { toolsOf } from './family-rows'
import { estimated, K, measure, points, share, type Rows } from './measured-rows'
import { printFigure } from './print'

/** Development rows: within those that defaults were chosen on. */
const DEVELOPMENT: Rows[] = [
  { name: 'ToolE single', folder: 'toole', goldenSet: 'single' },
  { name: 'Seal-Tools dev', folder: 'seal-tools', goldenSet: 'dev' },
  { name: 'RecTools', folder: 'rectools', goldenSet: 'rectools' },
  { name: 'ToolLinkOS, main tool', folder: 'toollinkos', goldenSet: 'main' },
].map((rows) => ({ ...rows, sample: { size: 200, seed: 7 }, asked: 'not below -1' }))

/**
 * The weights were not chosen on these, where the collapse of the rule before was first seen; the
 * cover of clauses was, on 149 of them.
 */
const OTHERS: Rows[] = [
  { name: 'ToolE multi', folder: 'toole', goldenSet: 'multi', asked: 'not below -1' },
]

const SIZES = [1_200, 4_200, 20_200]

/** `hybrid` against the better of its arms as catalogs grow by tools that no query wants. */
export async function catalogSizes(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const rows of [...DEVELOPMENT, ...OTHERS]) {
    const dir = await app.imported(join(datasets, rows.folder))
    const own = await toolsOf(app, dir)
    await printRow(app, rows, { dir, title: `${own.length} tools` })
    for (const kind of ['splices', 'words'] as const) {
      for (const size of SIZES.filter((size) => size > own.length + 500)) {
        const grown = await grownCatalog(app, rows, { kind, count: size - own.length })
        await printRow(app, rows, { dir: grown, title: `${size} tools, ${kind}` })
      }
    }
  }
  await app.close()
}

const RECIPES = [
  { recipe: 'bm25' },
  { recipe: 'dense' },
  { recipe: 'hybrid' },
  { recipe: 'hybrid', options: { clauses: false } },
]

async function printRow(app: BenchApp, rows: Rows, { dir, title }: { dir: string; title: string }) {
  const measured = await measure(app, rows, { recipes: RECIPES, dir })
  const means = await Promise.all(measured.map(async (one) => (await estimated(one)).mean))
  const [words = 0, meaning = 0, both = 0, asWhole = 0] = means
  printFigure(
    `${rows.name} (${measured[0]?.recall.size}), ${title}: Recall@${K}, bm25 · dense → hybrid`,
    `${share(words)} · ${share(meaning)} → ${share(both)}: ${points(both - Math.max(words, meaning))}; ` +
      `${points(both - asWhole)} by clauses`,
    rows.asked,
  )
}

async function grownCatalog(
  app: BenchApp,
  { folder }: Rows,
  { kind, count }: { kind: DistractorKind; count: number },
): Promise<string> {
  const { dir } = await app.request('workspace.create', { name: `${folder} ${kind} ${count}` })
  await app.request('import.commit', { dir, path: join(app.datasets, folder) })
  const made = distractors(kind, await toolsOf(app, dir), { count, seed: 21 })
  const path = join(app.folder, 'distractors.json')
  const entries = made.map((tool) => ({ type: 'function', function: tool }))
  await writeFile(path, JSON.stringify(entries))
  await app.request('import.commit', { dir, path })
  return dir
}
