import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ownedFolder } from '../../compose'
import { Problem } from '../../domain/problem'
import { plainLines } from '../../domain/value/plain-text'
import { serve, type ServeOptions } from './server'

/**
 * Serves until the process gets SIGINT or SIGTERM, and prints one line with the address.
 * @returns the exit code: 0 after a clean stop, 1 when it could not serve
 */
export async function runServer(options: ServeOptions & { open: boolean }): Promise<number> {
  try {
    const served = await serve(options)
    const stopped = stopSignal()
    process.stdout.write(`Pegboard is at ${served.url}\n`)
    // That it cannot be opened is no reason to stop: the address is printed.
    const opened = options.open ? await openInBrowser(served.url).catch(() => undefined) : undefined
    await stopped
    await opened?.()
    await served.close()
    return 0
  } catch (error) {
    const fix = error instanceof Problem && error.fix ? ` ${error.fix}` : ''
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${plainLines(message + fix)}\n`)
    return 1
  }
}

// Only the first signal is handled: a second Ctrl-C ends the process at once.
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

/**
 * Opens an address in the user's browser. The browser is handed a page that leads there, in a
 * folder that only this user may read: everyone on a machine can read the arguments of its
 * programs, and the address holds a secret. Where there is no browser, or it may not read that
 * folder, nothing is lost: the address is printed as well.
 * @returns removes the page
 */
export async function openInBrowser(url: string): Promise<() => Promise<void>> {
  const command = opener(process.platform, process.env)
  if (!command) return async () => undefined
  const { path: folder, remove } = await ownedFolder()
  try {
    const page = join(folder, 'open-pegboard.html')
    await writeFile(page, pageTo(url), { mode: 0o600, flag: 'wx' })
    const [program, ...args] = command
    const child = spawn(program, [...args, pathToFileURL(page).href], {
      stdio: 'ignore',
      detached: true,
    })
    child.on('error', () => undefined)
    child.unref()
    return remove
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * A page that leads on at once.
 * @param url as this program made it: nothing in it needs escaping
 */
const pageTo = (url: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Pegboard</title>
<p><a href="${url}">Open Pegboard</a></p>
</html>
`

/**
 * The program that opens an address, and its first arguments; undefined where there is no display.
 */
export function opener(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open']
  // Not the shell's `start`: the shell would cut the address off at its first `&`.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined
}
