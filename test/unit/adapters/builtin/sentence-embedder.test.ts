import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSentenceEmbedder } from '../../../../src-main/adapters/builtin/sentence-embedder'
import type { Embedder } from '../../../../src-main/ports/embedder'
import { SENTENCE_EMBEDDER } from '../../../fixtures/sentence-embedder'

const { signal } = new AbortController()
const open = (folder = SENTENCE_EMBEDDER.folder) =>
  openSentenceEmbedder({ ...SENTENCE_EMBEDDER, folder })
const shared = open()

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

async function similarity(first: string, second: string): Promise<number> {
  const [a, b] = await (await shared).embedDocuments([first, second], signal)
  return cosine(a ?? [], b ?? [])
}

/** A folder with the model, removed when the test ends. */
async function ownModel(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-sentences-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['model.json', 'vocabulary.txt', 'encoder.onnx', 'weights.bin']) {
    await symlink(resolve(SENTENCE_EMBEDDER.folder, name), join(folder, name))
  }
  return folder
}

describe('the sentence embedder', () => {
  it('gives nearly the vectors of the model with its full weights', async () => {
    const wanted = readFileSync('test/fixtures/embedder/sentences.jsonl', 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { text: string; vector: number[] })
    const texts = wanted.map(({ text }) => text)
    const vectors = await (await shared).embedQueries(texts, signal)
    const cosines = wanted.map(({ vector }, at) => cosine(vector, vectors[at] ?? []))
    expect(cosines.length).toBeGreaterThan(40)
    expect(Math.min(...cosines)).toBeGreaterThan(0.998)
    expect(cosines.sort((a, b) => a - b)[cosines.length >> 1]).toBeGreaterThan(0.999)
  })

  it('finds alike what means the same in other words', async () => {
    const hold = 'Creates a legal hold policy'
    const alike = await similarity('freeze evidence because of a lawsuit', hold)
    expect(alike).toBeGreaterThan((await similarity('paint the fence', hold)) + 0.2)
  })

  it('reads the order of words', async () => {
    const turned = await similarity('the dog bites the man', 'the man bites the dog')
    expect(turned).toBeLessThan(0.999)
  })

  it('takes in 256 tokens, tells where it cut, and embeds what comes before', async () => {
    const embedder = await shared
    // Each is one token; two more are the first and the last.
    const fits = Array.from({ length: 254 }, () => 'tool').join(' ')
    const cuts: [number, number][] = []
    const onCut = (at: number, characters: number) => cuts.push([at, characters])
    const texts = [fits, `${fits} more`, 'tool']
    const [whole, cut] = await embedder.embedDocuments(texts, signal, onCut)
    expect(cuts).toEqual([[1, fits.length]])
    expect(cut).toEqual(whole)
  })

  it('takes the beginning of a text of a megabyte, and of one without spaces', async () => {
    const embedder = await shared
    const cuts: number[] = []
    const texts = ['send it '.repeat(131_072), '天气'.repeat(300_000)]
    const vectors = await embedder.embedDocuments(texts, signal, (at) => cuts.push(at))
    expect(cuts).toEqual([0, 1])
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
  })

  it('gives a vector that does not depend on how many others are asked for', async () => {
    const embedder = await shared
    const texts = Array.from(
      { length: 60 },
      (_, at) => `tool ${at % 7} finds ${'a '.repeat(at % 5)}`,
    )
    const together = await embedder.embedDocuments(texts, signal)
    for (const at of [0, 13, 59]) {
      const [alone] = await embedder.embedQueries([texts[at] ?? ''], signal)
      expect(alone).toEqual(together[at])
    }
  })

  it('stops in the middle, and embeds others', async () => {
    const embedder = await shared
    const stopper = new AbortController()
    const texts = Array.from({ length: 400 }, (_, at) => `the tool with the number ${at}`)
    const stopped = embedder.embedDocuments(texts, stopper.signal)
    const other = embedder.embedQueries(['send a message'], signal)
    await other
    stopper.abort(new Error('Stopped by the user.'))
    await expect(stopped).rejects.toThrow('Stopped by the user.')
    await expect(embedder.embedQueries(['send a message'], signal)).resolves.toEqual(await other)
  })
})

describe('a sentence embedder that is damaged', () => {
  const says = (embedder: Promise<Embedder>) =>
    expect(embedder.then((open) => open.embedQueries(['send'], signal))).rejects

  it('says that a file is missing', async () => {
    await says(open('resources/none')).toMatchObject({ code: 'unavailable' })
  })

  it('says that a file is damaged, and goes on when it is mended', async () => {
    const folder = await ownModel()
    const file = join(folder, 'weights.bin')
    const weights = await readFile(file)
    await rm(file)
    const spoiled = Buffer.from(weights)
    spoiled[1_000_000] = (spoiled[1_000_000] ?? 0) ^ 1
    await writeFile(file, spoiled)
    const embedder = open(folder)
    await says(embedder).toMatchObject({
      code: 'unavailable',
      message: `The sentence embedder cannot be opened: The file ${file} is damaged.`,
    })
    await writeFile(file, weights)
    const [vector] = await (await embedder).embedQueries(['send'], signal)
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5)
  })

  it.each(['vocabulary.txt', 'model.json'])('names %s where one bit is flipped', async (name) => {
    const folder = await ownModel()
    const file = join(folder, name)
    const bytes = await readFile(file)
    await rm(file)
    bytes[0] = (bytes[0] ?? 0) ^ 1
    await writeFile(file, bytes)
    await says(open(folder)).toMatchObject({
      message: `The sentence embedder cannot be opened: The file ${file} is damaged.`,
    })
  })

  it('says that a vocabulary does not fit', async () => {
    const folder = await ownModel()
    const file = join(folder, 'vocabulary.txt')
    await rm(file)
    await copyFile('resources/embedder/vocabulary.txt', file)
    await says(open(folder)).toMatchObject({ code: 'unavailable' })
  })
})
