import { expect, test, vi } from 'vitest'
import { followTheme } from '../../../../src-main/hosts/desktop/system-theme'
import { nativeTheme } from '../../../fakes/electron'

vi.mock('electron', () => import('../../../fakes/electron'))

const told = (action: string, data: unknown) => {
  followTheme(action, { ok: true, data })
  return nativeTheme.themeSource
}

test('the system’s parts follow the theme of the settings, and of nothing else', () => {
  expect(told('settings.read', { theme: 'dark' })).toBe('dark')
  expect(told('catalog.tool', { theme: 'light' })).toBe('dark')
  expect(told('settings.write', { theme: 'sepia' })).toBe('dark')
  expect(told('settings.write', 'light')).toBe('dark')
  followTheme('settings.write', { ok: false, error: { code: 'busy', message: '' } })
  expect(nativeTheme.themeSource).toBe('dark')
  expect(told('settings.write', { theme: 'system' })).toBe('system')
})
