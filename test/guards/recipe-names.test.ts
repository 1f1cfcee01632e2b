import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { parseForESLint } from 'vue-eslint-parser'
import { recipes } from '../../src-main/features/recipes'

/** What recipes are called. */
const NAMES = recipes.all.flatMap(({ id, title }) => [id, title])

/** Where recipes are named: they themselves, tests, and the demo, which is made with some. */
const HOME = [
  /^src-main\/pipeline\/recipes\//,
  /^src-main\/features\/providers\/recipes\//,
  /^src-(main|renderer)\/features\/[^/]+\/test\//,
  /^src-main\/app\/evaluation\/measure-demo/,
]

interface Exception {
  /** A file, or a folder with all in it. */
  at: string
  /** Left out: all. */
  name?: string
  why: string
}

/** What else is called as a recipe is, and who has to name one. */
const EXCEPTIONS: readonly Exception[] = [
  { at: 'src-main/pipeline/retrieval/lexical.ts', name: 'bm25', why: 'a stage and its score' },
  { at: 'src-main/pipeline/retrieval/dense.ts', name: 'dense', why: 'a stage' },
  {
    at: 'src-main/features/edge-search/clues/propose-edges.ts',
    name: 'dense',
    why: 'a part of the kit',
  },
  { at: 'src-main/features/tool-benchmarks/formats/ptr.ts', name: 'ptr', why: 'a format' },
  {
    at: 'src-main/features/tool-benchmarks/formats/toolret-weights.ts',
    name: 'bm25',
    why: 'a file’s name',
  },
  { at: 'src-renderer/words/source-words.ts', name: 'BM25', why: 'a score' },
]

/**
 * The names of recipes in a source text: as whole strings, or in quotation marks within one.
 * Comments say what they like.
 */
function namesIn(text: string, file: string): string[] {
  const { ast } = parseForESLint(text, {
    filePath: file,
    parser,
    ecmaVersion: 'latest',
    sourceType: 'module',
  })
  const strings = [...stringsIn(ast), ...stringsIn(ast.templateBody)]
  return NAMES.filter((name) =>
    strings.some((string) => string.trim() === name || string.includes(`“${name}”`)),
  )
}

/**
 * Every string of a syntax tree: literals, parts of templates, and what a window's template shows.
 */
function stringsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(stringsIn)
  const { type, value } = node as { type?: unknown; value?: unknown }
  const own = type === 'TemplateElement' ? (value as { cooked?: unknown }).cooked : value
  const inside = Object.entries(node).flatMap(([key, child]) =>
    NOT_INSIDE.has(key) ? [] : stringsIn(child),
  )
  return typeof own === 'string' ? [own, ...inside] : inside
}

const NOT_INSIDE = new Set([
  'parent',
  'tokens',
  'comments',
  'loc',
  'range',
  'references',
  'variables',
])

const sources = ['src-main', 'src-renderer']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((file) => /\.(ts|vue)$/.test(file) && !HOME.some((home) => home.test(file)))

const named = sources.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const found = NAMES.some((name) => text.includes(name)) ? namesIn(text, file) : []
  return found.map((name) => ({ file, name }))
})

const excepting =
  ({ file, name }: (typeof named)[number]) =>
  ({ at, name: only = name }: Exception): boolean =>
    only === name && (at.endsWith('/') ? file.startsWith(at) : file === at)

describe('recipes', () => {
  it('are named by none but themselves and the demo', () => {
    const rest = named.filter((each) => !EXCEPTIONS.some(excepting(each)))
    expect(rest.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  })

  it.each(EXCEPTIONS)('may still be named in $at: $why', (exception) => {
    expect(named.some((each) => excepting(each)(exception))).toBe(true)
  })

  it.each([
    ["const asked = { recipe: 'hybrid', k: 5 }", 'a.ts', ['hybrid']],
    ['const remark = `The recipe “Hybrid” has ${worth}.`', 'a.ts', ['Hybrid']],
    ["type Id = 'bm25' | 'dense'", 'a.ts', ['bm25', 'dense']],
    ['<template><p>The recipe “MFTR” weighs.</p></template>', 'a.vue', ['MFTR']],
    ['<template><A :recipe="\'ptr\'" with="toolshed" /></template>', 'a.vue', ['toolshed', 'ptr']],
    ['<script setup lang="ts">\nconst a: string = \'toolsee\'\n</script>', 'a.vue', ['toolsee']],
    ["// like 'hybrid'\nexport const hybrid = (dense: number) => dense", 'a.ts', []],
    ["const text = 'a hybrid of both'", 'a.ts', []],
  ])('are found in %s', (text, file, found) => {
    expect(namesIn(text, file)).toEqual(found)
  })
})
