import { chromium, _electron } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'
import { findElectron } from '../../src-main/hosts/launch/electron-binary.mjs'
import { stays } from '../fixtures/staying'
import { prepareChromium } from './chromium'
import { watchForProblems } from './page-problems'
import { DEMO_HOME } from './prepare'

const root = resolve(import.meta.dirname, '../..')
const startLimitMs = 60_000

/** Long enough for a busy machine, for anything that a test waits for. */
const WAIT_LIMIT_MS = 60_000

export type Host = { url: string; home: string; output: () => string; stop: () => Promise<void> }

export type Pegboard = {
  page: Page
  /** The data folder, deleted on close. */
  home: string
  /** What went wrong in the page so far: console errors, exceptions, CSP violations, strangers. */
  problems: string[]
  /** @throws when the page had problems */
  close: () => Promise<void>
}

let browser: Promise<Browser> | undefined

afterAll(async () => {
  await (await browser)?.close()
  browser = undefined
})

/** Cookies and pages of their own, in which everything waits as long as a busy machine may need. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await (await launchBrowser()).newContext(options)
  context.setDefaultTimeout(WAIT_LIMIT_MS)
  return context
}

/** Launches Chromium once for a test file, with web security on, unlike the package's own flags. */
function launchBrowser(): Promise<Browser> {
  browser ??= prepareChromium().then(({ executablePath, env }) =>
    chromium.launch({
      executablePath,
      env: { ...definedEnvironment(), ...env },
      args: ['--no-sandbox', '--headless=shell', '--disable-gpu', '--force-color-profile=srgb'],
    }),
  )
  return browser
}

/**
 * What a window finds in its data folder: a demo that is not measured, or nothing, so that it makes
 * and measures one.
 */
type Found = 'demo' | 'nothing'

/**
 * Opens the product's window on a data folder of its own: in Chromium on the built browser
 * host, or in Electron with PEGBOARD_E2E_HOST=electron.
 */
export async function openPegboard(
  options: BrowserContextOptions = {},
  found: Found = 'demo',
): Promise<Pegboard> {
  if (process.env['PEGBOARD_E2E_HOST'] === 'electron') return openInElectron(found)
  const host = await startHost([], found)
  try {
    const context = await newContext(options)
    const page = await context.newPage()
    const problems = await watchForProblems(page, new URL(host.url).origin)
    await page.goto(host.url)
    return {
      page,
      home: host.home,
      problems,
      close: closing(problems, () => context.close(), host),
    }
  } catch (error) {
    await host.stop()
    throw error
  }
}

/** Starts the built browser host on a free port with a temporary data folder. */
export async function startHost(args: string[] = [], found: Found = 'demo'): Promise<Host> {
  const home = await dataFolder(found)
  const child = spawn(
    process.execPath,
    [join(root, 'out/main/server.js'), '--port', '0', '--no-open', ...args],
    { env: { ...process.env, PEGBOARD_HOME: home, NODE_ENV: 'production' }, stdio: 'pipe' },
  )
  const ended = new Promise<void>((done) => child.on('close', () => done()))
  let output = ''
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(timer)
    await rm(home, { recursive: true, force: true })
  }
  const url = await new Promise<string>((found, failed) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(output)?.[0]
      if (address) found(address)
    }
    const fail = (why: string) => failed(new Error(`The browser host ${why}. It said:\n${output}`))
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('error', (error) => fail(`did not start: ${error.message}`))
    child.on('close', (code) => fail(`ended with ${code} before it gave its address`))
    setTimeout(() => fail(`gave no address in ${startLimitMs / 1000} s`), startLimitMs).unref()
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { url, home, output: () => output, stop }
}

async function dataFolder(found: Found): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'pegboard-e2e-'))
  if (found === 'demo') await cp(DEMO_HOME, home, { recursive: true })
  return stays(home)
}

async function openInElectron(found: Found): Promise<Pegboard> {
  const executablePath = findElectron({ root, env: process.env, platform: process.platform })
  if (!executablePath) {
    throw new Error('No Electron binary to test in: run npx install-electron first.')
  }
  const home = await dataFolder(found)
  const app = await _electron.launch({
    executablePath,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root],
    env: { ...definedEnvironment(), PEGBOARD_HOME: home },
  })
  // What the person is asked by a box of the system is agreed to: no page can press its buttons.
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
  })
  const page = await app.firstWindow()
  page.setDefaultTimeout(WAIT_LIMIT_MS)
  const problems = await watchForProblems(page, new URL(page.url()).origin)
  const stop = () => rm(home, { recursive: true, force: true })
  return { page, home, problems, close: closing(problems, () => app.close(), { stop }) }
}

function closing(problems: string[], closePage: () => Promise<void>, host: Pick<Host, 'stop'>) {
  return async () => {
    await closePage()
    await host.stop()
    if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join('\n')}`)
  }
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
}
