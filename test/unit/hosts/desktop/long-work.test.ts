import type { BrowserWindow } from 'electron'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Reply } from '../../../../src-main/contract/reply'
import { watchWork, type WorkWatch } from '../../../../src-main/hosts/desktop/long-work'
import { BrowserWindow as FakeWindow, Notification } from '../../../fakes/electron'

vi.mock('electron', () => import('../../../fakes/electron'))
vi.useFakeTimers()

const DONE: Reply<unknown> = { ok: true, data: {} }
const failed = (code: 'internal' | 'cancelled', message: string): Reply<unknown> => ({
  ok: false,
  error: { code, message },
})

let window: FakeWindow
let watch: WorkWatch
beforeEach(() => {
  Notification.shown = []
  window = new FakeWindow({})
  watch = watchWork(window as unknown as BrowserWindow)
})
const embedding = (id: string, done: number, total?: number) =>
  watch.progress(id, {
    what: 'Embedding tool documents',
    done,
    ...(total !== undefined && { total }),
  })
const told = () => Notification.shown.map(({ options }) => options.body)

test('shows how far the latest work is, and nothing once none runs', () => {
  embedding('a', 1, 4)
  expect(window.bar).toBe(0.25)
  embedding('b', 3)
  expect(window.bar).toBe(2)
  embedding('a', 9, 4)
  watch.ended('b', DONE)
  expect(window.bar).toBe(1)
  watch.ended('a', DONE)
  expect(window.bar).toBe(-1)
})

test('tells of long work that ends while another program has the keyboard, and leads back', () => {
  embedding('a', 1, 4)
  vi.advanceTimersByTime(10_000)
  embedding('a', 4, 4)
  window.focused = false
  watch.ended('a', DONE)
  expect(told()).toEqual(['Done: Embedding tool documents.'])
  Notification.shown[0]?.emit('click')
  expect(window.calls).toEqual(['restore', 'focus'])
})

test('says what failed, in one line that is not too long', () => {
  embedding('a', 1)
  vi.advanceTimersByTime(60_000)
  window.focused = false
  watch.ended('a', failed('internal', `No\nmodel. ${'x'.repeat(900)}`))
  expect(told()[0]).toMatch(/^Failed: Embedding tool documents\. No.model/)
  expect(told()[0]).toHaveLength(200)
})

test('tells nothing of short work, of work that was stopped, or of what the person sees', () => {
  window.focused = false
  embedding('short', 1)
  watch.ended('short', DONE)
  watch.ended('without progress', DONE)
  embedding('stopped', 1)
  vi.advanceTimersByTime(60_000)
  watch.ended('stopped', failed('cancelled', 'Stopped.'))
  embedding('seen', 1)
  vi.advanceTimersByTime(60_000)
  window.focused = true
  watch.ended('seen', DONE)
  expect(told()).toEqual([])
})

test('leaves a window alone that is closed', () => {
  embedding('a', 1, 2)
  vi.advanceTimersByTime(60_000)
  window.webContents.destroy()
  watch.ended('a', DONE)
  expect([window.bar, told()]).toEqual([0.5, []])
})
