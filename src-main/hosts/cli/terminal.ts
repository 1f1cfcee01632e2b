import type { Progress } from '../../contract/reply'
import { plainLines, plainText } from '../../domain/plain-text'

/** What the command line writes to and listens on: a process, or a stand-in in tests. */
export interface Terminal {
  stdout: { write(text: string | Uint8Array): unknown }
  stderr: { write(text: string): unknown; isTTY?: boolean }
  cwd(): string
  on(event: 'SIGINT', listener: () => void): unknown
  off(event: 'SIGINT', listener: () => void): unknown
}

const BAR_CHARACTERS = 24
/** The least time between two lines where lines cannot be overwritten, in ms. */
const LINE_EVERY_MS = 2000

/** Shows progress on stderr: one line rewritten in place, or a line every few seconds where stderr is not a terminal. */
export function progressLine(terminal: Terminal) {
  let shownAt = 0
  let what = ''
  const clear = () => {
    if (terminal.stderr.isTTY && what !== '') terminal.stderr.write('\r\u001b[K')
  }
  return {
    show(progress: Progress): void {
      const now = performance.now()
      if (terminal.stderr.isTTY) {
        terminal.stderr.write(`\r\u001b[K${barOf(progress)}`)
      } else if (progress.what !== what || now - shownAt > LINE_EVERY_MS) {
        shownAt = now
        terminal.stderr.write(`${textOf(progress)}\n`)
      }
      what = progress.what
    },
    /** Prints a line above the progress, which stays. */
    interrupt(text: string): void {
      clear()
      terminal.stderr.write(`${plainLines(text)}\n`)
    },
    end: clear,
  }
}

function barOf(progress: Progress): string {
  if (!progress.total) return textOf(progress)
  const filled = Math.round((BAR_CHARACTERS * progress.done) / progress.total)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_CHARACTERS - filled)} ${textOf(progress)}`
}

const textOf = ({ what, done, total }: Progress): string =>
  total ? `${plainText(what)}: ${done} of ${total}` : `${plainText(what)} …`
