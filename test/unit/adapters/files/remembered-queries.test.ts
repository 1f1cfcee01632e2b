import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { rememberedQueries } from '../../../../src-main/adapters/files/remembered-queries'
import type { Embedder } from '../../../../src-main/ports/embedder'

const { signal } = new AbortController()
const RECORD = 16 + 2 * 4

/** Of unit length. */
function vectorOf(text: string, fingerprint = 'model') {
  const angle = text.length + 10 * fingerprint.length
  return Float32Array.of(Math.cos(angle), Math.sin(angle))
}

/** An embedder that takes in four characters, with a memory in a file, and what it was asked. */
async function remembering(most?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-queries-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'queries.bin')
  const asked: string[][] = []
  const open = (fingerprint = 'model') => {
    const embed: Embedder['embedQueries'] = async (texts, _, onCut) => {
      asked.push(texts)
      return texts.map((text, at) => {
        if (text.length > 4) onCut?.(at, 4)
        return vectorOf(text, fingerprint)
      })
    }
    const embedder = { name: 'fake', fingerprint, dimensions: 2, reads: 'sentences' as const }
    return rememberedQueries(
      { ...embedder, embedDocuments: embed, embedQueries: embed },
      file,
      most,
    )
  }
  return { file, asked, open }
}

it('embeds a query once, also where another program asks it', async () => {
  const { asked, open } = await remembering()
  const first = await open().embedQueries(['a', 'bb', 'a'], signal)
  expect(first).toEqual(['a', 'bb', 'a'].map((text) => vectorOf(text)))
  expect(await open().embedQueries(['bb', 'ccc'], signal)).toEqual([
    vectorOf('bb'),
    vectorOf('ccc'),
  ])
  expect(asked).toEqual([['a', 'bb'], ['ccc']])
})

it('computes a query that it remembers where that is to be timed', async () => {
  const { asked, open } = await remembering()
  const embedder = open()
  await embedder.embedQueries(['a'], signal)
  expect(await embedder.embedNewQueries?.(['a'], signal)).toEqual([vectorOf('a')])
  expect(asked).toEqual([['a'], ['a']])
})

it('takes nothing of a model for what another gave', async () => {
  const { open } = await remembering()
  await open('model').embedQueries(['a'], signal)
  expect(await open('newer model').embedQueries(['a'], signal)).toEqual([
    vectorOf('a', 'newer model'),
  ])
})

it('tells each time that a text was cut, and embeds it each time', async () => {
  const { asked, open } = await remembering()
  const embedder = open()
  for (const time of [1, 2]) {
    const cuts: number[][] = []
    const onCut = (at: number, characters: number) => cuts.push([at, characters])
    await embedder.embedQueries(['a', 'longer'], signal, onCut)
    expect({ time, cuts }).toEqual({ time, cuts: [[1, 4]] })
  }
  expect(asked).toEqual([['a', 'longer'], ['longer']])
})

it('keeps the whole records of a file that was cut off, and goes on behind them', async () => {
  const { file, asked, open } = await remembering()
  await open().embedQueries(['a', 'bb'], signal)
  await truncate(file, RECORD + 5)
  await open().embedQueries(['a', 'bb'], signal)
  expect(asked).toEqual([['a', 'bb'], ['bb']])
  expect((await stat(file)).size).toBe(2 * RECORD)
  await open().embedQueries(['a', 'bb'], signal)
  expect(asked).toHaveLength(3)
  expect(asked[2]).toEqual([])
})

it('believes no vector that was damaged', async () => {
  const { file, asked, open } = await remembering()
  await open().embedQueries(['a'], signal)
  const bytes = await readFile(file)
  bytes.writeFloatLE(0.5, 16)
  await writeFile(file, bytes)
  expect(await open().embedQueries(['a'], signal)).toEqual([vectorOf('a')])
  expect(asked).toHaveLength(2)
})

it('keeps the newest, and writes the file anew before it grows large', async () => {
  const { file, open } = await remembering(2)
  for (const text of ['a', 'bb', 'ccc', 'd', 'e']) await open().embedQueries([text], signal)
  expect((await stat(file)).size).toBe(5 * RECORD)
  await open().embedQueries(['e'], signal)
  expect((await stat(file)).size).toBe(2 * RECORD)
})

it('embeds where nothing can be written', async () => {
  const { file, open } = await remembering()
  await writeFile(file, '')
  const folderThatIsAFile = rememberedQueries(open(), join(file, 'queries.bin'))
  expect(await folderThatIsAFile.embedQueries(['a'], signal)).toEqual([vectorOf('a')])
})
