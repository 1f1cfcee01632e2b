import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { makeIcons } from '../../../resources/packaging/icons.mjs'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/** Width and height of a picture in PNG. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('the icons of all systems are drawn from the one SVG', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pegboard-icons-'))
  await makeIcons(resolve('resources/icon.svg'), folder)
  const read = (name: string) => readFileSync(join(folder, name))

  expect(sizeOf(read('icon.png'))).toEqual([1024, 1024])

  const ico = read('icon.ico')
  const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, at) => 6 + 16 * at)
  const pictures = entries.map((entry) => {
    const from = ico.readUInt32LE(entry + 12)
    return { told: ico[entry] || 256, png: ico.subarray(from, from + ico.readUInt32LE(entry + 8)) }
  })
  expect(pictures.map(({ told }) => told)).toEqual([16, 32, 64, 128, 256])
  for (const { told, png } of pictures) expect(sizeOf(png)).toEqual([told, told])

  const icns = read('icon.icns')
  expect(icns.toString('latin1', 0, 4)).toBe('icns')
  expect(icns.readUInt32BE(4)).toBe(icns.length)
  const types: string[] = []
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    types.push(icns.toString('latin1', at, at + 4))
    expect(icns.subarray(at + 8, at + 12)).toEqual(PNG)
  }
  expect(types).toEqual(['icp4', 'icp5', 'icp6', 'ic07', 'ic08', 'ic09', 'ic10'])
})
