// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { useNotices } from '../../../../src-renderer/composables/useNotices'
import { useStatus } from '../../../../src-renderer/composables/useStatus'
import { provideWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import { fakeBridge } from '../../../fakes/bridge'
import { settle, withBridge } from '../in-app'

const { status, stopShowing } = useStatus()
afterEach(stopShowing)

async function listening() {
  const bridge = fakeBridge()
  const { result: workspace, unmount } = withBridge(bridge, () => {
    const state = provideWorkspace()
    useNotices(state)
    return state
  })
  await workspace.start()
  await settle()
  const dir = workspace.current.value?.dir ?? ''
  return { bridge, workspace, unmount, dir }
}

test('a notice about the workspace on show is shown', async () => {
  const { bridge, dir, unmount } = await listening()
  bridge.notice({ dir, text: 'All is embedded anew.' })
  expect(status.value).toEqual({ text: 'All is embedded anew.', tone: 'neutral' })
  unmount()
  bridge.notice({ dir, text: 'And again.' })
  expect(status.value?.text).toBe('All is embedded anew.')
})

test('a notice about another workspace is not', async () => {
  const { bridge, unmount } = await listening()
  bridge.notice({ dir: '/another', text: 'All is embedded anew.' })
  expect(status.value).toBeUndefined()
  unmount()
})

test('a notice stays through a new revision of its workspace and goes when another is shown', async () => {
  const { bridge, workspace, dir, unmount } = await listening()
  bridge.notice({ dir, text: 'All is embedded anew.' })
  const current = workspace.current.value
  if (!current) throw new Error('No workspace is on show.')
  await workspace.show({ ...current, revision: current.revision + 1 })
  expect(status.value?.text).toBe('All is embedded anew.')
  await workspace.show({ ...current, dir: '/another' })
  expect(status.value).toBeUndefined()
  unmount()
})
