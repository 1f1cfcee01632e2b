import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { importCatalog } from '../fixtures/importing/catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import type { Authored, AuthoringFigures } from './authoring-process'
import { benchApp } from './bench-app'
import { madeOf } from './large'
import { inProcess } from './own-process'
import { printFigure, seconds } from './print'

const SIZES = [20_000, 100_000]
const ASKED: Record<Authored, string> = {
  lint: 'under 15 s, 1.2 GB',
  pairs: 'under 1.2 GB',
  edges: 'under 60 s, 1.2 GB',
}

/**
 * What helps an author, on catalogs up to 100,000 tools: each as a whole process, at first and
 * after one edit.
 */
export async function largeAuthoring(datasets: string): Promise<void> {
  const files = await localFiles().read(join(datasets, 'seal-tools'))
  const { tools } = importCatalog(files.map(({ path, bytes }) => sourceFile(path, bytes)))
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-bench-large-'))
  for (const size of SIZES) {
    process.stdout.write(`  ${size} tools: at first · after one edit (processor time)\n`)
    const file = join(folder, `${size}.json`)
    await writeFile(file, JSON.stringify(madeOf(tools, size)))
    const app = await benchApp(datasets)
    const dir = await app.imported(file)
    await app.request('knowledge.index', { dir, embedder: 'builtin' })
    const { rows } = await app.request('catalog.list', { dir, limit: 1 })
    for (const [what, asked] of Object.entries(ASKED)) {
      const given = [app.folder, dir, what, rows[0]?.id ?? '']
      const figures = await inProcess<AuthoringFigures>('authoring', given)
      const { coldMs, editedMs, coldCpuMs, editedCpuMs, heldMs, peakMb } = figures
      const times = `${seconds(coldMs)} (${seconds(coldCpuMs)}) · ${seconds(editedMs)} (${seconds(editedCpuMs)})`
      printFigure(`  ${what}`, times, asked)
      const bounds = `${Math.round(peakMb)} MB · ${Math.round(heldMs)} ms`
      printFigure(`  ${what}: peak memory of the process · longest wait of others`, bounds)
    }
    await app.close()
  }
  await rm(folder, { recursive: true, force: true })
}
