import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type * as FakeElectron from '../../../fakes/electron'
import { terminalArguments } from '../../../../src-main/hosts/desktop/terminal-arguments'

describe('what the packaged program is started with', () => {
  it.each([[['mcp', '--workspace', 'work']], [['sources', 'list']], [['work-with', '--k', '3']]])(
    'is the terminal for %j',
    (args) => expect(terminalArguments(['/opt/pegboard', ...args], true)).toEqual(args),
  )

  it.each([['--version'], ['--help']])('is the terminal for %s', (flag) =>
    expect(terminalArguments(['/opt/pegboard', flag], true)).toEqual([flag]),
  )

  it.each([
    [],
    ['--no-sandbox'],
    ['/home/ada/catalog.pegboard'],
    ['catalog.pegboard'],
    ['C:\\catalog.pegboard'],
    ['pegboard://open/demo'],
    ['-psn_0_12345'],
    ['mcp/../x'],
  ])('is the window for %j', (...args) =>
    expect(terminalArguments(['/opt/pegboard', ...args], true)).toBeUndefined(),
  )

  it('is the window where Electron is told which program to run', () =>
    expect(terminalArguments(['electron', '.', 'mcp'], false)).toBeUndefined())
})

let electron: typeof FakeElectron
const argv = process.argv
const endings = process.listeners('uncaughtException')
const runCommandLine = vi.fn(() => Promise.resolve(3))
beforeEach(async () => {
  vi.resetModules()
  vi.doMock('electron', () => import('../../../fakes/electron'))
  vi.doMock('../../../../src-main/hosts/cli/command-line', () => ({ runCommandLine }))
  electron = await import('../../../fakes/electron')
  electron.app.isPackaged = true
})
afterEach(() => {
  process.argv = argv
  for (const ending of process.listeners('uncaughtException')) {
    if (!endings.includes(ending)) process.off('uncaughtException', ending)
  }
})

test('a command runs without a window, and its exit code is the program’s', async () => {
  process.argv = ['/opt/pegboard', 'mcp', '--workspace', 'work']
  await import('../../../../src-main/hosts/desktop/start')
  expect(runCommandLine).toHaveBeenCalledWith(['mcp', '--workspace', 'work'], expect.anything())
  expect(electron.BrowserWindow.windows).toEqual([])
  expect(electron.app.calls).toContain('exit 3')
  expect(electron.app.calls).not.toContain('ready')
})
