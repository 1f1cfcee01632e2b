import { basename, dirname, join, resolve } from 'node:path'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { openSentenceEmbedder } from '../../src-main/adapters/builtin/sentence-embedder'
import { openStaticEmbedder } from '../../src-main/adapters/builtin/static-embedder'
import { measureCosineWeight } from '../../src-main/pipeline/knowledge-base/cosine-weight'
import { splitIdentifier } from '../../src-main/pipeline/text/analyse'
import { SENTENCE_EMBEDDER } from '../fixtures/sentence-embedder'
import { benchApp, type BenchApp } from './bench-app'
import { estimatedBy, K, points, recallByQuery, share } from './measured-rows'
import { printFigure } from './print'

/** Rows of one data set: its folder, or the file of its tools and that of its queries. */
interface Family {
  name: string
  tools: string
  golden?: string
  /** The set, where the files hold several. */
  goldenSet?: string
  sample?: { size: number; seed: number }
}

const SOME = { size: 500, seed: 7 }

const FAMILIES: readonly Family[] = [
  { name: 'ToolE single', tools: 'toole', goldenSet: 'single', sample: SOME },
  { name: 'ToolE multi', tools: 'toole', goldenSet: 'multi' },
  { name: 'Seal-Tools dev', tools: 'seal-tools', goldenSet: 'dev', sample: SOME },
  { name: 'RecTools', tools: 'rectools', goldenSet: 'rectools', sample: SOME },
  { name: 'ToolLinkOS', tools: 'toollinkos', sample: SOME },
  { name: 'API-Bank', tools: 'apibank' },
  { name: 'TMDB', tools: 'restbench-tmdb/tmdb_oas.json', golden: 'restbench-tmdb/golden.json' },
  { name: 'Kubernetes', tools: 'gtc-k8s/k8s_core_v1.json', golden: 'gtc-k8s/golden.json' },
  { name: 'IronClaw', tools: 'ironclaw/tools.json', golden: 'ironclaw/golden.json' },
  ...['instruction', 'category', 'tool'].map((kind) => ({
    name: `StableToolBench G1 ${kind}`,
    tools: 'stabletoolbench-g1/tools.json',
    golden: `stabletoolbench-g1/golden-G1_${kind}.json`,
  })),
]

const RECIPES: readonly { recipe: string; options: JsonObject }[] = [
  { recipe: 'bm25', options: {} },
  { recipe: 'dense', options: {} },
  { recipe: 'hybrid', options: {} },
]

/**
 * Fusions beside the better of the two searches that they join, by family of data sets: what a
 * default is chosen by is the worst of these.
 */
export async function families(datasets: string): Promise<void> {
  await printCosineWeights()
  const app = await benchApp(datasets)
  for (const embedder of ['builtin', 'sentences']) {
    for (const family of FAMILIES) await printFamily(app, family, embedder)
  }
  await app.close()
}

/** What was fitted for the built-in embedders beside what measuring them would give. */
async function printCosineWeights(): Promise<void> {
  const embedders = [
    await openStaticEmbedder({
      folder: resolve('resources', 'embedder'),
      splitIdentifiers: splitIdentifier,
    }),
    await openSentenceEmbedder(SENTENCE_EMBEDDER),
  ]
  for (const embedder of embedders) {
    const measured = await measureCosineWeight(embedder)
    printFigure(
      `What a cosine of ${embedder.name} counts: fitted · measured`,
      `${embedder.cosineWeight ?? ''} · ${measured.toFixed(1)}`,
    )
  }
}

async function printFamily(app: BenchApp, family: Family, embedder: string): Promise<void> {
  const { dir, goldenSet } = await importedFamily(app, family)
  const { runs } = await app.request('evaluation.run', {
    dir,
    goldenSet,
    k: [1, K],
    embedder,
    recipes: [...RECIPES],
    sample: family.sample,
  })
  const all = await Promise.all(
    runs.map(async ({ id }) => ({
      recall: await recallByQuery(app, { dir, run: id, k: K }),
      first: await recallByQuery(app, { dir, run: id, k: 1 }),
    })),
  )
  const lines = await Promise.all(
    all.map(async ({ recall, first }) => {
      const hits = new Map([...first].map(([id, value]) => [id, value > 0 ? 1 : 0]))
      const mean = await estimatedBy(recall)
      const hit = await estimatedBy(hits)
      return { recall, mean: mean.mean, hit: hit.mean }
    }),
  )
  const [words, meaning, ...fused] = lines
  if (!words || !meaning) return
  const better = words.mean >= meaning.mean ? words : meaning
  printFigure(
    `${family.name} (${words.recall.size}), ${embedder}: Recall@${K} and Hit@1, bm25 · dense · ${fused.map((_, at) => `fusion ${at + 1}`).join(' · ')}`,
    lines.map(({ mean, hit }) => `${share(mean)} ${share(hit)}`).join(' · '),
  )
  for (const { recall } of fused) {
    const { mean, ci95 } = await estimatedBy(recall, better.recall)
    printFigure('  to the better one', `${points(mean)} [${ci95.map(points).join(', ')}]`)
  }
}

async function importedFamily(app: BenchApp, { tools, golden, goldenSet }: Family) {
  const dir = await app.imported(join(app.datasets, tools))
  if (golden) {
    const name = basename(golden, '.json')
    const known = await app.request('golden.list', { dir })
    if (!known.some((set) => set.name === name)) {
      await app.request('golden.import', { dir, path: join(app.datasets, golden), name })
    }
    return { dir, goldenSet: name }
  }
  const sets = await app.request('golden.list', { dir })
  return { dir, goldenSet: goldenSet ?? sets[0]?.name ?? basename(dirname(tools)) }
}
