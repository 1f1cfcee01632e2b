// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { useNotices } from '../../../../src-renderer/composables/useNotices'
import { useStatus } from '../../../../src-renderer/composables/useStatus'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import { fakeBridge } from '../../../fakes/bridge'
import { settle, withBridge } from '../in-app'

async function listening() {
  const bridge = fakeBridge()
  const { result, unmount } = withBridge(bridge, () => {
    useNotices()
    return { workspace: useWorkspace(), ...useStatus() }
  })
  await result.workspace.start()
  await settle()
  const dir = result.workspace.current.value?.dir ?? ''
  return { bridge, ...result, unmount, dir }
}

test('a notice about the workspace on show is shown', async () => {
  const { bridge, dir, status, unmount } = await listening()
  bridge.notice({ dir, text: 'All is embedded again.' })
  expect(status.value).toEqual({ text: 'All is embedded again.', tone: 'neutral' })
  unmount()
  bridge.notice({ dir, text: 'And once more.' })
  expect(status.value?.text).toBe('All is embedded again.')
})

test('that a workspace’s recipe left is shown until another is chosen', async () => {
  const { workspace, status } = await listening()
  const current = workspace.current.value
  if (!current) throw new Error('No workspace is on show.')
  await workspace.show({ ...current, dir: '/another', left: 'The recipe has left.' })
  expect(status.value?.text).toBe('The recipe has left.')
  await workspace.show({ ...current, dir: '/another' })
  expect(status.value).toBeUndefined()
})

test('a notice about another workspace is not', async () => {
  const { bridge, status } = await listening()
  bridge.notice({ dir: '/another', text: 'All is embedded again.' })
  expect(status.value).toBeUndefined()
})

test('a notice stays through a new revision of its workspace and goes when another is shown', async () => {
  const { bridge, workspace, dir, status } = await listening()
  bridge.notice({ dir, text: 'All is embedded again.' })
  const current = workspace.current.value
  if (!current) throw new Error('No workspace is on show.')
  await workspace.show({ ...current, revision: current.revision + 1 })
  expect(status.value?.text).toBe('All is embedded again.')
  await workspace.show({ ...current, dir: '/another' })
  expect(status.value).toBeUndefined()
})
