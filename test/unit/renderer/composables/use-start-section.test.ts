// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { settingsWith } from '../../../fixtures/settings-in-use'
import { useNavigation } from '../../../../src-renderer/composables/useNavigation'
import { useSettings } from '../../../../src-renderer/composables/useSettings'
import { useStartSection } from '../../../../src-renderer/composables/useStartSection'
import { fakeBridge, failure, type Answers } from '../../../fakes/bridge'
import { settle, withBridge } from '../in-app'

beforeEach(() => (location.hash = ''))

async function opened(answers: Answers = {}) {
  const bridge = fakeBridge(answers)
  const { result } = withBridge(bridge, () => ({
    ...useNavigation(),
    open: useStartSection(),
    settings: useSettings(),
  }))
  await result.settings.read()
  result.open()
  await settle()
  return { bridge, ...result }
}
const left = (section: string): Answers => ({ 'settings.read': () => settingsWith({ section }) })

test('a person who was never here begins in the playground', async () => {
  expect((await opened()).section.value).toBe('playground')
})

test('the window opens where it was closed', async () => {
  expect((await opened(left('improve'))).section.value).toBe('improve')
})

test('a section that there is no more is no reason to show nothing', async () => {
  expect((await opened(left('attic'))).section.value).toBe('playground')
})

test('the address goes first', async () => {
  location.hash = '#/settings'
  expect((await opened(left('catalog'))).section.value).toBe('settings')
})

test('a section that comes on show is remembered, once', async () => {
  const { bridge, go } = await opened(left('catalog'))
  go('evaluation')
  await settle()
  expect(bridge.inputsOf('settings.write')).toEqual([{ section: 'evaluation' }])
})

test('settings that cannot be read are not written over', async () => {
  const problem = failure({ code: 'unreadable', message: 'The settings cannot be read.' })
  const { bridge, section, go } = await opened({ 'settings.read': () => problem })
  expect(section.value).toBe('playground')
  go('evaluation')
  await settle()
  expect(bridge.inputsOf('settings.write')).toEqual([])
})
