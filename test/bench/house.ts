import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { compose } from '../../src-main/compose'
import { benchApp } from './bench-app'
import { calledBy, type Called } from './files-called'
import { printFigure } from './print'
import { requestsTo } from './requests'

interface SourceFile {
  lines: number
  styleLines: number
  /** Files it imports, and those of which it imports more than types. */
  imports: string[]
  values: string[]
}

/**
 * What the source weighs, by the count that the design's targets are given in. How many lines there
 * are is no target. `BENCH_ROOT` names
 * another checkout to count; what a query calls is always counted here. Before are the figures of
 * commit 4bb50bd, counted by this script. `BENCH_FILES` lists the files that are called, too.
 */
export async function house(datasets: string): Promise<void> {
  const root = process.env['BENCH_ROOT'] ?? process.cwd()
  const files = filesIn(root, ['src-main', 'src-renderer'])
  const tests = filesIn(root, ['test'])
  const importers = importersOf(files)
  const lonely = [...files].filter(([path]) => importers.get(path) === 1)
  const all = [...files.values()]
  const reaches = (...from: string[]) => {
    const starts = from.map((path) => `src-main/${path}`)
    const lacking = starts.find((start) => !files.has(start))
    if (lacking) throw new Error(`There is no ${lacking}: name the file that took its place`)
    return reachedFrom(starts, files).size
  }
  const figures: [what: string, now: number, before: number, target?: string][] = [
    ['lines of source', sum(all, 'lines'), BEFORE.lines],
    ['files of source', files.size, BEFORE.files],
    ['lines of styles in components', sum(all, 'styleLines'), BEFORE.styles],
    ['files with one importer', lonely.length, BEFORE.lonely],
    [
      'lines of these',
      sum(
        lonely.map(([, file]) => file),
        'lines',
      ),
      BEFORE.lonelyLines,
    ],
    ['lines of tests', sum([...tests.values()], 'lines'), BEFORE.tests],
    ['lines of recipes', sum(under(files, 'src-main/pipeline/recipes/'), 'lines'), BEFORE.recipes],
    [
      'files that a query reaches by value imports',
      reaches('app/query/run-query.ts'),
      BEFORE.query,
      '90',
    ],
    [
      'files that an edit’s effect reaches',
      reaches('app/effect/layer-effect.ts'),
      BEFORE.edit,
      '110',
    ],
  ]
  for (const [what, now, before, target] of figures) {
    const asked = `before ${before.toLocaleString('en')}${target ? `, at most ${target}` : ''}`
    printFigure(what, now.toLocaleString('en'), asked)
  }
  const hybrid = 'pipeline/recipes/hybrid.ts'
  const withRecipe = reaches('app/query/run-query.ts', hybrid).toLocaleString('en')
  printFigure('files that a query reaches with the recipe hybrid', withRecipe)
  const withEffect = reaches('app/effect/layer-effect.ts', hybrid).toLocaleString('en')
  printFigure('files that an edit’s effect reaches with it', withEffect)
  const { query, effect } = await called(datasets)
  printCalled('the first hybrid query calls', query, 'at most 85 files')
  printCalled('an edit’s effect calls', effect)
}

function printCalled(what: string, { files, functions }: Called, asked?: string): void {
  const folders = new Set(files.map((file) => dirname(file)))
  printFigure(`files that ${what}`, String(files.length), asked)
  printFigure('their folders', String(folders.size))
  printFigure('functions of these', String(functions))
  if (!process.env['BENCH_FILES']) return
  for (const file of files) process.stdout.write(`    ${file}\n`)
}

/**
 * What is called by the first hybrid query of a process, of an indexed workspace that it has to
 * open, and by the effect of an edit after it.
 */
async function called(datasets: string): Promise<{ query: Called; effect: Called }> {
  const made = await benchApp(datasets)
  const dir = await made.imported(join(datasets, 'toole'))
  await made.request('knowledge.index', { dir, embedder: 'builtin' })
  await made.leave()
  const app = await compose({
    dataFolder: made.folder,
    resourcesFolder: resolve('resources'),
    version: 'bench',
  })
  const request = requestsTo(app)
  const asked = { dir, recipe: 'hybrid', embedder: 'builtin' }
  const query = await calledBy(() => request('query.run', { ...asked, text: 'book a table' }))
  const [id] = (await request('catalog.ids', { dir, limit: 1 })).ids
  if (id === undefined) throw new Error('The catalog is empty.')
  const layer = { description: 'Books a table in a restaurant.' }
  const effect = await calledBy(() =>
    request('effect.measure', { dir, id, layer, recipe: 'hybrid' }),
  )
  await app.close()
  return { query, effect }
}

const BEFORE = {
  lines: 124_997,
  files: 1_530,
  styles: 7_871,
  lonely: 700,
  lonelyLines: 63_975,
  tests: 79_842,
  recipes: 1_585,
  query: 151,
  edit: 161,
}

const sum = (files: readonly SourceFile[], what: 'lines' | 'styleLines'): number =>
  files.reduce((total, file) => total + file[what], 0)

const under = (files: ReadonlyMap<string, SourceFile>, folder: string): SourceFile[] =>
  [...files].filter(([path]) => path.startsWith(folder)).map(([, file]) => file)

function filesIn(root: string, folders: readonly string[]): Map<string, SourceFile> {
  const paths = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,vue,css,mts,mjs}`, { cwd: root }),
  )
  return new Map(paths.map((path) => [path, readSource(root, path)]))
}

function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const style = [...text.matchAll(/<style[\s\S]*?<\/style>/g)].map(([block]) => linesOf(block))
  const found = [
    ...text.matchAll(/^(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s+'(\.[^']+)'/gm),
  ].map(([, type, names = '', from = '']) => ({
    path: relative(root, join(root, dirname(path), from)),
    isValue: !type && /[\w$*]/.test(names.replaceAll(/\btype\s+[\w$]+(\s+as\s+[\w$]+)?/g, '')),
  }))
  return {
    lines: linesOf(text),
    styleLines: style.reduce((total, lines) => total + lines, 0),
    imports: found.map((each) => each.path),
    values: found.filter(({ isValue }) => isValue).map((each) => each.path),
  }
}

const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** An import as the file that it names. */
const fileOf = (path: string, files: ReadonlyMap<string, SourceFile>): string | undefined =>
  [path, `${path}.ts`, `${path}/index.ts`].find((each) => files.has(each))

/** How many files import each. */
function importersOf(files: ReadonlyMap<string, SourceFile>): Map<string, number> {
  const importers = new Map<string, number>()
  for (const { imports } of files.values()) {
    for (const path of new Set(imports.flatMap((each) => fileOf(each, files) ?? []))) {
      importers.set(path, (importers.get(path) ?? 0) + 1)
    }
  }
  return importers
}

function reachedFrom(from: readonly string[], files: ReadonlyMap<string, SourceFile>): Set<string> {
  const reached = new Set<string>()
  const left = [...from]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (reached.has(path) || !files.has(path)) continue
    reached.add(path)
    left.push(...(files.get(path)?.values ?? []).flatMap((each) => fileOf(each, files) ?? []))
  }
  return reached
}
