import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildIfNewer } from './build-if-newer.mjs'
import { chooseHost } from './choose-host.mjs'
import { fetchElectron, findElectron, isElectronInstalled } from './electron-binary.mjs'
import { whyNotThisNode } from './node-version.mjs'
import { runDesktop } from './run-host.mjs'
import { NO_SANDBOX, sandboxAdvice, whyNoSandbox } from './sandbox.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const machine = { root, env: process.env, platform: process.platform }

// The server does not know these.
const windowFlags = ['--browser', NO_SANDBOX]

/**
 * Opens the window: Electron's where there is one, else the browser's.
 *
 * @param {string[]} args
 * @returns {Promise<void>} never rejects: what went wrong is told, and the exit code is 1
 */
export async function startWindow(args) {
  try {
    await open(args)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`Pegboard could not start: ${why}\n`)
    process.exitCode = 1
  }
}

/** @param {string[]} args */
async function open(args) {
  const refusal = whyNotThisNode(root)
  if (refusal) throw new Error(refusal)
  // Later starts need not compile again.
  module.enableCompileCache()
  await buildIfNewer(root)
  const choice = await chooseHost({
    platform: process.platform,
    env: process.env,
    args,
    findElectron: () => findElectron(machine),
    fetchElectron: isElectronInstalled(root) ? announcedFetch : undefined,
  })
  if (choice.host === 'browser') return serve(args, choice.reason)
  const started = { platform: process.platform, userId: process.getuid?.(), args }
  const noSandbox = whyNoSandbox(started)
  if (noSandbox) process.stderr.write(`${noSandbox}\n`)
  const { exitCode, neverOpened } = await runDesktop({
    executable: choice.executable,
    root,
    args,
    sandbox: noSandbox === undefined,
  })
  if (neverOpened) {
    const failure = `The window could not open (Electron exited with ${exitCode}).`
    return serve(args, [failure, sandboxAdvice(started)].filter(Boolean).join(' '))
  }
  process.exitCode = exitCode
}

function announcedFetch() {
  process.stderr.write('Fetching Electron, once …\n')
  return fetchElectron(machine)
}

/**
 * The server runs in this process, so that it gets the signals and sets the exit code.
 *
 * @param {string[]} args
 * @param {string | undefined} reason why there is no window; undefined when the user chose the
 * browser
 */
async function serve(args, reason) {
  if (reason) process.stdout.write(`${reason} Serving the same window to your browser instead.\n`)
  process.argv.splice(2, Infinity, ...args.filter((argument) => !windowFlags.includes(argument)))
  await import(pathToFileURL(join(root, 'out/main/server.js')).href)
}
