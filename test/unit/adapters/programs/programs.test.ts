import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { programs } from '../../../../src-main/adapters/programs/programs'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'pegboard-programs-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const { find, code } = programs()

function file(name: string, text: string, mode = 0o755): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

describe.skipIf(process.platform === 'win32')('the program of a command', () => {
  it('is found by the PATH that is given, the first that can be started, links followed', async () => {
    file('one/serve', '', 0o644)
    const second = file('two/serve', '')
    const link = join(folder, 'link')
    symlinkSync(second, link)
    const path = `${join(folder, 'one')}:relative::${join(folder, 'two')}`
    expect(await find('serve', '/', path)).toEqual({ program: second, file: second })
    expect(await find(link, '/', '')).toEqual({ program: link, file: second })
  })

  it('is found by a path of its own, whole or from the folder it is started in', async () => {
    const path = file('serve', '')
    for (const [command, cwd] of [
      [path, '/'],
      ['./serve', folder],
      [relative('/', path), '/'],
    ] as const) {
      expect(await find(command, cwd, '')).toMatchObject({ program: path })
    }
  })

  it('is not looked for by its mere name in the folder it is started in', async () => {
    file('serve', '')
    for (const command of ['serve', 'no-such-command', 'a\0b', ''])
      expect(await find(command, folder, '/nowhere')).toBeUndefined()
    expect(await find(file('other', '', 0o644), '/', '')).toBeUndefined()
  })
})

describe.skipIf(process.platform === 'win32')('what runs', () => {
  const path = () => `${join(folder, 'bin')}:/usr/bin:/bin`
  async function ran(program: string, ...args: string[]) {
    const found = { program, file: realpathSync(program), cwd: folder, path: path() }
    const files = await code({ ...found, args })
    return files.map((each) => `${each.as} ${each.path.replace(`${folder}/`, '')}`)
  }

  it('is the program and its interpreter, which is looked for by the PATH it is given', async () => {
    file('bin/interpret', 'binary')
    const program = file('serve', '#!/usr/bin/env -S interpret --flag\nhello\n')
    const files = await ran(program)
    expect(files).toContain('program serve')
    expect(files).toContain('interpreter bin/interpret')
    expect(files.some((each) => /^interpreter .*env$/.test(each))).toBe(true)
  })

  it('is each interpreter where a script is run by a script, and ends where they run one another', async () => {
    const other = file('other', `#!${join(folder, 'serve')}\n`)
    const program = file('serve', `#!${other}\n`)
    expect(await ran(program)).toEqual(['program serve', 'interpreter other'])
  })

  it('is the script that an interpreter is told to run, and no file that it only works with', async () => {
    file('server.mjs', '')
    file('data.json', '{}')
    file('notes.txt', '')
    expect(await ran(process.execPath, '--no-warnings', 'server.mjs', 'data.json')).toContain(
      'script server.mjs',
    )
    const python = file('bin/python3', 'binary')
    file('tool/__main__.py', '')
    const all = [
      await ran(python, 'notes.txt', 'data.json'),
      await ran(python, '-m', 'tool', 'data.json'),
      await ran(python, '-c', 'print()', 'data.json'),
      await ran(file('serve', 'binary'), 'notes.txt', 'data.json'),
    ]
    expect(all.map((files) => files.filter((each) => each.startsWith('script')))).toEqual([
      ['script notes.txt'],
      ['script tool/__main__.py'],
      [],
      [],
    ])
  })

  it('is every file of code among the arguments, also in flags, addresses and lines for a shell', async () => {
    for (const name of ['hook.mjs', 'server.py', 'x.jar', 'run.sh', 'app/index.js']) file(name, '')
    const uv = file('bin/uv', 'binary')
    expect(await ran(uv, 'run', 'server.py')).toContain('script server.py')
    expect(await ran(uv, `--import=file://${folder}/hook.mjs`)).toContain('script hook.mjs')
    expect(await ran(uv, '-jar', './x.jar')).toContain('script x.jar')
    expect(await ran('/bin/sh', '-c', 'cd . && ./run.sh;"app/index.js"')).toEqual(
      expect.arrayContaining(['script run.sh', 'script app/index.js']),
    )
    expect(await ran(process.execPath, 'app')).toContain('script app/index.js')
  })

  it('is the program that another one starts', async () => {
    file('bin/interpret', 'binary')
    file('server.js', '')
    const files = await ran('/usr/bin/env', '-i', 'A=b', 'interpret', 'server.js')
    expect(files).toEqual(expect.arrayContaining(['program bin/interpret', 'script server.js']))
  })

  it('is told apart by its content alone, and not read again as long as it is the same file', async () => {
    const program = file('serve', 'binary 1')
    const run = { program, file: program, args: [], cwd: folder, path: '' }
    const [before] = await code(run)
    utimesSync(program, 1, 1)
    const [touched] = await code(run)
    expect(touched?.digest).toBe(before?.digest)
    writeFileSync(program, 'binary 2')
    const [after] = await programs().code(run, [touched as never])
    expect(after?.digest).not.toBe(before?.digest)
    // What is known of the very same file is taken as it is.
    const told = { ...after, digest: 'known' }
    expect(await programs().code(run, [told as never])).toMatchObject([{ digest: 'known' }])
  })

  it('is refused where it names more files of code than anybody would', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `${at}.js`)
    for (const name of names) file(name, '')
    await expect(ran('/bin/true', ...names)).rejects.toThrow('more than 50 files of code')
    const words = Array.from({ length: 501 }, (_, at) => `gone-${at}.js`)
    await expect(ran('/bin/true', ...words)).rejects.toThrow('more than 500 words')
  })
})
