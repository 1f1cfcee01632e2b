import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { openStaticEmbedder } from '../../src-main/adapters/builtin/static-embedder'
import { COMPONENTS } from '../../src-main/domain/tool/document'
import { importCatalog } from '../fixtures/importing/catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import { documentText } from '../../src-main/pipeline/knowledge-base/tool-document'
import { splitIdentifier } from '../../src-main/pipeline/text/analyse'
import { benchApp } from './bench-app'
import { estimated, K, measure, MEASURED, share } from './measured-rows'
import { milliseconds, printFigure, seconds } from './print'

export const EMBEDDER_FOLDER = 'resources/embedder'
export const TEACHER_FILE = join(EMBEDDER_FOLDER, 'teacher.json')

/** Recall@5 of `dense` with the teacher's own vectors, by the name of the rows. */
export const TeacherScores = z.object({
  model: z.string(),
  recallAt5: z.record(z.string(), z.number()),
})

/** The built-in embedder: how fast it is on one core, and how near it comes to its teacher. */
export async function embedder(datasets: string): Promise<void> {
  await printTimes(datasets)
  const { recallAt5 } = TeacherScores.parse(JSON.parse(await readFile(TEACHER_FILE, 'utf8')))
  const app = await benchApp(datasets)
  for (const rows of MEASURED) {
    const [dense] = await measure(app, rows, { recipes: [{ recipe: 'dense' }] })
    const teacher = recallAt5[rows.name]
    if (!dense || teacher === undefined) continue
    const { mean, ci95 } = await estimated(dense)
    const random = Math.min(1, K / dense.tools)
    const kept = (mean - random) / (teacher - random)
    printFigure(
      `${rows.name}: Recall@5 of dense`,
      `${share(mean)} [${share(ci95[0])}, ${share(ci95[1])}]`,
    )
    printFigure(`  with the teacher, as recorded; at random`, `${share(teacher)}; ${share(random)}`)
    printFigure(`  share of the teacher’s gain over random`, `${(100 * kept).toFixed(0)} %`, '85 %')
  }
  await app.close()
}

async function printTimes(datasets: string): Promise<void> {
  const { signal } = new AbortController()
  const opened = performance.now()
  const embedder = await openStaticEmbedder({
    folder: EMBEDDER_FOLDER,
    splitIdentifiers: splitIdentifier,
  })
  printFigure('opening the table', milliseconds(performance.now() - opened), 'well under 100 ms')

  const { goldenSets } = await imported(datasets, 'toole')
  const queries = goldenSets.find(({ name }) => name === 'single')?.queries ?? []
  const started = performance.now()
  await embedder.embedQueries(
    queries.map(({ text }) => text),
    signal,
  )
  printFigure(
    `${queries.length} queries of ToolE`,
    seconds(performance.now() - started),
    'under 2 s',
  )

  const { tools } = await imported(datasets, 'seal-tools')
  const texts = tools.map((tool) => documentText({ tool, layer: {} }, COMPONENTS))
  const startedDocuments = performance.now()
  await embedder.embedDocuments(texts, signal)
  printFigure(
    `${texts.length} tool documents of Seal-Tools, parameters included`,
    seconds(performance.now() - startedDocuments),
    'under 1 s',
  )
}

async function imported(datasets: string, folder: string) {
  const files = await localFiles().read(join(datasets, folder))
  return importCatalog(
    files.map(({ path, bytes }) => sourceFile(path, bytes)),
    {},
  )
}
