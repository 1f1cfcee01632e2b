import { join } from 'node:path'
import { openStaticEmbedder } from '../../src-main/adapters/builtin/static-embedder'
import { buildMemoryLexicalIndex } from '../../src-main/adapters/memory/memory-lexical-index'
import { buildMemoryVectorIndex } from '../../src-main/adapters/memory/memory-vector-index'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { importCatalog } from '../../src-main/importing/formats'
import { sourceFile } from '../../src-main/importing/source-file'
import { analyser, ANALYSER_STEPS } from '../../src-main/pipeline/knowledge-base/analyse'
import { embeddedTexts } from '../../src-main/pipeline/knowledge-base/knowledge-base'
import { splitIdentifier } from '../../src-main/pipeline/knowledge-base/split-identifier'
import { documentText } from '../../src-main/pipeline/knowledge-base/tool-document'
import { COMPONENTS, EMBEDDED_COMPONENTS } from '../../src-main/domain/tool-document'
import { milliseconds, percentile, printFigure } from './print'

const DEPTH = 100
const QUERIES = 400
/** Lucene's own parameters. */
const BM25 = { k1: 1.2, b: 0.75 }

/** One query at a time against all Seal-Tools in memory, embedding excluded. */
export async function searchLatency(datasets: string): Promise<void> {
  const files = await localFiles().read(join(datasets, 'seal-tools'))
  const imported = importCatalog(
    files.map(({ path, bytes }) => sourceFile(path, bytes)),
    {},
  )
  const tools = imported.tools.map((tool) => ({ tool, layer: {} }))
  const analyse = analyser(ANALYSER_STEPS)
  const { signal } = new AbortController()
  const embedder = await openStaticEmbedder({
    folder: 'resources/embedder',
    splitIdentifiers: splitIdentifier,
  })
  const texts = embeddedTexts(tools, EMBEDDED_COMPONENTS)
  const vectors = await embedder.embedDocuments(texts, signal)
  const lexical = buildMemoryLexicalIndex(
    tools.map((entry) => ({
      key: entry.tool.id,
      terms: analyse(documentText(entry, COMPONENTS)),
    })),
  )
  const nothing = new Float32Array(embedder.dimensions)
  const dense = buildMemoryVectorIndex(
    tools.map((entry, at) => ({ key: entry.tool.id, vector: vectors[at] ?? nothing })),
  )
  const queries = (imported.goldenSets[0]?.queries ?? []).slice(0, QUERIES)
  const embedded = await embedder.embedQueries(
    queries.map(({ text }) => text),
    signal,
  )
  const searches: Record<string, (at: number) => Promise<unknown>> = {
    bm25: (at) => {
      const terms = [...new Set(analyse(queries[at]?.text ?? ''))]
      return lexical.search([terms], { depth: DEPTH, ...BM25 })
    },
    dense: (at) => dense.search([embedded[at] ?? nothing], { depth: DEPTH }),
  }
  for (const [name, search] of Object.entries(searches)) {
    const samples: number[] = []
    for (const at of queries.keys()) samples.push(await timed(() => search(at)))
    printFigure(
      `${name}, ${tools.length} tools, depth ${DEPTH}: p50`,
      milliseconds(percentile(samples, 0.5)),
      'under 2 ms',
    )
    printFigure(`${name}: p95`, milliseconds(percentile(samples, 0.95)))
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
