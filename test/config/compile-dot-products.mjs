// Makes the bytes of each .wat file: node test/config/compile-dot-products.mjs && npx prettier
// --write <them>
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import openWabt from 'wabt'

/** What is compiled: the texts, without their ending, and what their bytes are called. */
export const COMPILED = {
  DOT_PRODUCTS: 'src-main/adapters/memory/first-pass/dot-products',
  ROW_PRODUCTS: 'src-main/adapters/memory/in-memory-rows/row-products',
  EXACT_PRODUCTS: 'src-main/adapters/memory/exact-products/exact-products',
}

/** What a text is compiled to. @param {string} path without its ending */
export async function compiledBytes(path) {
  const wabt = await openWabt()
  const text = readFileSync(`${path}.wat`, 'utf8')
  const module = wabt.parseWat(`${basename(path)}.wat`, text, { simd: true })
  const bytes = Buffer.from(module.toBinary({}).buffer)
  module.destroy()
  return bytes
}

/**
 * The source file that holds the bytes, but for how it is formatted.
 * @param {Buffer} bytes
 * @param {string} name
 * @param {string} path
 */
function sourceOf(bytes, name, path) {
  const base64 = bytes.toString('base64')
  const lines = (base64.match(/.{1,90}/g) ?? []).map((line) => `'${line}',`)
  return [
    `/** \`${basename(path)}.wat\`, compiled by test/config/compile-dot-products.mjs. */`,
    `export const ${name} = Buffer.from([${lines.join('\n')}].join(''), 'base64')`,
    '',
  ].join('\n')
}

if (import.meta.main) {
  for (const [name, path] of Object.entries(COMPILED)) {
    writeFileSync(`${path}-bytes.ts`, sourceOf(await compiledBytes(path), name, path))
  }
}
