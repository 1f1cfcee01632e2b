import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dataFolder } from '../../../../src-main/adapters/files/data-folder'

const linux = { platform: 'linux', home: '/home/ada' } as const

describe('the data folder', () => {
  it('is where PEGBOARD_HOME says, on every system', () => {
    const env = { PEGBOARD_HOME: '/data/peg', XDG_DATA_HOME: '/xdg' }
    expect(dataFolder({ ...linux, env })).toBe('/data/peg')
    expect(dataFolder({ platform: 'darwin', home: '/Users/ada', env })).toBe('/data/peg')
    const windows = { platform: 'win32', home: 'C:\\Users\\ada' } as const
    expect(dataFolder({ ...windows, env: { PEGBOARD_HOME: 'D:\\peg' } })).toBe('D:\\peg')
  })

  it('is taken from the working directory where PEGBOARD_HOME is relative', () => {
    const env = { PEGBOARD_HOME: './mine' }
    expect(dataFolder({ ...linux, env })).toBe(join(process.cwd(), 'mine'))
  })

  it('follows the XDG base directories on Linux, relative ones ignored', () => {
    expect(dataFolder({ ...linux, env: {} })).toBe('/home/ada/.local/share/pegboard')
    expect(dataFolder({ ...linux, env: { XDG_DATA_HOME: '/xdg' } })).toBe('/xdg/pegboard')
    expect(dataFolder({ ...linux, env: { XDG_DATA_HOME: 'xdg' } })).toBe(
      '/home/ada/.local/share/pegboard',
    )
  })

  it('is in Application Support on macOS and in AppData on Windows', () => {
    expect(dataFolder({ platform: 'darwin', home: '/Users/ada', env: {} })).toBe(
      '/Users/ada/Library/Application Support/Pegboard',
    )
    const windows = { platform: 'win32', home: 'C:\\Users\\ada' } as const
    const env = { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' }
    expect(dataFolder({ ...windows, env })).toBe('C:\\Users\\ada\\AppData\\Roaming\\Pegboard')
    expect(dataFolder({ ...windows, env: {} })).toBe('C:\\Users\\ada\\AppData\\Roaming\\Pegboard')
  })
})
