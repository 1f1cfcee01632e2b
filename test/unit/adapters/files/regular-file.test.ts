import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localFiles } from '../../../../src-main/adapters/files/local-files'
import { readRegularFile } from '../../../../src-main/adapters/files/regular-file'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-regular-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = async (path: string, most = 1 << 20) =>
  Buffer.from(await readRegularFile(path, most)).toString()

describe('a file that a person names', () => {
  it('is read whole, an empty one too', async () => {
    const path = join(folder, 'a')
    for (const text of ['', 'text', 'x'.repeat(3 << 20)]) {
      writeFileSync(path, text)
      expect(await read(path, 4 << 20)).toBe(text)
    }
  })

  it('is refused where it is longer than is read, without being read', async () => {
    const path = join(folder, 'long')
    writeFileSync(path, '')
    truncateSync(path, 2 ** 40)
    await expect(read(path)).rejects.toThrow('is longer than 1 MB')
    await expect(localFiles().readOne(path, 4 << 20)).rejects.toThrow('is longer than 4 MB')
  })

  it('is refused where it is a folder, or not there', async () => {
    await expect(read(folder)).rejects.toThrow('is a folder')
    await expect(read(join(folder, 'gone'))).rejects.toThrow('There is no')
  })

  it.skipIf(process.platform === 'win32')(
    'is refused where it is a pipe or a device, which is never waited for',
    async () => {
      const pipe = join(folder, 'pipe')
      execFileSync('mkfifo', [pipe])
      for (const path of [pipe, '/dev/zero', '/dev/null'])
        await expect(read(path)).rejects.toThrow('is a pipe or a device, not a file')
    },
  )

  it.skipIf(process.platform !== 'linux')(
    'is bounded where the system says of it that it is empty',
    async () => {
      expect(await read('/proc/self/status')).toContain('Pid:')
      await expect(read('/proc/self/status', 10)).rejects.toThrow('is longer than')
    },
  )
})
