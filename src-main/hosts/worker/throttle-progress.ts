import type { Progress } from '../../contract/reply'

const intervalMs = 100

/** Passes on about ten progress reports a second; `flush` sends the newest one that was held back. */
export function throttleProgress(send: (progress: Progress) => void): {
  emit: (progress: Progress) => void
  flush: () => void
} {
  let sentAt = -Infinity
  let held: Progress | undefined
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (!held) return
    sentAt = performance.now()
    send(held)
    held = undefined
  }

  // Reads the clock as well as using a timer: work that never yields would starve the timer.
  function emit(progress: Progress): void {
    held = progress
    const waitMs = sentAt + intervalMs - performance.now()
    if (waitMs <= 0) flush()
    else timer ??= setTimeout(flush, waitMs)
  }

  return { emit, flush }
}
