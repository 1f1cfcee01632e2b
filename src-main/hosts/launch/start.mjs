import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildIfNewer } from './build-if-newer.mjs'
import { chooseHost } from './choose-host.mjs'
import { fetchElectron, findElectron } from './electron-binary.mjs'
import { whyNotThisNode } from './node-version.mjs'
import { runDesktop } from './run-host.mjs'
import { NO_SANDBOX, sandboxAdvice, whyNoSandbox } from './sandbox.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const machine = { root, env: process.env, platform: process.platform }
const args = process.argv.slice(2)

// The server does not know these.
const windowFlags = ['--browser', NO_SANDBOX]

async function start() {
  const refusal = whyNotThisNode(root)
  if (refusal) throw new Error(refusal)
  await buildIfNewer(root)
  const choice = await chooseHost({
    platform: process.platform,
    env: process.env,
    args,
    findElectron: () => findElectron(machine),
    fetchElectron: () => {
      process.stderr.write('Fetching Electron, once …\n')
      return fetchElectron(machine)
    },
  })
  if (choice.host === 'browser') return serve(choice.reason)
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
    return serve([failure, sandboxAdvice(started)].filter(Boolean).join(' '))
  }
  process.exitCode = exitCode
}

/**
 * The server runs in this process, so that it gets the signals and sets the exit code.
 *
 * @param {string | undefined} reason why there is no window; undefined when the user chose the browser
 */
async function serve(reason) {
  if (reason) process.stdout.write(`${reason} Serving the same window to your browser instead.\n`)
  process.argv.splice(2, Infinity, ...args.filter((argument) => !windowFlags.includes(argument)))
  await import(pathToFileURL(join(root, 'out/main/server.js')).href)
}

start().catch((error) => {
  process.stderr.write(`Pegboard could not start: ${error.message}\n`)
  process.exitCode = 1
})
