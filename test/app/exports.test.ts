import { describe, expect, it } from 'vitest'
import { openExports } from '../../src-main/app/requests/exports'

const gone = expect.objectContaining({
  code: 'not-found',
  message: 'This file is no longer on offer.',
  fix: 'Export it again.',
}) as Error

const bytesOf = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, at) => at % 251)

describe('files on offer', () => {
  it('are read piece by piece, and gone when the last piece was read', () => {
    const exports = openExports()
    const bytes = bytesOf(7_000_000)
    const { file, name, size } = exports.offer('catalog.json', bytes)
    expect({ name, size }).toEqual({ name: 'catalog.json', size: 7_000_000 })
    const pieces: Buffer[] = []
    let offset: number | undefined = 0
    while (offset !== undefined) {
      const piece: { bytes: string; next?: number } = exports.read(file, offset)
      pieces.push(Buffer.from(piece.bytes, 'base64'))
      offset = piece.next
    }
    expect(pieces.length).toBeGreaterThan(1)
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
    expect(() => exports.read(file, 0)).toThrow(gone)
  })

  it('can be read again from the start as long as the last piece was not', () => {
    const exports = openExports()
    const { file } = exports.offer('catalog.json', bytesOf(7_000_000))
    const first = exports.read(file, 0)
    expect(exports.read(file, 0)).toEqual(first)
  })

  it('are eight at most: the oldest is gone for a ninth', () => {
    const exports = openExports()
    const files = Array.from({ length: 9 }, (_, at) => exports.offer(`${at}`, bytesOf(10)).file)
    expect(() => exports.read(files[0] ?? '', 0)).toThrow(gone)
    for (const [at, file] of files.slice(1).entries()) {
      expect(Buffer.from(exports.read(file, 0).bytes, 'base64'), `file ${at + 1}`).toHaveLength(10)
    }
  })

  it('are found by no name but the one given', () => {
    const exports = openExports()
    exports.offer('catalog.json', bytesOf(10))
    expect(() => exports.read('catalog.json', 0)).toThrow(gone)
  })
})
