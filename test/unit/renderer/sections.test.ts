// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { ref } from 'vue'
import { usePaletteCommands } from '../../../src-renderer/composables/usePaletteCommands'
import { shortcutsHelp } from '../../../src-renderer/composables/useShortcuts'
import { fakeBridge } from '../../fakes/bridge'
import { sections, withBridge } from './in-app'

test('no two sections share a name, a title or a shortcut', () => {
  for (const key of ['id', 'title', 'shortcut'] as const)
    expect(new Set(sections.map((section) => section[key])).size).toBe(sections.length)
})

test('every section is in the palette and in the help, under its shortcut', () => {
  const { result } = withBridge(fakeBridge(), () => usePaletteCommands(ref('')))
  const views = result.commands.value.filter(({ group, keys }) => group === 'Go to' && keys)
  const expected = sections.map(({ title, shortcut }) => [title, shortcut])
  expect(views.map(({ title, keys }) => [title, keys])).toEqual(expected)
  const help = shortcutsHelp(sections).map(({ what, keys }) => [what, keys])
  expect(help).toEqual(expect.arrayContaining(expected))
})
