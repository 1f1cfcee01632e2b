import { join } from 'node:path'
import { openStaticEmbedder } from '../../src-main/adapters/builtin/static-embedder'
import { lancedbToolIndexes } from '../../src-main/adapters/lancedb/lancedb-tool-index'
import { buildMemoryToolIndex } from '../../src-main/adapters/memory/memory-tool-index'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { importCatalog } from '../../src-main/importing/import-catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import { analyser, ANALYSER_STEPS } from '../../src-main/pipeline/knowledge-base/analyse'
import { embeddedTexts } from '../../src-main/pipeline/knowledge-base/knowledge-base'
import { splitIdentifier } from '../../src-main/pipeline/knowledge-base/split-identifier'
import { documentText } from '../../src-main/pipeline/knowledge-base/tool-document'
import { COMPONENTS, EMBEDDED_COMPONENTS } from '../../src-main/domain/tool-document'
import type { ToolIndex } from '../../src-main/ports/tool-index'
import { milliseconds, percentile, printFigure } from './print'

const DEPTH = 100
const QUERIES = 400
/** LanceDB's own parameters, so that both do the same work. */
const BM25 = { k1: 1.2, b: 0.75 }

/** One query at a time against all Seal-Tools, embedding excluded, the two indexes in turn. */
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
  const documents = tools.map((entry, at) => ({
    tool: entry.tool.id,
    terms: analyse(documentText(entry, COMPONENTS)),
    vector: vectors[at],
  }))
  const queries = (imported.goldenSets[0]?.queries ?? []).slice(0, QUERIES)
  const embedded = await embedder.embedQueries(
    queries.map(({ text }) => text),
    signal,
  )
  const memory = await buildMemoryToolIndex(documents)
  const lancedb = await lancedbToolIndexes()(documents)
  const searches: Record<string, (index: ToolIndex, at: number) => Promise<unknown>> = {
    bm25: (index, at) => {
      const terms = [...new Set(analyse(queries[at]?.text ?? ''))]
      return index.lexical({ terms, depth: DEPTH, ...BM25 })
    },
    dense: (index, at) =>
      index.dense({ vector: embedded[at] ?? new Float32Array(embedder.dimensions), depth: DEPTH }),
  }
  for (const [name, search] of Object.entries(searches)) {
    const samples = { memory: [] as number[], lancedb: [] as number[] }
    for (const at of queries.keys()) {
      samples.memory.push(await timed(() => search(memory, at)))
      samples.lancedb.push(await timed(() => search(lancedb, at)))
    }
    const [p50, p95, other] = [
      percentile(samples.memory, 0.5),
      percentile(samples.memory, 0.95),
      percentile(samples.lancedb, 0.5),
    ]
    printFigure(
      `${name}, ${tools.length} tools, depth ${DEPTH}: memory p50`,
      milliseconds(p50),
      'under 2 ms',
    )
    printFigure(`${name}: memory p95`, milliseconds(p95))
    printFigure(`${name}: LanceDB p50`, milliseconds(other))
    printFigure(`${name}: LanceDB / memory`, `${(other / p50).toFixed(1)} ×`, 'at least 1')
  }
  await lancedb.close()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
