import { Menu, type MenuItemConstructorOptions } from 'electron'

/** Sets the roles that give copy, paste, zoom and quit their keys on macOS; reload and developer tools in development only. */
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
