import { afterAll, describe, expect, it } from 'vitest'
import { readInPlace } from '../../src-main/app/readings'
import { importFormats } from '../../src-main/features/import-formats'
import { readInThread } from '../../src-main/hosts/reader/read-in-thread'
import { bundled } from '../fixtures/bundled'
import { fileOf, manyTools, readFilesSuite, signal } from './read-files.suite'

const reader = await bundled('../../src-main/hosts/reader/reader.ts')
const endless = await bundled('reader/endless-reader.ts')
afterAll(() => {
  reader.remove()
  endless.remove()
})

readFilesSuite('files read in place', readInPlace(importFormats))
readFilesSuite('files read in a thread', readInThread(reader.main))

describe('a thread that reads files', () => {
  it('lets others have their turn, also while what it read is taken over', async () => {
    let turns = 0
    const count = (): void => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    const files = [fileOf('tools.json', manyTools(5_000))]
    const { tools } = await readInThread(reader.main)('catalog', { files }, signal)
    clearImmediate(timer)
    expect(tools).toHaveLength(5_000)
    // One at least for each of the pieces, which are a quarter of a megabyte.
    expect(turns).toBeGreaterThan((JSON.stringify(tools).length >> 18) + 1)
  })

  it('is ended by a stop, whatever it does', async () => {
    const stopper = new AbortController()
    const files = [fileOf('tools.json', manyTools())]
    const read = readInThread(endless.main)('catalog', { files }, stopper.signal)
    setTimeout(() => stopper.abort(), 50)
    await expect(read).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('ends alone where its memory is used up, and says so', async () => {
    const files = [fileOf('tools.json', manyTools(20_000))]
    const limits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 }
    await expect(
      readInThread(reader.main, limits)('catalog', { files }, signal),
    ).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/more memory than there is/),
    })
  })

  it('is not started for what is read in no time', async () => {
    const files = [fileOf('tools.json', manyTools(1))]
    const { tools } = await readInThread('no such file')('catalog', { files }, signal)
    expect(tools).toHaveLength(1)
  })
})
