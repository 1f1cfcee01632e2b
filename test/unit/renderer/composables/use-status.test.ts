import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStatus } from '../../../../src-renderer/composables/useStatus'

const { status, announce, keepShowing, stopShowing, dismiss } = useStatus()
const shown = () => status.value?.text

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.runAllTimers()
  stopShowing()
  vi.useRealTimers()
})

test('what was done is said for a while', () => {
  announce('Saved.')
  expect(status.value).toEqual({ text: 'Saved.', tone: 'success' })
  vi.runAllTimers()
  expect(shown()).toBeUndefined()
})

test('what is to be read stays, and comes back after what passes', () => {
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
  keepShowing('Read this.')
  keepShowing('And this.')
  expect(shown()).toBe('And this.')
})

test('dismissing takes away the line on show', () => {
  keepShowing('Read this.')
  announce('Saved.')
  dismiss()
  expect(shown()).toBe('Read this.')
  dismiss()
  expect(shown()).toBeUndefined()
})
