import type { Progress } from '../../contract/reply'
import { paceText, startOf, type PaceStart } from '../../domain/value/pace'
import { plainLines, plainText } from '../../domain/value/plain-text'

/**
 * By these a person or a system ends a command: it stops in order, with the programs that it
 * started.
 */
export const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type Stop = (typeof STOPS)[number]

/** What the command line writes to and listens on: a process, or a stand-in in tests. */
export interface Terminal {
  stdout: { write(text: string | Uint8Array): unknown }
  stderr: { write(text: string): unknown; isTTY?: boolean }
  cwd(): string
  on(event: Stop, listener: () => void): unknown
  off(event: Stop, listener: () => void): unknown
}

const BAR_CHARACTERS = 24
/** The least time between two lines where lines cannot be overwritten, in ms. */
const LINE_EVERY_MS = 2000

/**
 * Shows progress on stderr: one line rewritten in place, or a line every few seconds where stderr
 * is not a terminal.
 */
export function progressLine(terminal: Terminal) {
  let shownAt = 0
  let what = ''
  let start: PaceStart | undefined
  const clear = () => {
    if (terminal.stderr.isTTY && what !== '') terminal.stderr.write('\r\u001b[K')
  }
  return {
    show(progress: Progress): void {
      const now = performance.now()
      start = startOf(progress, start, now)
      const text = textOf(progress, paceText(progress, start, now))
      if (terminal.stderr.isTTY) {
        terminal.stderr.write(`\r\u001b[K${barOf(progress)}${text}`)
      } else if (progress.what !== what || now - shownAt > LINE_EVERY_MS) {
        shownAt = now
        terminal.stderr.write(`${text}\n`)
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

function barOf({ done, total }: Progress): string {
  if (!total) return ''
  const filled = Math.round((BAR_CHARACTERS * Math.min(done, total)) / total)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_CHARACTERS - filled)} `
}

const textOf = ({ what }: Progress, pace: string): string =>
  pace ? `${plainText(what)} · ${pace}` : `${plainText(what)} …`
