import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openStaticEmbedder } from '../../src-main/adapters/builtin/static-embedder'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { buildMemoryVectorIndex } from '../../src-main/adapters/memory/memory-vector-index'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import { importCatalog } from '../fixtures/importing/catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import { splitIdentifier } from '../../src-main/pipeline/text/analyse'
import type { Hit } from '../../src-main/ports/hit'
import type { VectorIndex } from '../../src-main/ports/vector-index'
import type { StoredDocument, WorkspaceStore } from '../../src-main/ports/workspace-store'
import { EMBEDDER_FOLDER } from './embedder'
import { share } from './measured-rows'
import { milliseconds, percentile, printFigure, seconds } from './print'

const SIZES = [60_000, 100_000]
const DEPTH = 100
const QUERIES = 200
/** Texts that another catalog has in place of as many of the first. */
const CHANGED = 200
const WRITTEN_AT_ONCE = 1024

interface Sample {
  documents: StoredDocument[]
  queries: Float32Array[]
}

/**
 * More vectors than memory should hold, searched where they are stored, against comparing every one
 * of them.
 */
export async function diskIndex(datasets: string): Promise<void> {
  const sample = await sampleOf(datasets, Math.max(...SIZES) + CHANGED)
  for (const size of SIZES) {
    const folder = await mkdtemp(join(tmpdir(), 'pegboard-bench-'))
    const library = workspaceLibrary(folder)
    const first = await library.create('Large')
    await printFirst(first, { ...sample, documents: sample.documents.slice(0, size) })
    await first.close()
    const second = await library.open(first.dir)
    await printSecond(second, {
      ...sample,
      documents: sample.documents.slice(CHANGED, size + CHANGED),
    })
    await second.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function printFirst(store: WorkspaceStore, { documents, queries }: Sample): Promise<void> {
  const written = await timed(() => save(store, documents))
  const size = documents.length
  printFigure(`${size} vectors of ${queries[0]?.length}: writing`, seconds(written.ms))
  const opened = await timed(() => store.vectorIndex('bench', ownKeys(documents)))
  printFigure('  first opening, which makes the index', seconds(opened.ms))
  const index = opened.value
  const samples: number[] = []
  const lists: Hit<string>[][] = []
  for (const query of queries) {
    const { ms, value } = await timed(() => index.search([query], { depth: DEPTH }))
    samples.push(ms)
    lists.push(...value)
  }
  printFigure(`  one query, depth ${DEPTH}: p50`, milliseconds(percentile(samples, 0.5)))
  printFigure('  one query: p95', milliseconds(percentile(samples, 0.95)))
  const batch = await timed(() => index.search(queries, { depth: DEPTH }))
  printFigure(`  a batch of ${queries.length}: each`, milliseconds(batch.ms / queries.length))
  await printAgreement(lists, documents, queries)
  await printSubset(index, documents, queries)
  const pooled = await store.vectorIndex('bench', sharedKeys(documents), 'mean')
  const mean = await timed(() => pooled.search(queries.slice(0, 1), { depth: DEPTH }))
  printFigure('  one query, mean of five texts a key', milliseconds(mean.ms))
}

/**
 * How much of the true first 10 and 100 was found; a text as good as the last of them counts as
 * found.
 */
async function printAgreement(
  lists: Hit<string>[][],
  documents: StoredDocument[],
  queries: Float32Array[],
): Promise<void> {
  const exact = buildMemoryVectorIndex(documents.map(({ hash, vector }) => ({ key: hash, vector })))
  const compared = await timed(() => exact.search(queries, { depth: DEPTH }))
  printFigure('  comparing all in memory: each', milliseconds(compared.ms / queries.length))
  for (const k of [10, DEPTH]) {
    const found = compared.value.map((best, at) => {
      const worst = best[k - 1]?.score ?? -1
      const good = lists[at]?.slice(0, k).filter(({ score }) => score >= worst) ?? []
      return good.length / Math.min(k, best.length)
    })
    printFigure(
      `  recall@${k} against comparing all`,
      share(found.reduce((sum, one) => sum + one, 0) / found.length),
      k === 10 ? 'at least .990' : undefined,
    )
  }
  const same = lists.filter((hits, at) => isDeepStrictEqual(hits, compared.value[at])).length
  printFigure('  lists the same as in memory, to the last bit', `${same} of ${lists.length}`)
}

async function printSubset(
  index: VectorIndex<string>,
  documents: StoredDocument[],
  queries: Float32Array[],
): Promise<void> {
  const among = new Set(documents.filter((_, at) => at % 10 === 0).map(({ hash }) => hash))
  const search = () => index.search(queries.slice(0, 1), { depth: DEPTH, among })
  printFigure('  first query among a tenth', milliseconds((await timed(search)).ms))
  printFigure('  next query among it', milliseconds((await timed(search)).ms))
}

/** The catalog after a commit, in a workspace that was opened again. */
async function printSecond(store: WorkspaceStore, { documents, queries }: Sample): Promise<void> {
  await store.commit({ name: 'Changed' })
  const keys = ownKeys(documents)
  const asked = await timed(() => store.storedHashes('bench', new Set(keys.keys())))
  printFigure('  after a commit: which texts are stored', milliseconds(asked.ms))
  await save(
    store,
    documents.filter(({ hash }) => !asked.value.has(hash)),
  )
  const opened = await timed(() => store.vectorIndex('bench', keys))
  printFigure(`  second opening, ${CHANGED} texts changed`, milliseconds(opened.ms))
  const first = await timed(() => opened.value.search(queries.slice(0, 1), { depth: DEPTH }))
  printFigure('  first query then', milliseconds(first.ms))
}

async function save(store: WorkspaceStore, documents: StoredDocument[]): Promise<void> {
  for (let from = 0; from < documents.length; from += WRITTEN_AT_ONCE) {
    await store.saveDocuments('bench', documents.slice(from, from + WRITTEN_AT_ONCE))
  }
}

const ownKeys = (documents: StoredDocument[]): Map<string, string[]> =>
  new Map(documents.map(({ hash }) => [hash, [hash]]))

const sharedKeys = (documents: StoredDocument[]): Map<string, string[]> =>
  new Map(documents.map(({ hash }, at) => [hash, [`key ${Math.floor(at / 5)}`]]))

/**
 * Texts made of the words of two published tools each, and real queries, as the built-in embedder
 * sees them.
 */
async function sampleOf(datasets: string, count: number): Promise<Sample> {
  const [seal, toole] = await Promise.all(
    ['seal-tools', 'toole'].map((folder) => imported(join(datasets, folder))),
  )
  const tools = [...(seal?.tools ?? []), ...(toole?.tools ?? [])]
  const words = tools.map(({ name, description }) =>
    splitIdentifier(`${name} ${description}`).split(/\s+/),
  )
  const random = randomNumbers(7)
  const some = (share: number) =>
    (words[Math.floor(random() * words.length)] ?? []).filter(() => random() < share)
  const texts = Array.from({ length: count }, () => [...some(0.6), ...some(0.25)].join(' '))
  const embedder = await openStaticEmbedder({
    folder: EMBEDDER_FOLDER,
    splitIdentifiers: splitIdentifier,
  })
  const { signal } = new AbortController()
  const vectors = await embedder.embedDocuments(texts, signal)
  const asked = (seal?.goldenSets[0]?.queries ?? []).slice(0, QUERIES).map(({ text }) => text)
  return {
    documents: texts.map((text, at) => ({
      hash: at.toString(16).padStart(32, '0'),
      text,
      vector: vectors[at] ?? new Float32Array(embedder.dimensions),
    })),
    queries: await embedder.embedQueries(asked, signal),
  }
}

async function imported(folder: string) {
  const files = await localFiles().read(folder)
  return importCatalog(
    files.map(({ path, bytes }) => sourceFile(path, bytes)),
    {},
  )
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}
