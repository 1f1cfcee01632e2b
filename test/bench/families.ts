import { resolve } from 'node:path'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { openSentenceEmbedder } from '../../src-main/adapters/builtin/sentence-embedder'
import { openStaticEmbedder } from '../../src-main/adapters/builtin/static-embedder'
import { measureCosineWeight } from '../../src-main/pipeline/knowledge-base/cosine-weight'
import { splitIdentifier } from '../../src-main/pipeline/text/analyse'
import { SENTENCE_EMBEDDER } from '../fixtures/sentence-embedder'
import { benchApp, type BenchApp } from './bench-app'
import { FAMILIES, importedFamily, meanOf, measuredByQuery, type Family } from './family-rows'
import { estimatedBy, K, points, share } from './measured-rows'
import { printFigure } from './print'

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
  const golden = await importedFamily(app, family)
  const { sample } = family
  const all = await measuredByQuery(app, golden, { embedder, recipes: [...RECIPES], sample })
  const lines = await Promise.all(
    all.map(async ({ recall, hit }) => ({
      recall,
      mean: await meanOf(recall),
      hit: await meanOf(hit),
    })),
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
