import { Menu, type MenuItemConstructorOptions } from 'electron'

/** The roles without which copy, paste, zoom and quit have no keys on macOS; reload and tools in development. */
export function setMenu(platform: NodeJS.Platform, isDevelopment: boolean): void {
  const development: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { role: 'toggleDevTools' },
    { type: 'separator' },
  ]
  const view: MenuItemConstructorOptions[] = [
    ...(isDevelopment ? development : []),
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  const first: MenuItemConstructorOptions =
    platform === 'darwin' ? { role: 'appMenu' } : { role: 'fileMenu' }
  const template: MenuItemConstructorOptions[] = [
    first,
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
