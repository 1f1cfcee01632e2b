import { onScopeDispose, watch, type Ref } from 'vue'
import type { MenuCommand } from '../../src-main/contract/menu'
import { useBridge } from '../bridge/bridge'
import type { PaletteCommand } from '../components/palette-command'

/** Offers commands in the menus of the system, where the host has any. */
export function useSystemMenu(commands: Readonly<Ref<readonly PaletteCommand[]>>): void {
  const { menu } = useBridge()
  if (!menu) return
  watch(commands, (all) => menu.offer(menuCommands(all)), { immediate: true })
  onScopeDispose(
    menu.onChoice(({ id }) => commands.value.find((command) => command.id === id)?.run()),
  )
}

/** What a menu has room for. */
const MOST = { commands: 1_000, title: 200 }

/** The commands by the menu that people look for them in. */
export const menuCommands = (commands: readonly PaletteCommand[]): MenuCommand[] =>
  commands.slice(0, MOST.commands).map((command) => {
    const { id, title, keys } = command
    return {
      id,
      menu: menuOf(command),
      title: title.slice(0, MOST.title),
      ...(keys !== undefined && { keys }),
    }
  })

const MENUS: readonly [RegExp, MenuCommand['menu']][] = [
  [/^go:/, 'Go'],
  [/^open:/, 'Open workspace'],
  [/^(workspace:|import|connect$|export:)/, 'File'],
  [/^theme:/, 'View'],
  [/^(help:|shortcuts$)/, 'Help'],
]

const menuOf = ({ id }: PaletteCommand): MenuCommand['menu'] =>
  MENUS.find(([ids]) => ids.test(id))?.[1] ?? 'Commands'
