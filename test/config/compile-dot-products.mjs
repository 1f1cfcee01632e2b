// Makes dot-products-bytes.ts of dot-products.wat: node test/config/compile-dot-products.mjs && npx prettier --write <it>
import { readFileSync, writeFileSync } from 'node:fs'
import openWabt from 'wabt'

const FOLDER = 'src-main/adapters/memory/first-pass'

/** What the text is compiled to. */
export async function compiledBytes() {
  const wabt = await openWabt()
  const text = readFileSync(`${FOLDER}/dot-products.wat`, 'utf8')
  const module = wabt.parseWat('dot-products.wat', text, { simd: true })
  const bytes = Buffer.from(module.toBinary({}).buffer)
  module.destroy()
  return bytes
}

/** The source file that holds the bytes, but for how it is formatted. @param {Buffer} bytes */
function sourceOf(bytes) {
  const base64 = bytes.toString('base64')
  const lines = (base64.match(/.{1,90}/g) ?? []).map((line) => `'${line}',`)
  return [
    '/** `dot-products.wat`, compiled by test/config/compile-dot-products.mjs. */',
    `export const DOT_PRODUCTS = Buffer.from([${lines.join('\n')}].join(''), 'base64')`,
    '',
  ].join('\n')
}

if (import.meta.main) {
  writeFileSync(`${FOLDER}/dot-products-bytes.ts`, sourceOf(await compiledBytes()))
}
