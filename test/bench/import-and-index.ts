import { join } from 'node:path'
import { benchApp } from './bench-app'
import { printFigure, seconds } from './print'

/** A new workspace, Seal-Tools with its golden sets imported, all tool documents embedded. */
export async function importAndIndex(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const started = performance.now()
  const dir = await app.imported(join(datasets, 'seal-tools'))
  const imported = performance.now()
  const { documents } = await app.request('knowledge.index', { dir, embedder: 'builtin' })
  const indexed = performance.now()
  printFigure('import of Seal-Tools', seconds(imported - started))
  printFigure(`index of its ${documents} tool documents`, seconds(indexed - imported))
  printFigure('both', seconds(indexed - started), 'under 10 s')
  await app.close()
}
