import { Notification, type BrowserWindow } from 'electron'
import type { Progress, Reply } from '../../contract/reply'
import { plainText } from '../../domain/value/plain-text'

/** Whoever waits as long looks at something else meanwhile. */
const LONG_MS = 10_000
/** Characters that the system has room for. */
const TOLD = 200
/** What the system shows for work of which nobody knows how much there is, and for none. */
const BAR = { endless: 2, none: -1 }

/** Told what runs for a window, by the ids of its requests. */
export interface WorkWatch {
  progress(id: string, progress: Progress): void
  ended(id: string, reply: Reply<unknown>): void
}

interface Work {
  what: string
  /** From 0 to 1. */
  share: number | undefined
  sinceMs: number
}

/**
 * Shows beside the window's icon how far its work has come, and notifies when long work ends while
 * another program has the keyboard.
 */
export function watchWork(window: BrowserWindow): WorkWatch {
  const running = new Map<string, Work>()
  const show = () => {
    if (window.isDestroyed()) return
    const latest = [...running.values()].at(-1)
    window.setProgressBar(latest ? (latest.share ?? BAR.endless) : BAR.none)
  }
  return {
    progress(id, { what, done, total }) {
      const sinceMs = running.get(id)?.sinceMs ?? Date.now()
      const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total)
      running.set(id, { what, share, sinceMs })
      show()
    },
    ended(id, reply) {
      const work = running.get(id)
      if (!work) return
      running.delete(id)
      show()
      const isLong = Date.now() - work.sinceMs >= LONG_MS
      const isStopped = !reply.ok && reply.error.code === 'cancelled'
      if (isLong && !isStopped && !window.isDestroyed() && !window.isFocused()) {
        notify(window, endText(work, reply))
      }
    },
  }
}

const endText = ({ what }: Work, reply: Reply<unknown>): string =>
  plainText(reply.ok ? `Done: ${what}.` : `Failed: ${what}. ${reply.error.message}`).slice(0, TOLD)

function notify(window: BrowserWindow, body: string): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title: 'Pegboard', body })
  notification.on('click', () => {
    if (window.isDestroyed()) return
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  notification.show()
}
