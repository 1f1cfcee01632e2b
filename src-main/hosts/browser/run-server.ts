import { Problem } from '../../domain/problem'
import { plainLines } from '../../domain/value/plain-text'
import { openInBrowser } from './open-in-browser'
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
