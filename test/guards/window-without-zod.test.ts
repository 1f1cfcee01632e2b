import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * A schema of zod compiles itself by `eval`, which the window's content policy refuses. So the
 * window takes no value from a file that makes schemas, nor from one that does.
 */
const IMPORT = /^(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s+'([^']+)'/gm

interface Imported {
  from: string
  isValue: boolean
}

const importsOf = (text: string): Imported[] =>
  [...text.matchAll(IMPORT)].map(([, type, names = '', from = '']) => ({
    from,
    isValue: !type && /[\w$*]/.test(names.replaceAll(/\btype\s+[\w$]+(\s+as\s+[\w$]+)?/g, '')),
  }))

function fileOf(from: string): string {
  if (/\.(ts|vue|css|svg)$/.test(from)) return from
  return existsSync(join(from, 'index.ts')) ? join(from, 'index.ts') : `${from}.ts`
}

/** Files that make no schema but of single values, which needs no `eval`. */
const HARMLESS = new Set([
  'src-main/domain/problem.ts',
  'src-main/domain/measure/tokens-estimated.ts',
])

/** The way by values from a file to one that imports zod; nothing where there is none. */
function wayToZod(
  path: string,
  read: (path: string) => string,
  seen = new Set<string>(),
): string[] {
  if (seen.has(path) || HARMLESS.has(path)) return []
  seen.add(path)
  for (const { from, isValue } of importsOf(read(path))) {
    if (!isValue) continue
    if (from === 'zod') return [path, from]
    if (!from.startsWith('.')) continue
    const way = wayToZod(fileOf(join(dirname(path), from)), read, seen)
    if (way.length > 0) return [path, ...way]
  }
  return []
}

const read = (path: string): string => (/\.(css|svg)/.test(path) ? '' : readFileSync(path, 'utf8'))

it('the window takes no value from a file that makes schemas', () => {
  const files = globSync('src-renderer/**/*.{ts,vue}').filter(
    (file) => !/[\\/]test[\\/]/.test(file),
  )
  expect(files.length).toBeGreaterThan(100)
  const seen = new Set<string>()
  expect(
    files.map((file) => wayToZod(file, read, seen)).filter(({ length }) => length > 0),
  ).toEqual([])
})

it('a value from such a file would be found, and a type is none', () => {
  const files: Record<string, string> = {
    'a.ts': "import { text } from './b'",
    'b.ts': "import { z } from 'zod'",
    'c.ts': "import { type Text } from './b'\nimport type { Other } from './b'",
  }
  const readFake = (path: string) => files[path] ?? ''
  expect(wayToZod('a.ts', readFake)).toEqual(['a.ts', 'b.ts', 'zod'])
  expect(wayToZod('c.ts', readFake)).toEqual([])
})
