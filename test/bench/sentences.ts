import { monitorEventLoopDelay } from 'node:perf_hooks'
import { join } from 'node:path'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { openSentenceEmbedder } from '../../src-main/adapters/builtin/sentence-embedder'
import { readSentenceModel } from '../../src-main/adapters/builtin/sentence-model'
import { ollamaEmbedders } from '../../src-main/adapters/ollama/ollama-embedders'
import { COMPONENTS } from '../../src-main/domain/tool/document'
import { sampleOf } from '../../src-main/evaluation/statistics/random'
import { importCatalog } from '../fixtures/importing/catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import { documentText } from '../../src-main/pipeline/knowledge-base/tool-document'
import type { Embedder } from '../../src-main/ports/embedder'
import { SENTENCE_EMBEDDER } from '../fixtures/sentence-embedder'
import { milliseconds, percentile, printFigure } from './print'

const ASKED_AGAIN = 200
/** Long enough for the threads but the first to end. */
const REST_MS = 7_000
const { signal } = new AbortController()

/**
 * The embedder of sentences: how fast it is, what memory it takes, and, where `PEGBOARD_OLLAMA` is
 * the address of an Ollama or of `resources/embedder/serve.py`, how near it comes to the same model
 * with its full weights.
 */
export async function sentences(datasets: string): Promise<void> {
  const texts = await textsOf(datasets)
  const startMb = residentMb()
  const embedder = await openSentenceEmbedder(SENTENCE_EMBEDDER)
  const startedMs = performance.now()
  await embedder.embedQueries(['send a message'], signal)
  printFigure(
    'first request, its thread and model started',
    milliseconds(performance.now() - startedMs),
  )
  await printRequests(embedder, texts.requests)
  await printIndexing(embedder, texts.documents, startMb)
  const url = process.env['PEGBOARD_OLLAMA']
  if (url) {
    const full = await ollamaEmbedders(() => url).open('ollama:all-minilm', signal)
    await printNearness(embedder, full, [...texts.documents, ...texts.others])
  }
}

const residentMb = (): number => Math.round(process.memoryUsage().rss / 2 ** 20)

async function printRequests(embedder: Embedder, requests: readonly string[]): Promise<void> {
  const times: number[] = []
  for (let time = 0; time < ASKED_AGAIN; time++) {
    const text = requests[time % requests.length] ?? ''
    const startedMs = performance.now()
    await embedder.embedQueries([`${text} ${time}`], signal)
    times.push(performance.now() - startedMs)
  }
  const figure = `${milliseconds(percentile(times, 0.5))} · ${milliseconds(percentile(times, 0.95))}`
  printFigure('a request of 12 words, warm: p50 · p95', figure, '30 ms')
}

async function printIndexing(
  embedder: Embedder,
  documents: string[],
  startMb: number,
): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const before = process.cpuUsage()
  const memory: number[] = []
  const look = setInterval(() => memory.push(residentMb()), 200)
  const startedMs = performance.now()
  delay.enable()
  await embedder.embedDocuments(documents, signal)
  delay.disable()
  const seconds = (performance.now() - startedMs) / 1000
  const { user, system } = process.cpuUsage(before)
  clearInterval(look)
  const rate = (time: number) => `${(documents.length / time).toFixed(0)}/s`
  printFigure(
    `${documents.length} texts of 40 to 60 tokens, two threads: by the clock · processor`,
    `${rate(seconds)} · ${rate((user + system) / 1e6)}`,
    '60 · 35/s',
  )
  printFigure('  the asking thread held at most', milliseconds(delay.max / 1e6), '50 ms')
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  const figure = `${startMb} · ${Math.max(...memory)} · ${residentMb()} MB`
  printFigure('  memory before · at most · after', figure, 'at most 500 MB')
}

async function printNearness(embedder: Embedder, full: Embedder, texts: string[]): Promise<void> {
  const own = await embedder.embedDocuments(texts, signal)
  const others = await full.embedDocuments(texts, signal)
  const cosines = own.map((vector, at) =>
    vector.reduce((sum, value, i) => sum + value * (others[at]?.[i] ?? 0), 0),
  )
  printFigure(
    `cosine to full weights, ${texts.length} texts: median · least`,
    `${percentile(cosines, 0.5).toFixed(5)} · ${Math.min(...cosines).toFixed(5)}`,
    '.999 in the median',
  )
}

/** Requests of 12 words, documents of 40 to 60 tokens, and 500 texts of any length. */
async function textsOf(datasets: string) {
  const { tokensOf } = await readSentenceModel(SENTENCE_EMBEDDER.folder)
  const seal = await imported(datasets, 'seal-tools')
  const toole = await imported(datasets, 'toole')
  const queries = [...seal.goldenSets, ...toole.goldenSets].flatMap(({ queries }) =>
    queries.map(({ text }) => text),
  )
  const all = seal.tools.map((tool) => documentText({ tool, layer: {} }, COMPONENTS))
  const isUsual = (text: string) => {
    const { length = 0 } = tokensOf(text) ?? []
    return length >= 40 && length <= 60
  }
  return {
    requests: sampleOf(
      queries.filter((text) => text.split(' ').length === 12),
      50,
      1,
    ),
    documents: sampleOf(all.filter(isUsual), 500, 1),
    others: sampleOf([...queries, ...all], 500, 2),
  }
}

async function imported(datasets: string, folder: string) {
  const files = await localFiles().read(join(datasets, folder))
  return importCatalog(files.map(({ path, bytes }) => sourceFile(path, bytes)))
}
