import type { MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../../contract/menu'

interface MenuParts {
  platform: NodeJS.Platform
  isDevelopment: boolean
  /** What the window offers; nothing before it is loaded. */
  commands: readonly MenuCommand[]
  choose: (id: MenuCommand['id']) => void
  /** What the program itself does for who needs help. */
  help: readonly { label: string; click: () => void }[]
}

type Item = MenuItemConstructorOptions

const SEPARATOR: Item = { type: 'separator' }

/**
 * The menus of the program: every command of the window, and the roles that give copy, paste, zoom
 * and quit their keys on macOS; reload and developer tools in development only.
 */
export function menuTemplate({
  platform,
  isDevelopment,
  commands,
  choose,
  help,
}: MenuParts): Item[] {
  const isMac = platform === 'darwin'
  const of = (menu: MenuCommand['menu']): Item[] =>
    commands.filter((command) => command.menu === menu).map((command) => item(command, choose))
  const workspaces = of('Open workspace')
  const file = groups(
    of('File'),
    workspaces.length > 0 ? [{ label: 'Open workspace', submenu: workspaces }] : [],
    [{ role: isMac ? 'close' : 'quit' }],
  )
  const view = groups(
    isDevelopment ? [{ role: 'reload' }, { role: 'toggleDevTools' }] : [],
    of('View'),
    [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }],
    [{ role: 'togglefullscreen' }],
  )
  const menus: Item[] = [
    { label: 'File', submenu: file },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { label: 'Go', submenu: of('Go') },
    { label: 'Commands', submenu: of('Commands') },
    { role: 'windowMenu' },
    // On macOS the first menu tells about the program.
    { role: 'help', submenu: groups(of('Help'), [...help], isMac ? [] : [{ role: 'about' }]) },
  ]
  const shown = menus.filter(({ submenu }) => !Array.isArray(submenu) || submenu.length > 0)
  return isMac ? [{ role: 'appMenu' }, ...shown] : shown
}

/** The page hears the keys itself: a menu only shows them. */
const item = ({ id, title, keys }: MenuCommand, choose: MenuParts['choose']): Item => ({
  // An ampersand would underline what follows it.
  label: title.replaceAll('&', '&&'),
  ...(keys !== undefined && acceleratorOf(keys)),
  click: () => choose(id),
})

function acceleratorOf(keys: string): Item {
  const [, key] = /^Mod\+([A-Z0-9])$/.exec(keys) ?? []
  return key === undefined
    ? {}
    : { accelerator: `CommandOrControl+${key}`, registerAccelerator: false }
}

const groups = (...all: Item[][]): Item[] =>
  all
    .filter((items) => items.length > 0)
    .flatMap((items, at) => (at === 0 ? items : [SEPARATOR, ...items]))
