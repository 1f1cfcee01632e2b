import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { joinById, joinByName } from '../../src-main/features/join-by-name'
import { featuresIn, roundsOf, takeOut, typeErrors } from '../config/without-features.mjs'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'pegboard-features-'))
  const options = {
    composite: true,
    emitDeclarationOnly: true,
    lib: ['ES5'],
    types: [],
    outDir: 'out',
  }
  const config = JSON.stringify({ compilerOptions: options, include: ['.'] })
  write('src-main/tsconfig.json', config)
  write('src-renderer/tsconfig.json', config)
  write('src-main/core.ts', 'export const core = 1')
  write('src-main/features/tiers/index.ts', 'export const tiers = { actions: 1 }')
  write('src-main/features/tiers/commands.ts', 'export const commands = { tiers: 1 }')
  write('src-main/features/sizes/index.ts', 'export const sizes = { actions: 2 }')
  write(
    'src-main/features/registry.ts',
    "export { tiers } from './tiers'\nexport { sizes } from './sizes'\n",
  )
  write('src-main/features/tiers/formats/index.ts', 'export const formats = []')
  write('src-main/features/formats.ts', "export { formats as tiers } from './tiers/formats'\n")
  write('src-main/features/commands.ts', "export { commands as tiers } from './tiers/commands'\n")
  write('src-renderer/features/tiers/index.ts', 'export const tiers = {}')
  write('src-renderer/features/registry.ts', "export { tiers } from './tiers'\n")
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(place, path)), { recursive: true })
  writeFileSync(join(place, path), text)
}

const read = (path: string) => readFileSync(join(place, path), 'utf8')

describe('a feature', () => {
  it('is taken out with its folders and lines, and put back as it was', () => {
    const before = read('src-main/features/registry.ts')
    const putBack = takeOut(place, 'tiers')
    expect(featuresIn(place)).toEqual(['sizes'])
    expect(read('src-main/features/registry.ts')).toContain("from './sizes'")
    for (const list of ['src-main/features/registry', 'src-renderer/features/registry']) {
      expect(read(`${list}.ts`)).not.toContain('tiers')
    }
    expect(read('src-main/features/commands.ts')).not.toContain('tiers')
    expect(read('src-main/features/formats.ts')).not.toContain('tiers')
    putBack()
    expect(featuresIn(place)).toEqual(['sizes', 'tiers'])
    expect(read('src-main/features/registry.ts')).toBe(before)
    expect(existsSync(join(place, 'src-renderer/features/tiers/index.ts'))).toBe(true)
  })

  it('that the rest does without leaves types that fit', () => {
    takeOut(place, 'tiers')
    expect(typeErrors(place)).toBe('')
  })

  it('that another part needs is found', () => {
    write('src-main/core.ts', "export { tiers as core } from './features/registry'")
    takeOut(place, 'sizes')
    expect(typeErrors(place)).toBe('')
    takeOut(place, 'tiers')
    expect(typeErrors(place)).toContain('core.ts')
  })
})

describe('rounds of taking features out', () => {
  it.each([1, 2, 4, 10, 35])('part any two of %i features', (count) => {
    const features = Array.from({ length: count }, (_, at) => `feature ${String(at)}`)
    const rounds = roundsOf(features)
    for (const one of features) {
      expect(rounds.some((out) => out.includes(one))).toBe(true)
      for (const other of features.filter((name) => name !== one)) {
        expect(rounds.some((out) => out.includes(one) && !out.includes(other))).toBe(true)
      }
    }
  })

  it('are few', () => {
    expect(roundsOf(Array.from({ length: 35 }, String))).toHaveLength(7)
  })
})

describe('what features give', () => {
  it('is joined by name', () => {
    expect(joinByName('action', { 'the core': { ask: 1 }, tiers: { tell: 2 } })).toEqual({
      ask: 1,
      tell: 2,
    })
  })

  it('is refused where two give the same name', () => {
    const twice = () => joinByName('action', { 'the core': { ask: 1 }, tiers: { ask: 2 } })
    expect(twice).toThrow('Two give the action “ask”: the core and tiers.')
  })

  it('is joined by id in the order of the core and then of features', () => {
    const given = { 'the core': [{ id: 'b' }, { id: '1' }], tiers: [{ id: 'a' }] }
    expect(joinById('format', given).map(({ id }) => id)).toEqual(['b', '1', 'a'])
  })

  it.each([
    ['another', { 'the core': [{ id: 'a' }], tiers: [{ id: 'a' }] }, 'the core and tiers'],
    ['itself', { 'the core': [], tiers: [{ id: 'a' }, { id: 'a' }] }, 'tiers and tiers'],
  ])('is refused where one gives the id of %s', (_, given, who) => {
    expect(() => joinById('format', given)).toThrow(`Two give the format “a”: ${who}.`)
  })

  it('is refused where it has a name that the core uses for something else', () => {
    const given = { tiers: [{ id: 'finding' }] }
    expect(() => joinById('kind of things to do', given, ['finding'])).toThrow(
      'Two give the kind of things to do “finding”: the core and tiers.',
    )
  })
})
