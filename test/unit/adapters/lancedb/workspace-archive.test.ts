import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { RECORD_KINDS } from '../../../../src-main/domain/workspace/record-kinds'
import {
  ARCHIVE_LIMITS,
  packArchive,
  unpackArchive,
  type ArchiveLimits,
  type WorkspaceContent,
} from '../../../../src-main/adapters/lancedb/workspace-archive'
import { goldenSet, outcomes, run } from '../../../fixtures/workspace/content'
import { EVERY_KIND } from '../../../fixtures/workspace/every-kind'
import { sampleWorkspace } from './temporary-workspaces'

const content: WorkspaceContent = {
  name: 'Mail',
  records: { ...EVERY_KIND, changes: [] },
}

const kinds = RECORD_KINDS

const unpack = (archive: Uint8Array, limits: Partial<ArchiveLimits> = {}) =>
  unpackArchive(archive, { kinds, limits: { ...ARCHIVE_LIMITS, ...limits } })

type Files = Record<string, string>

/** The sample's archive with its texts changed, and its sums right again unless told otherwise. */
function altered(change: (files: Files) => Files, { withSums = true } = {}): Uint8Array {
  const packed = Object.entries(unzipSync(packArchive(content, kinds)))
  const files = change(Object.fromEntries(packed.map(([name, bytes]) => [name, strFromU8(bytes)])))
  if (withSums && files['manifest.json']) {
    const head = JSON.parse(files['manifest.json']) as { files: Files }
    for (const name of Object.keys(head.files)) {
      const text = files[name] ?? ''
      head.files[name] = createHash('sha256').update(text).digest('hex')
    }
    files['manifest.json'] = JSON.stringify(head)
  }
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  )
}

const withHead = (change: object) => (files: Files) => ({
  ...files,
  'manifest.json': JSON.stringify({ ...JSON.parse(files['manifest.json'] ?? ''), ...change }),
})

