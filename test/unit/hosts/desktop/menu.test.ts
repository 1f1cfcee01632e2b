import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import type { MenuCommand } from '../../../../src-main/contract/menu'
import { menuTemplate } from '../../../../src-main/hosts/desktop/menu'

const COMMANDS: MenuCommand[] = [
  { id: 'go:catalog', menu: 'Go', title: 'Catalog', keys: 'Mod+2' },
  { id: 'import', menu: 'File', title: 'Import a catalog', keys: 'Mod+I' },
  { id: 'open:/a', menu: 'Open workspace', title: 'Bits & pieces' },
  { id: 'evaluate', menu: 'Commands', title: 'Run the evaluation', keys: 'Enter' },
  { id: 'theme:dark', menu: 'View', title: 'Theme: dark' },
  { id: 'shortcuts', menu: 'Help', title: 'Keyboard shortcuts', keys: '?' },
]

const chosen: string[] = []
const HELP = [{ label: 'Crash reports', click: () => void chosen.push('reports') }]
const template = (
  platform: NodeJS.Platform,
  commands: readonly MenuCommand[] = COMMANDS,
  isDevelopment = false,
) =>
  menuTemplate({
    platform,
    isDevelopment,
    commands,
    help: HELP,
    choose: (id) => void chosen.push(id),
  })

const items = (of: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  of.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])
const namesOf = (of: MenuItemConstructorOptions[]) => of.map(({ label, role }) => label ?? role)

test('every command stands in its menu, and is chosen there by its id', () => {
  const all = items(template('linux'))
  for (const item of all) (item.click as (() => void) | undefined)?.()
  expect(chosen.toSorted()).toEqual([...COMMANDS.map(({ id }) => id), 'reports'].toSorted())
  expect(namesOf(template('linux'))).toEqual([
    'File',
    'editMenu',
    'View',
    'Go',
    'Commands',
    'windowMenu',
    'help',
  ])
})

test('keys are shown as the page hears them, and no menu takes them from it', () => {
  const all = items(template('linux'))
  const keysOf = (label: string) => {
    const { accelerator, registerAccelerator } = all.find((item) => item.label === label) ?? {}
    return [accelerator, registerAccelerator]
  }
  expect(keysOf('Import a catalog')).toEqual(['CommandOrControl+I', false])
  expect(keysOf('Catalog')).toEqual(['CommandOrControl+2', false])
  // These work in some views alone, or where nothing is written.
  expect(keysOf('Run the evaluation')).toEqual([undefined, undefined])
  expect(keysOf('Keyboard shortcuts')).toEqual([undefined, undefined])
})

test('an ampersand in a name is one', () => {
  expect(items(template('linux')).some(({ label }) => label === 'Bits && pieces')).toBe(true)
})

test('on macOS the program has a menu of its own, which tells about it and quits', () => {
  expect(template('darwin')[0]).toEqual({ role: 'appMenu' })
  const roles = items(template('darwin')).map(({ role }) => role)
  expect(roles).toContain('close')
  expect(roles).not.toContain('quit')
  expect(roles).not.toContain('about')
  const elsewhere = items(template('win32')).map(({ role }) => role)
  expect(elsewhere).toEqual(expect.arrayContaining(['quit', 'about']))
})

test('before the window offers anything no menu is empty, and no line divides nothing', () => {
  for (const commands of [[], COMMANDS, COMMANDS.slice(0, 1)]) {
    for (const platform of ['linux', 'darwin'] as const) {
      for (const { submenu } of template(platform, commands)) {
        if (!Array.isArray(submenu)) continue
        expect(submenu.length).toBeGreaterThan(0)
        const types = submenu.map(({ type }) => type)
        expect([types[0], types.at(-1)]).toEqual([undefined, undefined])
      }
    }
  }
  expect(namesOf(template('linux', []))).not.toContain('Go')
})

test('the help of the program stands beside that of the window, and is there without it', () => {
  const help = (commands: readonly MenuCommand[]) =>
    template('linux', commands).find(({ role }) => role === 'help')?.submenu
  const names = (commands: readonly MenuCommand[]) =>
    namesOf(help(commands) as MenuItemConstructorOptions[])
  const line = undefined
  expect(names(COMMANDS)).toEqual(['Keyboard shortcuts', line, 'Crash reports', line, 'about'])
  expect(names([])).toEqual(['Crash reports', line, 'about'])
})

test('reload and developer tools are for development alone', () => {
  const roles = (isDevelopment: boolean) =>
    items(template('linux', COMMANDS, isDevelopment)).map(({ role }) => role)
  expect(roles(true)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']))
  expect(roles(false)).not.toEqual(expect.arrayContaining(['reload']))
  expect(roles(false)).not.toEqual(expect.arrayContaining(['toggleDevTools']))
})
