import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FILE_LIMITS, localFiles } from '../../../../src-main/adapters/files/local-files'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (path: string, text = 'x'): string => {
  const full = join(folder, path)
  mkdirSync(resolve(full, '..'), { recursive: true })
  writeFileSync(full, text)
  return full
}

describe('reading local files', () => {
  const pathsIn = async (path: string, limits = FILE_LIMITS): Promise<string[]> =>
    (await localFiles(limits).read(path)).map((file) => file.path)

  it('gives a lone file under its own name', async () => {
    const [file] = await localFiles().read(put('deep/tools.json', '[1]'))
    expect(file?.path).toBe('tools.json')
    expect(new TextDecoder().decode(file?.bytes)).toBe('[1]')
  })

  it('gives the files of a folder in order, hidden ones and installed packages left out', async () => {
    for (const path of ['b.json', 'a/2.csv', 'a/1.csv', '.env', '.git/x', 'node_modules/y/z.js']) {
      put(path)
    }
    expect(await pathsIn(folder)).toEqual(['a/1.csv', 'a/2.csv', 'b.json'])
  })

  it('takes a link to a file as the file, and does not follow links to folders or nowhere', async () => {
    put('real/tools.json')
    symlinkSync(join(folder, 'real', 'tools.json'), join(folder, 'link.json'))
    symlinkSync(folder, join(folder, 'real', 'round'))
    symlinkSync(join(folder, 'gone'), join(folder, 'dangling'))
    expect(await pathsIn(folder)).toEqual(['link.json', 'real/tools.json'])
  })

  it('gives nothing for an empty folder', async () => {
    expect(await pathsIn(folder)).toEqual([])
  })

  it('says what is not there', async () => {
    await expect(localFiles().read(join(folder, 'nowhere.json'))).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('nowhere.json') as string,
    })
    await expect(localFiles().read(join(put('file'), 'below'))).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('reads no bytes of what holds no data by its name', async () => {
    put('logo.png', 'x'.repeat(60))
    put('tools.json', '[1]')
    const limits = { fileBytes: 50, allBytes: 50, files: 10 }
    const read = await localFiles(limits).read(folder)
    expect(read.map(({ path }) => path)).toEqual(['logo.png', 'tools.json'])
    expect(read.map((file) => file.bytes.length)).toEqual([0, 3])
  })

  it('leaves too large a file of a folder out, and says why', async () => {
    put('a.log', 'x'.repeat(60))
    put('tools.json', '[1]')
    const limits = { fileBytes: 50, allBytes: 100, files: 10 }
    const [large, small] = await localFiles(limits).read(folder)
    expect(large).toMatchObject({
      path: 'a.log',
      leftOut: { why: expect.stringMatching(/^is larger than/) as string },
    })
    expect(small).not.toHaveProperty('leftOut')
  })

  it('refuses too large a file, too much in all, and too many files', async () => {
    const large = put('a', 'x'.repeat(60))
    put('b', 'x'.repeat(60))
    const limits = { fileBytes: 100, allBytes: 1_000, files: 10 }
    expect(await pathsIn(folder, limits)).toHaveLength(2)
    await expect(pathsIn(large, { ...limits, fileBytes: 59 })).rejects.toMatchObject({
      code: 'bad-input',
    })
    for (const tighter of [{ allBytes: 119 }, { files: 1 }]) {
      const reading = pathsIn(folder, { ...limits, ...tighter })
      await expect(reading).rejects.toMatchObject({ code: 'bad-input' })
    }
  })

  it.skipIf(process.platform === 'win32')('refuses what is neither file nor folder', async () => {
    await expect(localFiles().read('/dev/null')).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('files sent piece by piece', () => {
  it('are read like a folder once they are in', async () => {
    const files = localFiles()
    const upload = await files.temporaryFolder()
    await files.append(upload, 'data/tools.json', bytes('[1'))
    await files.append(upload, 'data/tools.json', bytes(',2]'))
    await files.append(upload, 'readme.md', bytes(''))
    const read = await files.read(upload)
    expect(read.map((file) => file.path)).toEqual(['data/tools.json', 'readme.md'])
    expect(new TextDecoder().decode(read[0]?.bytes)).toBe('[1,2]')
    rmSync(dirname(upload), { recursive: true })
  })

  it('cannot be put anywhere else', async () => {
    const files = localFiles()
    const upload = await files.temporaryFolder()
    const paths = [
      '../x',
      '/x',
      'a/../../x',
      '..\\x',
      'C:x',
      'C:\\x',
      'a//b',
      '.',
      '',
      'a\0b',
      './x',
    ]
    for (const path of paths) {
      const adding = files.append(upload, path, bytes('x'))
      await expect(adding, JSON.stringify(path)).rejects.toMatchObject({ code: 'bad-input' })
    }
    expect(readdirSync(upload)).toEqual([])
    await expect(files.append(folder, 'x', bytes('x'))).rejects.toMatchObject({ code: 'bad-input' })
    expect(readdirSync(folder)).toEqual([])
    rmSync(dirname(upload), { recursive: true })
  })

  it('may not be more than can be read', async () => {
    const files = localFiles({ fileBytes: 10, allBytes: 15, files: 3 })
    const upload = await files.temporaryFolder()
    const refused = { code: 'bad-input' }
    await files.append(upload, 'a', bytes('x'.repeat(10)))
    await expect(files.append(upload, 'a', bytes('x'))).rejects.toMatchObject(refused)
    await expect(files.append(upload, 'b', bytes('x'.repeat(6)))).rejects.toMatchObject(refused)
    rmSync(dirname(upload), { recursive: true })
  })

  it('are gone when the process ends', () => {
    const fixtures = resolve(import.meta.dirname, '../../../fixtures')
    const script = [join(fixtures, 'run-typescript.mjs'), join(fixtures, 'temporary-folder.ts')]
    const { stdout, status } = spawnSync(process.execPath, script, { encoding: 'utf8' })
    expect(status).toBe(0)
    expect(stdout).toContain('pegboard-')
    expect(existsSync(stdout.trim())).toBe(false)
  })
})
