import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localFiles } from '../../src-main/adapters/files/local-files'
import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import { randomNumbers, sampleOf } from '../../src-main/evaluation/statistics/random'
import { importCatalog } from '../fixtures/importing/catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import { benchApp } from './bench-app'
import { estimated, measure, points, share, type Rows } from './measured-rows'
import { printFigure } from './print'
import { devSingle } from './split-rows'

interface Stories {
  /** Two sentences each. */
  stories: [string, string][]
  /** What may stand before a request within its sentence. */
  leading: string[]
}

/** Development rows, to which stories are added. */
const SETS = [
  { name: 'ToolE single', folder: 'toole', goldenSet: 'single', size: 800, seed: 5 },
  { name: 'ToolE multi', folder: 'toole', goldenSet: 'multi', size: 149, seed: 11 },
  { name: 'Seal-Tools dev', folder: 'seal-tools', goldenSet: 'dev', size: 500, seed: 7 },
  { name: 'RecTools', folder: 'rectools', goldenSet: 'rectools', size: 200, seed: 7 },
]
/** How stories are drawn for each row, by their group: see `src-main/pipeline/fusion/README.md`. */
const SEEDS = { development: 3, check: 101, later: 102 }
const FORMS = ['two sentences before', 'one before, one after', 'a leading clause'] as const
const RECIPES = [
  { recipe: 'hybrid', options: { clauses: false } },
  { recipe: 'hybrid', options: { clauses: true } },
]

/**
 * `hybrid` on requests with a story around them: the query as a whole against its wishes searched
 * on their own.
 */
export async function stories(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const path = join('test', 'bench', 'stories.json')
  const groups = JSON.parse(await readFile(path, 'utf8')) as Record<keyof typeof SEEDS, Stories>
  for (const set of SETS) {
    const rows = await rowsOf(join(datasets, set.folder), set)
    const dir = await app.imported(join(datasets, set.folder))
    for (const group of Object.keys(SEEDS) as (keyof typeof SEEDS)[]) {
      for (const form of FORMS) {
        const goldenSet = `${set.goldenSet}, ${group}, ${form}`
        const file = join(app.folder, 'stories.json')
        const queries = told(rows, groups[group], { form, seed: SEEDS[group] })
        await writeFile(file, JSON.stringify({ name: goldenSet, queries }))
        await app.request('golden.import', { dir, path: file })
        const name = `${set.name} (${queries.length}), stories of ${group}, ${form}`
        const measured: Rows = { name, folder: set.folder, goldenSet, asked: 'not below -.3' }
        const [whole, wishes] = await measure(app, measured, { recipes: RECIPES, dir })
        if (!whole || !wishes) continue
        const before = await estimated(whole)
        const now = await estimated(wishes)
        const { mean, ci95 } = await estimated(wishes, whole)
        printFigure(
          `${name}: Recall@5, whole → wishes too`,
          `${share(before.mean)} → ${share(now.mean)}, ${points(mean)} [${ci95.map(points).join(', ')}]`,
          measured.asked,
        )
      }
    }
  }
  await app.close()
}

async function rowsOf(path: string, { goldenSet, size, seed }: (typeof SETS)[number]) {
  const files = await localFiles().read(path)
  const { goldenSets } = importCatalog(files.map((file) => sourceFile(file.path, file.bytes)))
  const all = goldenSets.find(({ name }) => name === goldenSet)?.queries ?? []
  return sampleOf(goldenSet === 'single' ? devSingle(all) : all, size, seed)
}

interface Telling {
  form: (typeof FORMS)[number]
  seed: number
}

function told(
  rows: readonly GoldenQuery[],
  { stories: pairs, leading }: Stories,
  { form, seed }: Telling,
) {
  const random = randomNumbers(seed)
  const drawn = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const textOf = (request: string): string => {
    if (form === 'a leading clause') return led(drawn(leading), request)
    const [one, other] = drawn(pairs)
    return form === 'two sentences before'
      ? `${one} ${other} ${request.charAt(0).toUpperCase()}${request.slice(1)}`
      : `${one} ${ended(request)} ${other}`
  }
  return rows.map(({ id, text, tools }) => ({ id, text: textOf(text.trim()), tools }))
}

/** “…, so find me a room”, “Since …, find me a room”. */
function led(leading: string, request: string): string {
  const isName = /^["“]*(?:I\b|[A-Z]{2})/.test(request)
  const lower = isName ? request : request.charAt(0).toLowerCase() + request.slice(1)
  return `${leading}${/ (?:so|therefore)$/.test(leading) ? '' : ','} ${lower}`
}

const ended = (request: string): string => (/[.?!"”]$/.test(request) ? request : `${request}.`)
