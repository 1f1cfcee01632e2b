import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { milliseconds, printFigure, seconds } from './print'

const STARTS = 5

/**
 * The npm package as somebody gets it: packed, installed into an empty folder from the registry,
 * started.
 */
export async function install(): Promise<void> {
  execFileSync('npm', ['run', '--silent', 'package'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const archive = resolve('dist', `pegboard-${version}.tgz`)
  const folder = mkdtempSync(join(tmpdir(), 'pegboard-install-'))
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  const startedAt = performance.now()
  execFileSync('npm', ['install', archive, '--no-audit'], { cwd: folder, stdio: 'ignore' })
  const took = performance.now() - startedAt

  const modules = join(folder, 'node_modules')
  const bytes = (path: string) =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  const megabytes = (path: string) => `${Math.round(bytes(path) / 1e6)} MB`
  const packages = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(@[^/]+\/)?[^/]+\/package\.json$/.test(file),
  )
  printFigure('install the npm package', `${packages.length} packages, ${seconds(took)}`)
  printFigure('packed', `${Math.round(statSync(archive).size / 1e6)} MB`)
  printFigure(
    'installed',
    `${megabytes(modules)}, ${megabytes(join(modules, '@lancedb'))} of them LanceDB`,
  )

  const bin = join(modules, 'pegboard/src-main/hosts/launch/pegboard.mjs')
  const env = { ...process.env, PEGBOARD_HOME: join(folder, 'home'), PEGBOARD_HOST: 'browser' }
  const starts: number[] = []
  for (let turn = 0; turn < STARTS; turn++) {
    const from = performance.now()
    const server = spawn(process.execPath, [bin, '--port', '0', '--no-open'], { env })
    await once(createInterface({ input: server.stdout }), 'line')
    starts.push(performance.now() - from)
    server.kill()
    await once(server, 'exit')
  }
  const [first = 0, ...others] = starts
  printFigure(
    'start to address',
    `${milliseconds(first)} the first time, then ${others.map(milliseconds).join(', ')}`,
  )
  rmSync(folder, { recursive: true })
}
