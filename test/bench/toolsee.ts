import { join } from 'node:path'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { heldAfter } from '../../src-main/domain/agent/session'
import { benchApp, type BenchApp } from './bench-app'
import { share } from './measured-rows'
import { milliseconds, percentile, printFigure } from './print'
import { pythonSampleOf } from './python-sample'

interface MeasuredSet {
  goldenSet: string
  asked: { words: string; clauses?: string; plain: string }
  published: string
  /** As Python draws it. */
  sample?: { size: number; seed: number }
}
/**
 * What the paper measures: 497 queries for two tools, and 500 for one, as its script draws them.
 */
const SETS: MeasuredSet[] = [
  {
    goldenSet: 'multi',
    asked: { words: '.94', clauses: '.955', plain: 'within .02 of .702' },
    published: '.883',
  },
  {
    goldenSet: 'single',
    asked: { words: '.79', plain: 'within .02 of .510' },
    published: '.810',
    sample: { size: 500, seed: 42 },
  },
]
/** BM25 by name and description, which only drops stop words: neither splits names nor stems. */
const PLAIN = { components: ['name', 'description'], analyser: ['stop-words'] }
const WAYS: { name: Way; recipe: string; options: JsonObject }[] = [
  { name: 'paper', recipe: 'toolsee', options: { preset: 'paper' } },
  { name: 'words', recipe: 'toolsee', options: { clauses: false } },
  { name: 'clauses', recipe: 'toolsee', options: {} },
  { name: 'plain', recipe: 'bm25', options: PLAIN },
]
type Way = 'paper' | 'words' | 'clauses' | 'plain'
const MEASURES = ['ToolCorrectness', 'Hit', 'All', 'Recall'].map((name) => `${name}@n+5`)

/** ToolSEE's statistic and what stands beside it, then what a session's searches take. */
export async function toolsee(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const { goldenSet, sample, asked, published } of SETS) {
    const dir = await app.imported(join(datasets, 'toole'))
    const { runs } = await app.request('evaluation.run', {
      dir,
      goldenSet: sample ? await sampleSet(app, { dir, set: goldenSet, ...sample }) : goldenSet,
      k: [10],
      keep: false,
      recipes: WAYS.map(({ recipe, options }) => ({ recipe, options })),
    })
    for (const [at, run] of runs.entries()) {
      const name = WAYS[at]?.name ?? 'paper'
      const figures = MEASURES.map((measure) => run.measures[measure]).flatMap((estimate) =>
        estimate ? `${share(estimate.mean)} [${estimate.ci95.map(share).join(', ')}]` : [],
      )
      const least = name === 'paper' ? undefined : asked[name]
      printFigure(
        `ToolE ${goldenSet} (${run.queries}), ${WAYS[at]?.recipe ?? ''} ${name}: tool correctness · any · all · recall at n + 5`,
        figures.join(' · '),
        name === 'plain' ? least : least && `at least ${least} (published ${published})`,
      )
      printFigure('  selecting tools, p50 and p95', selectionTook(run.latencyMs))
    }
  }
  await sessionOfThree(app)
  await app.close()
}

/** Makes a golden set of the sample; gives its name. */
async function sampleSet(
  app: BenchApp,
  { dir, set, size, seed }: { dir: string; set: string; size: number; seed: number },
): Promise<string> {
  const all: string[] = []
  for (;;) {
    const page = { dir, set, offset: all.length, limit: 1000 }
    const { queries, total } = await app.request('golden.queries', page)
    all.push(...queries.map(({ id }) => id))
    if (all.length >= total) break
  }
  const ids = pythonSampleOf(all, size, seed)
  const to = `${set}, ${size} drawn`
  await app.request('golden.move', { dir, set, ids, to, copy: true })
  return to
}

const selectionTook = ({ p50, p95 }: { p50: number; p95: number }): string =>
  `${milliseconds(p50)} · ${milliseconds(p95)}`

const REQUEST = 'plan an evening: find a restaurant, check the weather and invite Ann'
const SEARCHES = ['book a table in a restaurant', 'weather forecast of a city', 'invite a friend']
const SESSIONS = 30

/**
 * Three searches of an agent in mid-run on 4,076 tools, each new to the embedder: in the pipeline,
 * and with all around it.
 */
async function sessionOfThree(app: BenchApp): Promise<void> {
  const dir = await app.imported(join(app.datasets, 'seal-tools'))
  const searched: number[] = []
  const processor: number[] = []
  for (let session = 0; session < SESSIONS; session++) {
    const asked = { dir, recipe: 'toolsee' }
    const found = [await app.request('agent.select', { ...asked, query: `${REQUEST} ${session}` })]
    const before = process.cpuUsage()
    for (const search of SEARCHES) {
      const query = `${search} ${session}`
      const soFar = { held: heldAfter(found), searched: found.slice(1).map((each) => each.query) }
      found.push(await app.request('agent.search', { ...asked, query, k: 3, ...soFar }))
    }
    const { user, system } = process.cpuUsage(before)
    processor.push((user + system) / 1000)
    searched.push(found.slice(1).reduce((sum, { latencyMs }) => sum + latencyMs, 0))
  }
  const what = 'a session’s three searches on 4,076 tools'
  printFigure(`${what}, p50`, milliseconds(percentile(searched, 0.5)), 'under 10 ms')
  printFigure(
    '  all around them included, processor time',
    milliseconds(percentile(processor, 0.5)),
  )
}
