// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStatus } from '../../../../src-renderer/composables/useStatus'
import { fakeBridge } from '../../../fakes/bridge'
import { withBridge } from '../in-app'

function line() {
  const { result } = withBridge(fakeBridge(), useStatus)
  return { ...result, shown: () => result.status.value?.text }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('what was done is said for a while', () => {
  const { announce, status, shown } = line()
  announce('Saved.')
  expect(status.value).toEqual({ text: 'Saved.', tone: 'success' })
  vi.runAllTimers()
  expect(shown()).toBeUndefined()
})

test('what is to be read stays, and comes back after what passes', () => {
  const { announce, keepShowing, status, shown } = line()
  announce('Saving …')
  keepShowing('Read this.')
  expect(status.value).toEqual({ text: 'Read this.', tone: 'neutral' })
  vi.runAllTimers()
  announce('Saved.')
  expect(shown()).toBe('Saved.')
  vi.runAllTimers()
  expect(shown()).toBe('Read this.')
})

test('what is to be read next takes its place', () => {
  const { keepShowing, shown } = line()
  keepShowing('Read this.')
  keepShowing('And this.')
  expect(shown()).toBe('And this.')
})

test('dismissing takes away the line on show', () => {
  const { announce, keepShowing, dismiss, shown } = line()
  keepShowing('Read this.')
  announce('Saved.')
  dismiss()
  expect(shown()).toBe('Read this.')
  dismiss()
  expect(shown()).toBeUndefined()
})
