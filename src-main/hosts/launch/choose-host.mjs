import { whyNoDisplay } from './electron-binary.mjs'

/**
 * @typedef {{ host: 'desktop', executable: string } | { host: 'browser', reason?: string }} Choice
 * @typedef {object} Surroundings
 * @property {string} platform
 * @property {Record<string, string | undefined>} env
 * @property {string[]} args
 * @property {() => string | undefined} findElectron
 * @property {() => Promise<string | undefined>} fetchElectron resolves to why it failed, or nothing
 */

const browserFlags = ['--browser', '--port', '--no-open', '--ollama']

/**
 * Picks the desktop window where one can open, otherwise the browser host with the reason to print.
 * A choice made by the user (PEGBOARD_HOST=browser, or a flag that only the browser host knows)
 * needs no reason. Nothing is fetched before a display is found.
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

/** @param {string} argument */
function isBrowserFlag(argument) {
  return browserFlags.some((flag) => argument === flag || argument.startsWith(`${flag}=`))
}
