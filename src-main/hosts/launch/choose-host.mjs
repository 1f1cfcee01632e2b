import { whyNoDisplay } from './electron-binary.mjs'
import { NO_SANDBOX } from './sandbox.mjs'

/**
 * @typedef {{ host: 'desktop', executable: string } | { host: 'browser', reason?: string }} Choice
 * @typedef {object} Surroundings
 * @property {string} platform
 * @property {Record<string, string | undefined>} env
 * @property {string[]} args
 * @property {() => string | undefined} findElectron
 * @property {(() => Promise<string | undefined>) | undefined} fetchElectron resolves to why it
 * failed, or nothing; absent where
 *   Electron's package is not installed: nobody asked for it then
 */

const browserFlags = ['--browser', '--port', '--no-open', '--ollama']

/**
 * Picks the desktop window where one can open, otherwise the browser host with the reason to print.
 * A choice made by the user (PEGBOARD_HOST=browser, or a flag that only the browser host knows)
 * needs no reason, and neither does an installation without Electron. Nothing is fetched before a
 * display is found.
 *
 * @param {Surroundings} surroundings
 * @returns {Promise<Choice>}
 */
export async function chooseHost({ platform, env, args, findElectron, fetchElectron }) {
  if (env['PEGBOARD_HOST'] === 'browser' || args.some(isBrowserFlag)) return { host: 'browser' }
  const noDisplay = whyNoDisplay({ platform, env })
  if (noDisplay) return { host: 'browser', reason: `No display: ${noDisplay}.` }
  const present = findElectron()
  if (present) return { host: 'desktop', executable: present }
  if (!fetchElectron) return { host: 'browser' }
  const failure = await fetchElectron()
  const fetched = failure === undefined ? findElectron() : undefined
  if (fetched) return { host: 'desktop', executable: fetched }
  return {
    host: 'browser',
    reason: unfetched(failure ?? 'its executable is not where it should be'),
  }
}

/** @param {string} failure */
function unfetched(failure) {
  return `Electron's binary could not be fetched: ${failure.replace(/\.$/, '')}.`
}

/**
 * Whether an argument is for the window, and no command of the terminal.
 *
 * @param {string} argument
 */
export function isWindowFlag(argument) {
  return argument === NO_SANDBOX || isBrowserFlag(argument)
}

/** @param {string} argument */
function isBrowserFlag(argument) {
  return browserFlags.some((flag) => argument === flag || argument.startsWith(`${flag}=`))
}
