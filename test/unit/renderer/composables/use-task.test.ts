// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { useTask } from '../../../../src-renderer/composables/useTask'
import { failure, fakeBridge } from '../../../fakes/bridge'
import { settle, withBridge } from '../in-app'

const dir = '/demo'
const never = () => new Promise<never>(() => undefined)

test('an answer replaces the one before only when it is there', async () => {
  const bridge = fakeBridge()
  const { result: task } = withBridge(bridge, () => useTask('catalog.list'))
  await task.run({ dir, limit: 1 })
  const first = task.data.value
  const second = task.run({ dir, limit: 2 })
  expect(task.data.value).toBe(first)
  await second
  expect(task.data.value?.rows).toHaveLength(2)
})

test('a new run cancels the one under way, whose answer no longer counts', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const bridge = fakeBridge({
    'catalog.facets': (_, { signal }) => {
      signals.push(signal)
      return never()
    },
  })
  const { result: task } = withBridge(bridge, () => useTask('catalog.facets'))
  void task.run({ dir })
  void task.run({ dir })
  await settle()
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false])
  expect(task.running.value).toBe(true)
})

test('stopping is not an error', async () => {
  const { result: task } = withBridge(fakeBridge({ 'catalog.facets': never }), () =>
    useTask('catalog.facets'),
  )
  const run = task.run({ dir })
  task.stop()
  expect(await run).toBeUndefined()
  expect(task.problem.value).toBeUndefined()
  expect(task.running.value).toBe(false)
})

test('an error stays until the next run', async () => {
  let fails = true
  const bridge = fakeBridge({
    'workspace.list': () => (fails ? failure({ code: 'storage', message: 'Disk full.' }) : []),
  })
  const { result: task } = withBridge(bridge, () => useTask('workspace.list'))
  await task.run({})
  expect(task.problem.value?.message).toBe('Disk full.')
  fails = false
  await task.run({})
  expect(task.problem.value).toBeUndefined()
})

test('progress is there while work goes on and gone after it', async () => {
  let finish = (): void => undefined
  const bridge = fakeBridge({
    'workspace.list': (_, { onProgress }) => {
      onProgress?.({ what: 'Reading', done: 3, total: 9 })
      return new Promise((resolve) => (finish = () => resolve([])))
    },
  })
  const { result: task } = withBridge(bridge, () => useTask('workspace.list'))
  const run = task.run({})
  await settle()
  expect(task.progress.value).toEqual({ what: 'Reading', done: 3, total: 9 })
  finish()
  await run
  expect(task.progress.value).toBeUndefined()
})

test('Esc stops work that was said to be stopped by it', async () => {
  const { result: task } = withBridge(fakeBridge({ 'catalog.facets': never }), () =>
    useTask('catalog.facets', { escape: true }),
  )
  void task.run({ dir })
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }))
  await settle()
  expect(task.running.value).toBe(false)
})

test('Esc is for the dialog that is open above the work', async () => {
  const { result: task } = withBridge(fakeBridge({ 'catalog.facets': never }), () =>
    useTask('catalog.facets', { escape: true }),
  )
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.dataset.state = 'open'
  document.body.append(dialog)
  void task.run({ dir })
  const press = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })
  dispatchEvent(press)
  await settle()
  expect(task.running.value).toBe(true)
  expect(press.defaultPrevented).toBe(false)
  dialog.remove()
  task.stop()
})

test('work is cancelled when its component goes', async () => {
  let given: AbortSignal | undefined
  const bridge = fakeBridge({
    'catalog.facets': (_, { signal }) => {
      given = signal
      return never()
    },
  })
  const { result: task, unmount } = withBridge(bridge, () => useTask('catalog.facets'))
  void task.run({ dir })
  await settle()
  unmount()
  expect(given?.aborted).toBe(true)
})
