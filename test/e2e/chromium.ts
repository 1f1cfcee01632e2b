import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export type Chromium = { executablePath: string; env: Record<string, string> }

const installed: Record<string, string[]> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) =>
    join(process.env[name] ?? '', 'Google/Chrome/Application/chrome.exe'),
  ),
}

const packageFolder = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium')

const linuxNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Gives the Chromium to test in: PEGBOARD_CHROMIUM, else the packed one (Linux x64 only, unpacked
 * to the temporary folder on first use), else an installed one.
 *
 * @throws when there is none, saying how to name one
 */
export async function prepareChromium(): Promise<Chromium> {
  const named = process.env['PEGBOARD_CHROMIUM']
  if (named) return { executablePath: named, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedChromium()
  const found = (installed[process.platform] ?? onPath()).find((path) => existsSync(path))
  if (found) return { executablePath: found, env: {} }
  throw new Error(
    'No Chromium to test in: install Chrome or Chromium, or set PEGBOARD_CHROMIUM to its executable.',
  )
}

async function unpackedChromium(): Promise<Chromium> {
  const folder = join(tmpdir(), `pegboard-chromium-${packedVersion()}`)
  const executablePath = join(folder, 'chromium')
  if (!existsSync(executablePath)) await unpackInto(folder)
  const env: Chromium['env'] = existsSync('/etc/fonts')
    ? {}
    : { FONTCONFIG_PATH: join(folder, 'fonts') }
  if (spawnSync(executablePath, ['--version']).status === 0) return { executablePath, env }
  // A bare container lacks Chromium's libraries; the package brings a set of them.
  return { executablePath, env: { ...env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') } }
}

/** Unpacks aside and renames, so that a killed run never leaves half a browser behind. */
async function unpackInto(folder: string): Promise<void> {
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  const bin = join(packageFolder, 'bin')
  const aside = await mkdtemp(`${folder}-`)
  const temporary = process.env['TMPDIR']
  process.env['TMPDIR'] = aside
  try {
    await chromium.executablePath(bin)
    await inflate(join(bin, 'al2023.tar.br'))
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = temporary
  }
  // The packed configuration looks for its fonts in another folder than this one.
  const fonts = join(folder, 'fonts')
  await writeFile(join(aside, 'fonts/fonts.conf'), `<fontconfig><dir>${fonts}</dir></fontconfig>`)
  await rename(aside, folder).catch(async (error: unknown) => {
    await rm(aside, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
}

function packedVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  return (manifest as { version: string }).version
}

function onPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)))
}
