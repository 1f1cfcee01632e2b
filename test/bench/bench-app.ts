import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compose } from '../../src-main/compose'
import type { RouteInput, RouteName, RouteOutput } from '../../src-main/contract/routes'

export interface BenchApp {
  folder: string
  /** @throws Error with the reply's message. */
  ask<Name extends RouteName>(route: Name, input: RouteInput<Name>): Promise<RouteOutput<Name>>
  /** A new workspace holding a benchmark folder; its address. */
  imported(path: string): Promise<string>
  close(): Promise<void>
}

/** The product on an empty data folder. */
export async function benchApp(): Promise<BenchApp> {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-bench-'))
  const app = await compose({
    dataFolder: folder,
    resourcesFolder: resolve('resources'),
    version: 'bench',
  })
  const ask: BenchApp['ask'] = async (route, input) => {
    const call = { signal: new AbortController().signal, emit: () => undefined }
    const reply = await app.dispatch(route, input, call)
    if (!reply.ok) throw new Error(`${route}: ${reply.error.message}`)
    return reply.data as RouteOutput<typeof route>
  }
  return {
    folder,
    ask,
    async imported(path) {
      const { dir } = await ask('workspace.create', { name: 'Benchmark' })
      await ask('import.commit', { dir, path })
      return dir
    },
    async close() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
