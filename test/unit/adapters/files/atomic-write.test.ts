import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveFile } from '../../../../src-main/adapters/files/atomic-write'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a file saved for the user', () => {
  it('replaces the one of its name and leaves nothing else', async () => {
    const path = join(folder, 'out.json')
    writeFileSync(path, 'old and longer')
    await saveFile(path, bytes('new'))
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['out.json'])
  })

  it('may be named in a folder that is yet to be made', async () => {
    await saveFile(join(folder, 'a', 'b', 'out.json'), bytes('new'))
    expect(readFileSync(join(folder, 'a', 'b', 'out.json'), 'utf8')).toBe('new')
  })

  it('is behind the link that names it, which stays', async () => {
    writeFileSync(join(folder, 'real.json'), 'old')
    symlinkSync(join(folder, 'real.json'), join(folder, 'link.json'))
    await saveFile(join(folder, 'link.json'), bytes('new'))
    expect(readFileSync(join(folder, 'real.json'), 'utf8')).toBe('new')
  })

  it.skipIf(process.platform === 'win32')('stays as private as it was', async () => {
    const path = join(folder, 'out.json')
    writeFileSync(path, 'old')
    chmodSync(path, 0o600)
    await saveFile(path, bytes('new'))
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('that cannot be written is told with its reason, and leaves nothing behind', async () => {
    mkdirSync(join(folder, 'taken'))
    writeFileSync(join(folder, 'taken', 'inner'), 'x')
    for (const path of ['taken', 'taken/inner/below']) {
      await expect(saveFile(join(folder, path), bytes('x')), path).rejects.toMatchObject({
        code: 'storage',
      })
    }
    expect(readdirSync(folder)).toEqual(['taken'])
    expect(readdirSync(join(folder, 'taken'))).toEqual(['inner'])
  })

  it.skipIf(!existsSync('/dev/full'))('on a full disk is told to be not written', async () => {
    await expect(saveFile('/dev/full', bytes('x'))).rejects.toMatchObject({
      code: 'storage',
      message: '/dev/full was not written: the disk is full.',
    })
  })
})
