// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { onScopeDispose, ref } from 'vue'
import { sharedState } from '../../../../src-renderer/composables/shared-state'
import { useDrafts } from '../../../../src-renderer/tool/useDrafts'
import { draftOf } from '../../../../src-renderer/tool/layer-draft'
import { useImportDialog } from '../../../../src-renderer/composables/useImportDialog'
import { useNavigation } from '../../../../src-renderer/composables/useNavigation'
import { useSettings } from '../../../../src-renderer/composables/useSettings'
import { useStatus } from '../../../../src-renderer/composables/useStatus'
import { useTheme } from '../../../../src-renderer/composables/useTheme'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import { useBridge } from '../../../../src-renderer/bridge/bridge'
import { fakeBridge } from '../../../fakes/bridge'
import { withBridge } from '../in-app'

test('components of one app share the state, which is made once', () => {
  let made = 0
  const useCount = sharedState('count', () => ({ count: ref((made += 1)) }))
  const { result } = withBridge(fakeBridge(), () => [useCount(), useCount()])
  expect(result[0]).toBe(result[1])
  expect(made).toBe(1)
})

test('it ends with its app, and not with the component that used it first', () => {
  let ended = 0
  const useCount = sharedState('count', () => {
    onScopeDispose(() => (ended += 1))
    return { count: ref(0) }
  })
  const { unmount } = withBridge(fakeBridge(), useCount)
  expect(ended).toBe(0)
  unmount()
  expect(ended).toBe(1)
})

test('it reaches the bridge of its own app', () => {
  const useOwnBridge = sharedState('own bridge', () => ({ bridge: useBridge() }))
  const first = fakeBridge()
  const second = fakeBridge()
  expect(withBridge(first, useOwnBridge).result.bridge).toBe(first)
  expect(withBridge(second, useOwnBridge).result.bridge).toBe(second)
})

test('outside of an app it says so', () => {
  const useCount = sharedState('count', () => ({ count: ref(0) }))
  expect(useCount).toThrow('“count”')
})

test('two windows on one page share nothing', async () => {
  const open = () =>
    withBridge(fakeBridge(), () => ({
      workspace: useWorkspace(),
      settings: useSettings(),
      navigation: useNavigation(),
      dialog: useImportDialog(),
      status: useStatus(),
      theme: useTheme(),
      drafts: useDrafts('/demo'),
    })).result
  const used = open()
  const other = open()
  await used.workspace.start()
  await used.settings.write({ theme: 'dark' })
  used.navigation.go('settings')
  used.dialog.openImport()
  used.status.announce('Saved.')
  used.drafts.keep('a', { draft: draftOf({}), base: {} })
  expect(other.workspace.current.value).toBeUndefined()
  expect(other.settings.settings.value).toBeUndefined()
  expect(other.theme.theme.value).toBe('system')
  expect(other.dialog.request.value).toBeUndefined()
  expect(other.status.status.value).toBeUndefined()
  expect(other.drafts.hasDraft('a')).toBe(false)
})
