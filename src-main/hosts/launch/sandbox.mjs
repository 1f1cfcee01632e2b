/** Chromium's switch that takes its sandbox away. */
export const NO_SANDBOX = '--no-sandbox'

/** @typedef {{ platform: string, userId: number | undefined, args: string[] }} Start */

/**
 * Says why the window runs without Chromium's sandbox though nobody asked for that, or nothing
 * where it has one.
 *
 * @param {Start} start
 * @returns {string | undefined}
 */
export function whyNoSandbox({ platform, userId, args }) {
  if (platform !== 'linux' || userId !== 0 || args.includes(NO_SANDBOX)) return undefined
  return "The window runs without Chromium's sandbox, which root cannot have. Start as another user to have it."
}

/**
 * What may help where no window opened: systems without user namespaces let no sandbox start.
 *
 * @param {Start} start
 * @returns {string | undefined}
 */
export function sandboxAdvice({ platform, userId, args }) {
  if (platform !== 'linux' || userId === 0 || args.includes(NO_SANDBOX)) return undefined
  return `If a sandbox is named above, allow user namespaces, or go without it: npm start -- ${NO_SANDBOX}`
}
