import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const SIZES = [16, 32, 64, 128, 256, 512, 1024]

/**
 * Apple's names for the sizes of a picture in PNG,
 * https://en.wikipedia.org/wiki/Apple_Icon_Image_format.
 */
const APPLE_TYPES = /** @type {const} */ ([
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
])

/**
 * Draws the icons of all systems from the one SVG: `icon.png` of 1,024 pixels, `icon.ico`,
 * `icon.icns`.
 *
 * @param {string} svgFile
 * @param {string} folder
 */
export async function makeIcons(svgFile, folder) {
  const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
  await initWasm(readFileSync(wasm))
  const svg = readFileSync(svgFile, 'utf8')
  /** @type {Map<number, Buffer>} */
  const pictures = new Map(SIZES.map((size) => [size, pictureOf(svg, size)]))
  const picture = (/** @type {number} */ size) => /** @type {Buffer} */ (pictures.get(size))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'icon.png'), picture(1024))
  writeFileSync(
    join(folder, 'icon.ico'),
    windowsIcon([16, 32, 64, 128, 256].map((size) => ({ size, png: picture(size) }))),
  )
  writeFileSync(
    join(folder, 'icon.icns'),
    appleIcon(APPLE_TYPES.map(([type, size]) => ({ type, png: picture(size) }))),
  )
}

/**
 * @param {string} svg
 * @param {number} size in pixels
 */
function pictureOf(svg, size) {
  return Buffer.from(new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng())
}

/**
 * An ICO file of pictures in PNG: a header, an entry each, the pictures.
 *
 * @param {{ size: number, png: Buffer }[]} pictures of 256 pixels at most
 */
function windowsIcon(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  pictures.forEach(({ size, png }, index) => {
    const entry = 6 + 16 * index
    // A byte each, in which 0 stands for 256.
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += png.length
  })
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/**
 * An ICNS file: `icns`, its length, then type, length and picture each.
 *
 * @param {{ type: string, png: Buffer }[]} pictures
 */
function appleIcon(pictures) {
  const parts = pictures.map(({ type, png }) => block(type, png))
  return block('icns', Buffer.concat(parts))
}

/**
 * @param {string} type four letters
 * @param {Buffer} bytes
 */
function block(type, bytes) {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(bytes.length + 8, 4)
  return Buffer.concat([head, bytes])
}