describe('a workspace archive', () => {
  it('gives back what was packed', () => {
    expect(unpack(packArchive(content, kinds))).toEqual(content)
  })

  it('says version 2, which programs of the layout before read as well', () => {
    altered((files) => {
      expect(JSON.parse(files['manifest.json'] ?? '')).toMatchObject({ schemaVersion: 2 })
      return files
    })
  })

  for (const name of [
    '../evil.txt',
    '/etc/passwd',
    'C:\\evil.txt',
    '..\\evil.txt',
    'tools.jsonl/../../evil',
    'extra.jsonl',
    'folder/',
  ]) {
    it(`is refused when it holds ${JSON.stringify(name)}`, () => {
      const archive = altered((files) => ({ ...files, [name]: 'x' }))
      expect(() => unpack(archive)).toThrow(expect.objectContaining({ code: 'unreadable' }))
    })
  }

  for (const [what, archive] of Object.entries({
    'is no zip file': () => strToU8('hello there, this is no zip file at all, only text'),
    'is empty': () => new Uint8Array(0),
    'lacks a file': () => altered(({ 'bundles.jsonl': _, ...rest }) => rest),
    'lacks its manifest': () => altered(({ 'manifest.json': _, ...rest }) => rest),
    'has another manifest': () => altered(withHead({ format: 'something-else' })),
    'was changed after it was packed': () =>
      altered((files) => ({ ...files, 'bundles.jsonl': '' }), { withSums: false }),
    'holds a row of another kind': () =>
      altered((files) => ({ ...files, 'tools.jsonl': '{"id":"x"}\n' })),
    'holds a line that is no JSON': () =>
      altered((files) => ({ ...files, 'runs.jsonl': '{"id":\n' })),
    'holds a tool twice': () =>
      altered((files) => ({
        ...files,
        'tools.jsonl': (files['tools.jsonl'] ?? '') + (files['tools.jsonl'] ?? ''),
      })),
    'holds outcomes of an unknown run': () => altered((files) => ({ ...files, 'runs.jsonl': '' })),
    'holds queries of an unknown set': () =>
      altered((files) => ({ ...files, 'goldenSets.jsonl': '{"name":"other"}\n' })),
  })) {
    it(`is refused when it ${what}`, () => {
      expect(() => unpack(archive())).toThrow(expect.objectContaining({ code: 'unreadable' }))
    })
  }

  it('names the line that is wrong', () => {
    const archive = altered((files) => ({
      ...files,
      'bundles.jsonl': `${files['bundles.jsonl'] ?? ''}{"id":""}\n`,
    }))
    expect(() => unpack(archive)).toThrow('line 2 of bundles.jsonl')
  })

  it('with grades and means that JSON could not hold is taken without them, and says where', () => {
    const graded = goldenSet('graded', 2)
    const [first] = graded.queries
    if (first) first.grades = { 'mail/send': Infinity, 'mail/find': 2 }
    const bad = { mean: NaN, ci95: [NaN, NaN] as [number, number] }
    const good = { mean: 0.5, ci95: [0.4, 0.6] as [number, number] }
    const measured = { ...run('r'), measures: { bad, good }, outcomes: outcomes(2) }
    const records = { ...content.records, goldenSets: [graded], runs: [measured] }
    const mended: string[] = []
    const unpacked = unpackArchive(packArchive({ ...content, records }, kinds), {
      kinds,
      onMended: (where) => mended.push(where),
    })
    const [set] = unpacked.records['goldenSets'] as [typeof graded]
    expect(set.queries.map(({ grades }) => grades)).toEqual([{ 'mail/find': 2 }, undefined])
    const [kept] = unpacked.records['runs'] as [typeof measured]
    expect(kept).toEqual({ ...measured, measures: { good } })
    expect(mended).toEqual([
      expect.stringContaining('line 1 of golden_queries.jsonl (query.grades.mail/send') as string,
      expect.stringContaining('line 1 of runs.jsonl (measures.bad') as string,
    ])
  })

  it('without any rows is refused as well when it holds anything else', () => {
    const empty = packArchive({ name: 'Empty', records: {} }, kinds)
    expect(unpack(empty).records).toMatchObject({ tools: [], goldenSets: [] })
    const files = { ...unzipSync(empty), 'evil.txt': strToU8('x') }
    expect(() => unpack(zipSync(files))).toThrow('it holds "evil.txt"')
  })

  it('of a newer version is refused as such', () => {
    const archive = altered(withHead({ schemaVersion: 3, unknown: true }))
    expect(() => unpack(archive)).toThrow(expect.objectContaining({ code: 'newer-version' }))
  })

  it('that would unpack to too much is refused by its declared sizes, before it is unpacked', () => {
    const bomb = altered((files) => ({ ...files, 'tools.jsonl': ' '.repeat(5_000_000) }))
    expect(bomb.length).toBeLessThan(20_000)
    expect(() => unpack(bomb, { allBytes: 1_000_000 })).toThrow('larger than any workspace')
  })

  it('with a file larger than any is refused before it is unpacked', () => {
    const bomb = altered((files) => ({ ...files, 'tools.jsonl': ' '.repeat(5_000_000) }))
    expect(() => unpack(bomb, { fileBytes: 1_000_000 })).toThrow(
      'unpacked, tools.jsonl would be larger than any file of a workspace',
    )
  })

  it('with a line longer than any record is refused before it is read, with its place', () => {
    const line = `{"id":"${' '.repeat(2_000_000)}"}`
    const archive = altered((files) => ({
      ...files,
      'tools.jsonl': `${files['tools.jsonl'] ?? ''}${line}`,
    }))
    expect(() => unpack(archive, { lineBytes: 1_000_000 })).toThrow(
      'line 3 of tools.jsonl is longer than any record',
    )
    expect(() => unpack(packArchive(content, kinds), { lineBytes: 1_000_000 })).not.toThrow()
  })

  it('that declares less than it holds is cut at what it declares, and refused', () => {
    const bomb = altered((files) => ({ ...files, 'tools.jsonl': ' '.repeat(5_000_000) }))
    const view = new DataView(bomb.buffer, bomb.byteOffset, bomb.byteLength)
    for (let at = 0; at + 28 < bomb.length; at++) {
      const signature = view.getUint32(at, true)
      if (signature === 0x02014b50 && view.getUint32(at + 24, true) === 5_000_000) {
        view.setUint32(at + 24, 100, true)
      }
    }
    expect(() => unpack(bomb, { allBytes: 1_000_000 })).toThrow(
      expect.objectContaining({ code: 'unreadable' }),
    )
  })

  it('that is refused leaves nothing in the library', async () => {
    const { folder, library } = await sampleWorkspace()
    const before = readdirSync(folder)
    const archive = altered((files) => ({ ...files, '../evil.txt': 'x' }))
    await expect(library.importArchive(archive)).rejects.toMatchObject({ code: 'unreadable' })
    expect(readdirSync(folder)).toEqual(before)
  })

  it('that cannot be written whole leaves nothing in the library', async () => {
    let isFull = false
    const { folder, library, store } = await sampleWorkspace({
      onWriteStep: () => {
        if (isFull) throw new Error('ENOSPC: no space left on device, write')
      },
    })
    const archive = await library.exportArchive(store.dir)
    const before = readdirSync(folder)
    isFull = true
    await expect(library.importArchive(archive)).rejects.toMatchObject({ code: 'storage' })
    await expect(library.duplicate(store.dir, 'Copy')).rejects.toMatchObject({ code: 'storage' })
    expect(readdirSync(folder)).toEqual(before)
  })
})
