import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import type { ActionInput } from '../../src-main/features/actions'
import { importCatalog } from '../fixtures/importing/catalog'
import { benchApp, type BenchApp } from './bench-app'
import { estimatedBy, K, points, recallByQuery, share } from './measured-rows'
import { printFigure } from './print'
import { shuffled } from './split-rows'

interface Row {
  id: string
  text: string
  tools: readonly string[]
}

interface Tried {
  name: string
  folder: string
  goldenSet: string
  /** What stays together: a request alone, or all that use the same tools. */
  apart: 'requests' | 'bundles'
}

const TRIED: Tried[] = [
  { name: 'RestBench TMDB', folder: 'restbench-tmdb', goldenSet: 'golden', apart: 'requests' },
  { name: 'RestBench TMDB', folder: 'restbench-tmdb', goldenSet: 'golden', apart: 'bundles' },
  { name: 'ToolE multi', folder: 'toole', goldenSet: 'multi', apart: 'requests' },
  { name: 'ToolE multi', folder: 'toole', goldenSet: 'multi', apart: 'bundles' },
]
const FOLDS = 5
const AT_LEAST = [0.3, 0.5]
const RECIPES: ActionInput<'evaluation.run'>['recipes'] = [
  { recipe: 'hybrid' },
  { recipe: 'hybrid', options: { dependencies: 'sure' } },
  { recipe: 'graph-rag-tool-fusion' },
]
const NAMES = ['hybrid', 'hybrid with what is needed', 'graph-rag-tool-fusion']

/** Recall of each query, by recipe. */
type Recalls = Map<string, number>[]

/**
 * What edges do that are proposed from schemas, and from schemas and four fifths of the requests
 * logged, for the other fifth: each fifth in turn.
 */
export async function needsByUse(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const tried of TRIED) await printTried(app, tried)
  await app.close()
}

async function printTried(app: BenchApp, tried: Tried): Promise<void> {
  const queries = await queriesOf(app, tried)
  const found = new Map<string, { edges: number; recalls: Recalls }>()
  for (let fold = 0; fold < FOLDS; fold++) {
    const isTested = testedIn(queries, tried.apart, fold)
    const dir = await workspaceOf(app, tried)
    const rows = { tested: queries.filter(isTested), logged: queries.filter((q) => !isTested(q)) }
    await measureFold(app, { dir, ...rows }, (name, edges, recalls) => {
      const known = found.get(name) ?? { edges: 0, recalls: NAMES.map(() => new Map()) }
      known.edges += edges / FOLDS
      for (const [at, each] of recalls.entries()) {
        for (const [id, value] of each) known.recalls[at]?.set(id, value)
      }
      found.set(name, known)
    })
  }
  const none = found.get('no edges')
  for (const [name, { edges, recalls }] of found) {
    const texts = recalls.map(async (each, at) => {
      const { mean } = await estimatedBy(each)
      const before = none?.recalls[at]
      if (none?.recalls === recalls || !before) return `${NAMES[at] ?? ''} ${share(mean)}`
      const { mean: gain, ci95 } = await estimatedBy(each, before)
      const [low = 0, high = 0] = ci95
      return `${NAMES[at] ?? ''} ${share(mean)} ${points(gain)} [${points(low)}, ${points(high)}]`
    })
    printFigure(
      `${tried.name} (${queries.length}), ${tried.apart} apart, ${name}, ${edges.toFixed(0)} edges: Recall@${K}`,
      (await Promise.all(texts)).join(' · '),
    )
  }
}

async function queriesOf({ datasets }: BenchApp, { folder, goldenSet }: Tried): Promise<Row[]> {
  const files = await localFiles().read(join(datasets, folder))
  const { goldenSets } = importCatalog(files.map(({ path, bytes }) => sourceFile(path, bytes)))
  const found = goldenSets.find(({ name }) => name === goldenSet)
  if (found) return found.queries.filter(({ tools }) => tools.length > 0)
  const text = await readFile(join(datasets, folder, `${goldenSet}.json`), 'utf8')
  const { queries } = JSON.parse(text) as {
    queries: { id: string; query: string; tools: string[] }[]
  }
  return queries.map(({ id, query, tools }) => ({ id, text: query, tools }))
}

function testedIn(queries: readonly Row[], apart: Tried['apart'], fold: number) {
  const keyOf = ({ text, tools }: Row) => (apart === 'requests' ? text : [...tools].sort().join())
  const keys = shuffled([...new Set(queries.map(keyOf))].sort(), 7)
  const tested = new Set(keys.filter((_, at) => at % FOLDS === fold))
  return (query: Row) => tested.has(keyOf(query))
}

/** A workspace with the tools of a folder, and none of its golden queries or edges. */
async function workspaceOf(app: BenchApp, { name, folder }: Tried): Promise<string> {
  const { dir } = await app.request('workspace.create', { name })
  await app.request('import.commit', { dir, path: join(app.datasets, folder) })
  const sets = await app.request('golden.list', { dir })
  for (const { name: set } of sets) await app.request('golden.delete', { dir, set })
  return dir
}

interface Fold {
  dir: string
  tested: Row[]
  logged: Row[]
}

async function measureFold(
  app: BenchApp,
  { dir, tested, logged }: Fold,
  tell: (name: string, edges: number, recalls: Recalls) => void,
): Promise<void> {
  const asked = join(app.folder, 'tested.json')
  const rows = tested.map(({ id, text, tools }) => ({ id, text, tools }))
  const measured = async () => {
    await writeFile(asked, JSON.stringify(rows))
    await app.request('golden.import', { dir, path: asked })
    const recalls = await recallsOf(app, dir)
    // What is measured on must not be among what proposes.
    await app.request('golden.delete', { dir, set: 'tested' })
    return recalls
  }
  tell('no edges', 0, await measured())
  const accept = async (by: string) => {
    await app.request('proposals.find', { dir })
    for (const atLeast of AT_LEAST) {
      const chosen = { atLeast }
      const { decided } = await app.request('proposals.decide', {
        dir,
        chosen,
        verdict: 'accepted',
      })
      tell(`${by}, from ${atLeast}`, decided, await measured())
      if (decided > 0) await app.request('changes.undo', { dir, of: 'edges' })
    }
  }
  await accept('by schemas')
  const path = join(app.folder, 'logged.json')
  await writeFile(path, JSON.stringify(logged.map(({ text, tools }) => ({ query: text, tools }))))
  await app.request('history.import', { dir, path })
  await accept('with use')
}

async function recallsOf(app: BenchApp, dir: string): Promise<Recalls> {
  const on = { dir, goldenSet: 'tested', k: [K], embedder: 'builtin' }
  const { runs } = await app.request('evaluation.run', { ...on, recipes: RECIPES })
  return Promise.all(runs.map(({ id }) => recallByQuery(app, { dir, run: id, k: K })))
}
