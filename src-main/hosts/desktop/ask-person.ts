import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import type { Confirmation } from '../../contract/confirmation'
import { writtenOut } from '../../domain/value/shown-text'
import type { AppWorker } from '../worker/app-worker'

/**
 * Characters of a line, and lines, that a box has room for: beyond, its buttons are out of the
 * screen.
 */
const LONGEST_LINE = 400
const MOST_LINES = 30
/** Questions that wait at once: a page asks for one after the other. */
const MOST_WAITING = 50

const CANCEL = 0
const AGREE = 1

/**
 * Asks the person, by boxes of the system, what the app wants agreed to. A page can ask for an
 * agreement and has no part in this: what is shown is what the app found, and nothing is agreed to
 * by a page alone.
 * @param window that a box belongs to, if there is one
 */
export function askPerson(worker: AppWorker, window: () => BrowserWindow | undefined): void {
  const waiting = new Map<string, AbortController>()
  let before: Promise<void> = Promise.resolve()

  async function ask(id: string, what: Confirmation, over: AbortController): Promise<void> {
    const isAgreed = !over.signal.aborted && (await answerTo(what, window(), over.signal))
    waiting.delete(id)
    worker.send({ kind: 'confirmed', id, isAgreed })
  }

  worker.onMessage((message) => {
    if (message.kind === 'confirm-over') return waiting.get(message.id)?.abort()
    if (message.kind !== 'confirm') return
    const { id, what } = message
    if (waiting.size >= MOST_WAITING) return worker.send({ kind: 'confirmed', id, isAgreed: false })
    const over = new AbortController()
    waiting.set(id, over)
    // One box after the other.
    before = before.then(() => ask(id, what, over))
  })
}

async function answerTo(
  { message, lines }: Confirmation,
  window: BrowserWindow | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: 'warning',
    title: 'Pegboard',
    message: line(message),
    detail: detailOf(lines),
    buttons: ['Cancel', 'Agree'],
    defaultId: CANCEL,
    cancelId: CANCEL,
    noLink: true,
    signal,
  }
  try {
    const { response } = await (window && !window.isDestroyed()
      ? dialog.showMessageBox(window, options)
      : dialog.showMessageBox(options))
    return response === AGREE && !signal.aborted
  } catch {
    // Who was not asked has not agreed.
    return false
  }
}

function detailOf(lines: readonly string[]): string {
  const shown = lines.slice(0, MOST_LINES).map(line)
  const left = lines.length - shown.length
  if (left > 0) shown.push(`${left} more lines have no room here.`)
  if (left > 0 || lines.some((each) => each.length > LONGEST_LINE))
    shown.push('This is not all of it: agree only if you know where it comes from.')
  return shown.join('\n')
}

/** On one line, with its middle left out where it is too long. */
function line(text: string): string {
  const all = writtenOut(text)
  if (all.length <= LONGEST_LINE) return all
  const half = LONGEST_LINE / 2
  const left = all.length - LONGEST_LINE
  return `${all.slice(0, half)} … ${left} characters … ${all.slice(-half)}`
}
