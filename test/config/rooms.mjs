// Rooms that import each other, in a circle of any length, are one room: no part of them can be
// read, changed or taken out alone.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(import.meta.dirname, '../..')

/** Folders whose rooms form no circle: their folders, and each file beside these. */
export const houses = [
  'src-main/app',
  'src-main/adapters/lancedb',
  ...readdirSync(join(root, 'src-renderer/views'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src-renderer/views/${name}`),
]

/**
 * The circles of rooms in a folder: each with all rooms that can be reached from one another.
 * Imports of types count.
 * @param {string} house
 * @returns {string[][]}
 */
export function circlesIn(house) {
  const imports = importsIn(house)
  const reached = new Map([...imports.keys()].map((room) => [room, reachedFrom(room, imports)]))
  const isTied = (/** @type {string} */ one, /** @type {string} */ other) =>
    reached.get(one)?.has(other) && reached.get(other)?.has(one)
  const tied = [...imports.keys()].filter((room) => isTied(room, room))
  return [...Map.groupBy(tied, (room) => tied.find((first) => isTied(first, room))).values()]
}

/**
 * @param {string} house
 * @returns {Map<string, Set<string>>} by room, the other rooms that it imports
 */
function importsIn(house) {
  /** @type {Map<string, Set<string>>} */
  const imports = new Map()
  const files = readdirSync(house, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => /\.(ts|vue)$/.test(name))) {
    const own = imports.get(roomOf(file)) ?? new Set()
    imports.set(roomOf(file), own)
    const text = readFileSync(join(house, file), 'utf8')
    for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)) {
      const target = relative(house, resolve(house, dirname(file), path))
      if (target.startsWith('..')) continue
      if (roomOf(target) !== roomOf(file)) own.add(roomOf(target))
    }
  }
  return imports
}

/** @param {string} file within the house; imports may leave its ending out */
function roomOf(file) {
  const [first = '', ...rest] = file.split(sep)
  return rest.length > 0 ? `${first}/` : first.replace(/\.(ts|vue)$/, '')
}

/**
 * @param {string} room
 * @param {Map<string, Set<string>>} imports
 */
function reachedFrom(room, imports) {
  /** @type {Set<string>} */
  const reached = new Set()
  const waiting = [room]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const other of imports.get(next) ?? []) {
      if (reached.has(other)) continue
      reached.add(other)
      waiting.push(other)
    }
  }
  return reached
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = houses.flatMap((house) =>
    circlesIn(join(root, house)).map((rooms) => `${house}: ${rooms.join(', ')}`),
  )
  if (found.length > 0) {
    console.error(`Rooms import each other in a circle:\n  ${found.join('\n  ')}`)
    process.exitCode = 1
  }
}
