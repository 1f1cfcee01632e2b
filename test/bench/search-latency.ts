import { join } from 'node:path'
import { openStaticEmbedder } from '../../src-main/adapters/builtin/static-embedder'
import { buildMemoryLexicalIndex } from '../../src-main/adapters/memory/memory-lexical-index'
import { buildMemoryVectorIndex } from '../../src-main/adapters/memory/memory-vector-index'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { COMPONENTS, EMBEDDED_COMPONENTS } from '../../src-main/domain/tool/document'
import { importCatalog } from '../fixtures/importing/catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import { analyser, ANALYSER_STEPS, splitIdentifier } from '../../src-main/pipeline/text/analyse'
import { documentText } from '../../src-main/pipeline/knowledge-base/tool-document'
import { milliseconds, percentile, printFigure } from './print'

const DEPTH = 100
const QUERIES = 400
const LUCENE = { k1: 1.2, b: 0.75, depth: DEPTH }

/** One query at a time against all Seal-Tools in memory, embedding excluded. */
export async function searchLatency(datasets: string): Promise<void> {
  const files = await localFiles().read(join(datasets, 'seal-tools'))
  const imported = importCatalog(files.map(({ path, bytes }) => sourceFile(path, bytes)))
  const tools = imported.tools.map((tool) => ({ tool, layer: {} }))
  const analyse = analyser(ANALYSER_STEPS)
  const { signal } = new AbortController()
  const embedder = await openStaticEmbedder({
    folder: 'resources/embedder',
    splitIdentifiers: splitIdentifier,
  })
  const vectors = await embedder.embedDocuments(
    tools.map((entry) => splitIdentifier(documentText(entry, EMBEDDED_COMPONENTS))),
    signal,
  )
  const words = buildMemoryLexicalIndex(
    tools.map((entry) => ({
      key: entry.tool.id,
      terms: analyse(documentText(entry, COMPONENTS)),
    })),
  )
  const meaning = buildMemoryVectorIndex(
    tools.map(({ tool }, at) => ({ key: tool.id, vector: vectors[at] as Float32Array })),
  )
  const texts = (imported.goldenSets[0]?.queries ?? []).slice(0, QUERIES).map(({ text }) => text)
  const embedded = await embedder.embedQueries(texts, signal)
  const searches: Record<string, (at: number) => Promise<unknown>> = {
    bm25: (at) => words.search([[...new Set(analyse(texts[at] ?? ''))]], LUCENE),
    dense: (at) => meaning.search([embedded[at] as Float32Array], { depth: DEPTH }),
  }
  for (const [name, search] of Object.entries(searches)) {
    const samples: number[] = []
    for (const at of texts.keys()) samples.push(await timed(() => search(at)))
    const p50 = percentile(samples, 0.5)
    const p95 = percentile(samples, 0.95)
    const what = `${name}, ${tools.length} tools, depth ${DEPTH}: memory`
    printFigure(`${what} p50`, milliseconds(p50), 'under 2 ms')
    printFigure(`${what} p95`, milliseconds(p95))
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
