// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import { MenuOffer, type MenuCommand } from '../../../../src-main/contract/menu'
import type { Bridge } from '../../../../src-renderer/bridge/bridge'
import type { PaletteCommand } from '../../../../src-renderer/components/palette-command'
import { usePaletteCommands } from '../../../../src-renderer/composables/usePaletteCommands'
import { useSystemMenu } from '../../../../src-renderer/composables/useSystemMenu'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import { fakeBridge } from '../../../fakes/bridge'
import { settle, withBridge } from '../in-app'

/** A host whose menus are on record. */
function hostWithMenus() {
  const offers: MenuCommand[][] = []
  const listeners = new Set<Parameters<NonNullable<Bridge['menu']>['onChoice']>[0]>()
  const menu: Bridge['menu'] = {
    offer: (commands) => void offers.push(commands),
    onChoice(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const choose = (id: string) => listeners.forEach((tell) => tell({ kind: 'command', id }))
  return { bridge: { ...fakeBridge(), menu }, offers, choose }
}

test('the menus offer what the palette does at any time, each command once and where it is looked for', async () => {
  const { bridge, offers } = hostWithMenus()
  withBridge(bridge, () => {
    void useWorkspace().start()
    useSystemMenu(usePaletteCommands(ref('')).standing)
  })
  await settle(10)
  const offer = offers.at(-1) ?? []
  expect(MenuOffer.parse(offer)).toEqual(offer)
  expect(new Set(offer.map(({ id }) => id)).size).toBe(offer.length)
  const menuOf = (id: string) => offer.find((command) => command.id === id)?.menu
  expect(['go:catalog', 'import', 'evaluate', 'theme:dark', 'shortcuts'].map(menuOf)).toEqual([
    'Go',
    'File',
    'Commands',
    'View',
    'Help',
  ])
  expect(offer.some(({ menu }) => menu === 'Open workspace')).toBe(true)
  expect(offer.find(({ id }) => id === 'import')?.keys).toBe('Mod+I')
})

test('what is chosen is done as it stands then, and what was taken away is not', async () => {
  const { bridge, offers, choose } = hostWithMenus()
  const done: string[] = []
  const command = (id: string): PaletteCommand => ({
    id,
    group: 'Commands',
    title: 'x'.repeat(900),
    run: () => done.push(id),
  })
  const commands = shallowRef([command('one')])
  withBridge(bridge, () => useSystemMenu(commands))
  choose('one')
  commands.value = [command('two')]
  await nextTick()
  choose('one')
  choose('two')
  expect(done).toEqual(['one', 'two'])
  expect(offers.map((offer) => offer.map(({ id }) => id))).toEqual([['one'], ['two']])
  expect(MenuOffer.safeParse(offers.at(-1)).success).toBe(true)
})

test('a host without menus is offered nothing', () => {
  expect(() => withBridge(fakeBridge(), () => useSystemMenu(shallowRef([])))).not.toThrow()
})
