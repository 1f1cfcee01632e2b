import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compose } from '../../src-main/compose'
import type { OtherThread } from '../../src-main/app/other-threads'
import { startAppWorker } from '../../src-main/hosts/worker/app-worker'
import { otherThread, otherThreads } from '../../src-main/hosts/worker/other-threads'
import { SENTENCE_EMBEDDER } from '../fixtures/sentence-embedder'
import { stays } from '../fixtures/staying'
import { requestsTo, type Request } from './requests'

export interface BenchApp {
  folder: string
  /** Where the published benchmarks lie. */
  datasets: string
  request: Request
  /** The address of a workspace that holds a benchmark folder, made when first asked for. */
  imported(path: string): Promise<string>
  /** Leaves the folder as it is: another app goes on with it. */
  leave(): Promise<void>
  close(): Promise<void>
}

const worker = resolve('out', 'bench', 'worker.js')
const optionsIn = (folder: string) => ({
  dataFolder: folder,
  resourcesFolder: resolve('resources'),
  version: 'bench',
})

/** The app in a thread of its own, as hosts start it, on the folder of an app that is closed. */
export const benchWorker = (folder: string): OtherThread =>
  otherThread(startAppWorker(optionsIn(folder), worker))

/**
 * The product on an empty data folder; `isHelped` where other threads ask queries too, as in the
 * product.
 */
export async function benchApp(datasets: string, isHelped = false): Promise<BenchApp> {
  const folder = stays(await mkdtemp(join(tmpdir(), 'pegboard-bench-')))
  const options = optionsIn(folder)
  const app = await compose({
    ...options,
    encoderFile: SENTENCE_EMBEDDER.threadFile,
    ...(isHelped && { startOtherThreads: otherThreads(options, worker) }),
  })
  const request = requestsTo(app)
  const workspaces = new Map<string, string>()
  return {
    folder,
    datasets,
    request,
    async imported(path) {
      const known = workspaces.get(path)
      if (known) return known
      const { dir } = await request('workspace.create', { name: 'Benchmark' })
      await request('import.commit', { dir, path })
      workspaces.set(path, dir)
      return dir
    },
    leave: () => app.close(),
    async close() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
