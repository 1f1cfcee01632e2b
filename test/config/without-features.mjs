// Takes features out of a copy and type-checks what is left: their folders go, and their line in
// every list. Prints what does not do without them. Named in the command they go one by one.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(import.meta.dirname, '../..')
const LISTS = [
  'src-main/features/registry.ts',
  'src-main/features/commands.ts',
  'src-main/features/eval-additions.ts',
  'src-main/features/formats.ts',
  'src-renderer/features/registry.ts',
]

/**
 * Every feature, by the name of its folders.
 * @param {string} place a checkout
 * @returns {string[]}
 */
export const featuresIn = (place) =>
  [
    ...new Set(
      globSync('src-{main,renderer}/features/*/', { cwd: place }).map(
        (path) => path.split(/[\\/]/)[2] ?? '',
      ),
    ),
  ].toSorted()

/**
 * @param {string} from a checkout
 * @returns {string} a copy of its source, whose types can be checked by themselves
 */
export function copyOf(from) {
  const copy = mkdtempSync(join(tmpdir(), 'without-features-'))
  for (const name of ['src-main', 'src-renderer', 'tsconfig.json', 'package.json']) {
    cpSync(join(from, name), join(copy, name), { recursive: true })
  }
  const modules = join(copy, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(from, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(from, 'node_modules', name), join(modules, name))
  }
  // What is known of types already spares most of the work.
  const known = join(from, 'node_modules/.cache/types')
  if (existsSync(known))
    cpSync(known, join(modules, '.cache/types'), { recursive: true, preserveTimestamps: true })
  return copy
}

/**
 * Takes a feature out, and gives the way to put it back.
 * @param {string} place
 * @param {string} feature
 * @returns {() => void}
 */
export function takeOut(place, feature) {
  const folders = ['src-main', 'src-renderer']
    .map((part) => join(place, part, 'features', feature))
    .filter((folder) => existsSync(folder))
  const kept = mkdtempSync(join(tmpdir(), 'feature-'))
  const lists = LISTS.map((list) => join(place, list)).filter((list) => existsSync(list))
  const before = lists.map((list) => readFileSync(list, 'utf8'))
  folders.forEach((folder, at) => {
    cpSync(folder, join(kept, String(at)), { recursive: true, preserveTimestamps: true })
    rmSync(folder, { recursive: true })
  })
  for (const list of lists) {
    const lines = readFileSync(list, 'utf8').split('\n')
    const left = lines.filter(
      (line) => !line.includes(`'./${feature}'`) && !line.includes(`'./${feature}/`),
    )
    // A list without a line is a module all the same.
    writeFileSync(list, [...left, 'export {}', ''].join('\n'))
  }
  return () => {
    folders.forEach((folder, at) =>
      cpSync(join(kept, String(at)), folder, { recursive: true, preserveTimestamps: true }),
    )
    lists.forEach((list, at) => writeFileSync(list, before[at] ?? ''))
    rmSync(kept, { recursive: true })
  }
}

/**
 * @param {string} place
 * @returns {string} what the type checks say; empty where all is well
 */
export function typeErrors(place) {
  const tool = (/** @type {string} */ name, /** @type {string} */ project) => {
    const program = join(root, 'node_modules/.bin', name)
    const { stdout, stderr } = spawnSync(program, ['--build', project], {
      cwd: place,
      encoding: 'utf8',
    })
    return `${stdout}${stderr}`.trim()
  }
  return tool('tsc', 'src-main') || tool('vue-tsc', 'src-renderer')
}

/**
 * Which to take out together, in as few rounds as will do: of any two features there is a round
 * that the one is out of and the other is in, so that whatever needs one is found.
 * @param {readonly string[]} features
 * @returns {string[][]} the features that are out, by round
 */
export function roundsOf(features) {
  let rounds = 1
  let outIn = halves(rounds)
  while (outIn.length < features.length) outIn = halves((rounds += 1))
  return Array.from({ length: rounds }, (_, round) =>
    features.filter((_, at) => outIn[at]?.includes(round)),
  )
}

/**
 * Every choice of half of so many rounds: none of them holds another.
 * @param {number} rounds
 * @returns {number[][]}
 */
function halves(rounds) {
  /** @type {number[][]} */
  let chosen = [[]]
  for (let round = 0; round < rounds; round += 1) {
    chosen = chosen.flatMap((before) => [before, [...before, round]])
  }
  return chosen.filter(({ length }) => length === Math.ceil(rounds / 2))
}

/** @param {readonly string[]} named */
function main(named) {
  const copy = copyOf(root)
  let failed = 0
  try {
    const rounds = named.length > 0 ? named.map((one) => [one]) : roundsOf(featuresIn(root))
    for (const out of rounds) {
      const putBack = out.map((feature) => takeOut(copy, feature))
      const errors = typeErrors(copy)
      for (const back of putBack.toReversed()) back()
      if (!errors) continue
      failed += 1
      console.error(`Without ${out.join(', ')}:\n${errors}\n`)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  process.exitCode = failed > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
