import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Progress } from '../../../../src-main/contract/reply'
import { throttleProgress } from '../../../../src-main/hosts/worker/answer'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function throttled() {
  const sent: number[] = []
  const throttle = throttleProgress((progress) => sent.push(progress.done))
  const report = (done: number) => throttle.emit({ what: 'Working', done } satisfies Progress)
  return { sent, report, flush: throttle.flush }
}

it('sends the first report at once and the newest of the rest a tenth of a second later', () => {
  const { sent, report } = throttled()
  report(1)
  report(2)
  report(3)
  expect(sent).toEqual([1])
  vi.advanceTimersByTime(100)
  expect(sent).toEqual([1, 3])
})

it('sends at most about ten reports in a second', () => {
  const { sent, report } = throttled()
  for (let done = 0; done < 1000; done += 1) {
    report(done)
    vi.advanceTimersByTime(1)
  }
  expect(sent.length).toBeGreaterThanOrEqual(9)
  expect(sent.length).toBeLessThanOrEqual(11)
})

it('sends the last report when flushed, and nothing after it', () => {
  const { sent, report, flush } = throttled()
  report(1)
  report(2)
  flush()
  vi.advanceTimersByTime(1000)
  flush()
  expect(sent).toEqual([1, 2])
})
