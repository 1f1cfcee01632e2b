import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStaticEmbedder } from '../../../../src-main/adapters/builtin/static-embedder'
import { splitIdentifier } from '../../../../src-main/pipeline/text/analyse'

const FOLDER = 'resources/embedder'
const { signal } = new AbortController()

const open = (splitIdentifiers = (text: string) => text) =>
  openStaticEmbedder({ folder: FOLDER, splitIdentifiers })

async function similarity(first: string, second: string): Promise<number> {
  const embedder = await open(splitIdentifier)
  const [a, b] = await embedder.embedDocuments([first, second], signal)
  return Array.from(a ?? []).reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0)
}

describe('the static embedder', () => {
  it('gives the vectors that the script which made the table gives', async () => {
    const wanted = readFileSync('test/fixtures/embedder/vectors.jsonl', 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { text: string; vector: number[] })
    const embedder = await open()
    const vectors = await embedder.embedQueries(
      wanted.map(({ text }) => text),
      signal,
    )
    const worst = wanted.flatMap(({ vector }, text) =>
      vector.map((value, at) => Math.abs(value - (vectors[text]?.[at] ?? Infinity))),
    )
    expect(wanted.length).toBeGreaterThan(10)
    expect(Math.max(...worst)).toBeLessThan(1e-3)
  })

  it('finds texts alike that share meaning and no word', async () => {
    const alike = await similarity('notify the team', 'Send a message to a channel')
    expect(alike).toBeGreaterThan(0.2)
    expect(alike).toBeGreaterThan((await similarity('notify the team', 'Resize an image')) + 0.1)
  })

  it('reads an identifier as its words', async () => {
    expect(await similarity('getWeatherForecast', 'get_weather_forecast')).toBeCloseTo(1, 5)
  })

  it('gives a text without a known word the zero vector', async () => {
    const embedder = await open()
    const vectors = await embedder.embedQueries(['', '天気', ' \n'], signal)
    for (const vector of vectors) expect(vector).toEqual(new Float32Array(embedder.dimensions))
  })

  it('gives vectors of unit length otherwise', async () => {
    const embedder = await open()
    const [vector] = await embedder.embedDocuments(['refund an invoice'], signal)
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5)
  })

  it('does nothing once it is cancelled', async () => {
    const embedder = await open()
    await expect(embedder.embedQueries(['a'], AbortSignal.abort())).rejects.toThrow(/abort/i)
  })

  it('lets others have their turn within a text that is very long', async () => {
    const embedder = await open()
    let turns = 0
    let timer = setImmediate(function count() {
      turns += 1
      timer = setImmediate(count)
    })
    await embedder.embedQueries(['= '.repeat(200_000)], signal)
    clearImmediate(timer)
    expect(turns).toBeGreaterThanOrEqual(9)
  })

  /** A folder with the table, removed when the test ends. */
  async function ownTable(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'pegboard-table-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    for (const file of ['table.json', 'vocabulary.txt', 'table.bin']) {
      await copyFile(join(FOLDER, file), join(folder, file))
    }
    return folder
  }

  it('says what to do when its table is cut short', async () => {
    const folder = await ownTable()
    await truncate(join(folder, 'table.bin'), 1000)
    await expect(openStaticEmbedder({ folder, splitIdentifiers: String })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/table\.bin does not fit/),
    })
  })

  it.each([
    ['table.bin', 5_000_000],
    ['table.bin', 0],
    ['vocabulary.txt', 1_000],
    ['table.json', 0],
  ])('names the file of which one bit was flipped: %s at %i', async (file, at) => {
    const folder = await ownTable()
    const path = join(folder, file)
    const bytes = await readFile(path)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(path, bytes)
    await expect(openStaticEmbedder({ folder, splitIdentifiers: String })).rejects.toMatchObject({
      code: 'unavailable',
      message: `The table of the built-in embedder cannot be read: The file ${path} is damaged.`,
      fix: expect.stringMatching(/^Install Pegboard again/),
    })
  })
})
