import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { circlesIn, houses } from '../config/rooms.mjs'

let house: string
beforeEach(() => (house = mkdtempSync(join(tmpdir(), 'pegboard-rooms-'))))
afterEach(() => rmSync(house, { recursive: true, force: true }))

function write(path: string, ...imports: string[]): void {
  mkdirSync(dirname(join(house, path)), { recursive: true })
  const lines = imports.map((from) => `import type { A } from '${from}'`)
  writeFileSync(join(house, path), [...lines, 'export type A = string'].join('\n'))
}

describe('rooms', () => {
  it('that import each other over others are found, with all that are tied up in it', () => {
    write('catalog/list.ts', '../golden/sets')
    write('golden/sets.ts', '../query')
    write('query.ts', './catalog/other')
    write('catalog/other.ts')
    write('evaluation/run.ts', '../golden/sets')
    expect(circlesIn(house).map((rooms) => rooms.sort())).toEqual([
      ['catalog/', 'golden/', 'query'],
    ])
  })

  it('may import others in one direction, and their own files as they like', () => {
    write('catalog/list.ts', './tool', '../requests/call')
    write('catalog/tool.ts', './list', '../../elsewhere/thing')
    write('requests/call.ts')
    write('View.vue', './catalog/list')
    expect(circlesIn(house)).toEqual([])
  })

  it.each(houses)('of %s form no circle', (name) => {
    expect(circlesIn(resolve(name))).toEqual([])
  })
})
