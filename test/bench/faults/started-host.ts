import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { buildIfNewer } from '../../../src-main/hosts/launch/build-if-newer.mjs'
import { openClients, type Clients } from '../../fixtures/clients'
import { stays } from '../../fixtures/staying'

export interface StartedHost {
  clients: Clients
  /** What the process holds in memory, in MB; NaN where there is no `ps`. */
  residentMb(): number
  close(): Promise<void>
}

/** The browser host on a data folder, as it is started by hand, and clients of it over HTTP. */
export async function startHost(dataFolder: string, clientCount: number): Promise<StartedHost> {
  const root = resolve('.')
  await buildIfNewer(root)
  const start = join(root, 'src-main/hosts/launch/start.mjs')
  const host = spawn(process.execPath, [start, '--port', '0', '--no-open'], {
    env: { ...process.env, PEGBOARD_HOME: stays(dataFolder) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(host, 'exit')
  const clients = await openClients(await linkOf(host.stdout), clientCount)
  return {
    clients,
    residentMb: () => residentMb(host.pid),
    async close() {
      clients.close()
      host.kill('SIGTERM')
      await exited
    },
  }
}

/** The link that the host prints. */
async function linkOf(output: AsyncIterable<unknown>): Promise<string> {
  let printed = ''
  for await (const piece of output) {
    printed += String(piece)
    const link = /http:\S+(?=\n)/.exec(printed)?.[0]
    if (link) return link
  }
  throw new Error(`The host gave no link. It said: ${printed}`)
}

function residentMb(pid: number | undefined): number {
  try {
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
    return Math.round(Number(kilobytes) / 1000)
  } catch {
    return NaN
  }
}
