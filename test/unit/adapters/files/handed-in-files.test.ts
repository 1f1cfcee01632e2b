import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handedInFiles, localFiles } from '../../../../src-main/adapters/files/local-files'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const refused = {
  code: 'bad-input',
  message: expect.stringMatching(/Only files that were chosen in this window/),
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-test-'))
  writeFileSync(join(folder, 'secret.txt'), 'secret')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('files of a window', () => {
  it('can be read once they were handed in, one alone or all of a folder', async () => {
    const files = handedInFiles(localFiles(), [])
    const upload = await files.temporaryFolder()
    await files.append(upload, 'deep/tools.json', bytes('[]'))
    const alone = await files.read(`${upload}/deep/tools.json`)
    const all = await files.read(upload)
    expect([alone, all].map((read) => read.map(({ path }) => path))).toEqual([
      ['tools.json'],
      ['deep/tools.json'],
    ])
    rmSync(dirname(upload), { recursive: true })
  })

  it('are no others of this machine, however they are named', async () => {
    const files = handedInFiles(localFiles(), [])
    const upload = await files.temporaryFolder()
    await files.append(upload, 'tools.json', bytes('[]'))
    const paths = [
      join(folder, 'secret.txt'),
      folder,
      `${upload}/../${folder.slice(tmpdir().length + 1)}/secret.txt`,
      `${upload}/deep`,
      '/etc/passwd',
      '/proc/self/environ',
      tmpdir(),
    ]
    for (const path of paths) await expect(files.read(path), path).rejects.toMatchObject(refused)
    rmSync(dirname(upload), { recursive: true })
  })

  it('are not what was handed in through others, and are those of the product itself', async () => {
    const upload = await localFiles().temporaryFolder()
    const files = handedInFiles(localFiles(), [folder])
    await expect(files.read(upload)).rejects.toMatchObject(refused)
    expect(await files.read(folder)).toHaveLength(1)
    rmSync(dirname(upload), { recursive: true })
  })
})
