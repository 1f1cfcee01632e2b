import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { atomicWrite } from '../../../../src-main/adapters/files/atomic-write'
import { whileUnchanged } from '../../../../src-main/adapters/files/while-unchanged'

describe('reading a file while it is unchanged', () => {
  let path: string
  let reads: number
  let reading: () => Promise<string>
  beforeEach(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'pegboard-test-')), 'file')
    reads = 0
    reading = whileUnchanged(path, async () => {
      reads += 1
      return readFile(path, 'utf8').catch(() => 'none')
    })
  })

  afterEach(() => rm(dirname(path), { recursive: true, force: true }))

  it('reads it once, and again when it was replaced by one of the same length', async () => {
    await atomicWrite(path, 'one')
    expect([await reading(), await reading(), reads]).toEqual(['one', 'one', 1])
    for (let turn = 0; turn < 200; turn++) {
      const text = String(100 + turn)
      await atomicWrite(path, text)
      expect(await reading()).toBe(text)
    }
  })

  it('sees that it is gone, and that it is there again', async () => {
    expect([await reading(), await reading(), reads]).toEqual(['none', 'none', 1])
    await writeFile(path, 'one')
    expect(await reading()).toBe('one')
    await rm(path)
    expect(await reading()).toBe('none')
  })

  it('keeps nothing of a file that is replaced while it is read', async () => {
    await atomicWrite(path, 'one')
    const late = whileUnchanged(path, async () => {
      const text = await readFile(path, 'utf8')
      if (text === 'one') await atomicWrite(path, 'two')
      return text
    })
    expect([await late(), await late()]).toEqual(['one', 'two'])
  })

  it('fails each time that reading fails', async () => {
    await atomicWrite(path, 'one')
    let isBroken = true
    const failing = whileUnchanged(path, async () => {
      if (isBroken) throw new Error('broken')
      return 'fine'
    })
    await expect(failing()).rejects.toThrow('broken')
    isBroken = false
    expect(await failing()).toBe('fine')
  })
})
