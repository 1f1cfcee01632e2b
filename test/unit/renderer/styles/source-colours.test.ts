import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SOURCES } from '../../../../src-renderer/words/source-words'

const styles = join(import.meta.dirname, '../../../../src-renderer/styles')
const tokens = readFileSync(join(styles, 'tokens.css'), 'utf8')
const patterns = readFileSync(join(styles, 'sources.css'), 'utf8')

/** The tokens of a theme, by name. */
function themeOf(selector: string): (name: string) => string {
  const body = tokens.split(`${selector} {`)[1]?.split('}')[0] ?? ''
  return (name) => new RegExp(`${name}: (#[0-9a-f]{6});`).exec(body)?.[1] ?? ''
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const names = Object.keys(SOURCES)

describe.each([
  ['light', ':root'],
  ['dark', ":root[data-theme='dark']"],
])('the colours of the %s theme', (_, selector) => {
  const token = themeOf(selector)

  it.each(names)('tell %s from every surface it lies on', (name) => {
    for (const surface of ['--surface-0', '--surface-1', '--surface-2', '--surface-3']) {
      expect(contrast(token(`--source-${name}`), token(surface))).toBeGreaterThanOrEqual(3)
    }
  })

  it('are another one for each source', () => {
    expect(new Set(names.map((name) => token(`--source-${name}`))).size).toBe(names.length)
  })
})

it('every source but two has a pattern of its own, so that colour is not needed', () => {
  const patternOf = (name: string) =>
    /background:\s*([^;]+);/.exec(patterns.split(`.source-${name} {`)[1]?.split('}')[0] ?? '')?.[1]
  const patterned = names.filter((name) => name !== 'words' && name !== 'other').map(patternOf)
  expect(patterned).not.toContain(undefined)
  expect(new Set(patterned).size).toBe(patterned.length)
})
