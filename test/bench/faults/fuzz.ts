import { join } from 'node:path'
import { readInThread } from '../../../src-main/hosts/reader/read-in-thread'
import { HOSTILE_INPUTS } from './hostile-inputs'
import { SEEDS } from './seeds'
import { spoil } from './spoil'
import { openLab, type Lab, type Trial } from './trial'

/** How much is tried. */
export interface FuzzSize {
  /** Spoiled inputs. */
  inputs: number
  /** Characters of each hostile input. */
  characters: number
}

/** What came of all inputs of one kind. */
export interface FuzzRow {
  kind: string
  inputs: number
  imported: number
  faults: string[]
  /** All requests, one after the other. */
  wholeMs: number
  /** The slowest request of all. */
  slowestMs: number
  slowest: string
  /** The longest that nothing else had its turn. */
  stretchMs: number
  /** The request that took it. */
  stretch: string
}

const WHOLE: FuzzSize = { inputs: 3_000, characters: 1_000_000 }

/**
 * Tries spoiled inputs of every format, and hostile ones of a megabyte, and prints what came of
 * them.
 */
export async function fuzz(): Promise<void> {
  // Built beside this program.
  const lab = await openLab(readInThread(join(import.meta.dirname, 'reader.js')))
  try {
    const spoiled = await trySpoiled(lab, WHOLE.inputs)
    print(`${WHOLE.inputs} spoiled inputs, by what was done to them`, spoiled)
    const hostile = await tryHostile(lab, WHOLE.characters)
    print(`${hostile.length} hostile inputs of ${WHOLE.characters} characters`, hostile)
  } finally {
    await lab.close()
  }
}

/**
 * What came of the inputs, the same ones every time: those spoiled by what was done to them, and
 * the hostile ones.
 */
export async function fuzzRows(
  size: FuzzSize,
): Promise<{ spoiled: FuzzRow[]; hostile: FuzzRow[] }> {
  const lab = await openLab()
  try {
    return {
      spoiled: await trySpoiled(lab, size.inputs),
      hostile: await tryHostile(lab, size.characters),
    }
  } finally {
    await lab.close()
  }
}

async function trySpoiled(lab: Lab, inputs: number): Promise<FuzzRow[]> {
  const seeds = Object.entries(SEEDS)
  const rows = new Map<string, FuzzRow>()
  for (let seed = 1; seed <= inputs; seed++) {
    const [format, files] = seeds[seed % seeds.length] ?? ['none', []]
    const { way, files: spoiled } = spoil(files, seed)
    const row = rows.get(way) ?? emptyRow(way)
    rows.set(way, row)
    add(row, await lab.try({ files: spoiled }), `${format}, seed ${seed}`)
  }
  return [...rows.values()]
}

async function tryHostile(lab: Lab, characters: number): Promise<FuzzRow[]> {
  const rows: FuzzRow[] = []
  for (const { kind, files, requests } of HOSTILE_INPUTS) {
    const row = emptyRow(kind)
    const input = { files: files(characters), requests: requests?.(characters) }
    add(row, await lab.try(input, true), kind)
    rows.push(row)
  }
  return rows
}

const emptyRow = (kind: string): FuzzRow => ({
  kind,
  inputs: 0,
  imported: 0,
  faults: [],
  wholeMs: 0,
  slowestMs: 0,
  slowest: '',
  stretchMs: 0,
  stretch: '',
})

function add(row: FuzzRow, { outcome, faults, steps }: Trial, input: string): void {
  row.inputs += 1
  if (outcome === 'imported') row.imported += 1
  row.faults.push(...faults.map((fault) => `${input}: ${fault}`))
  for (const { action, ms, stretchMs } of steps) {
    row.wholeMs += ms
    const asked = `${action} (${input})`
    if (ms > row.slowestMs) Object.assign(row, { slowestMs: ms, slowest: asked })
    if (stretchMs > row.stretchMs) Object.assign(row, { stretchMs, stretch: asked })
  }
}

function print(title: string, rows: readonly FuzzRow[]): void {
  const lines = rows.flatMap((row) => [
    [
      `  ${row.kind.padEnd(32)}`,
      `${row.inputs} inputs, ${row.imported} imported, ${row.faults.length} faults, `,
      `${row.wholeMs.toFixed(0)} ms in all; `,
      `slowest ${row.slowestMs.toFixed(0)} ms: ${row.slowest}; `,
      `others waited ${row.stretchMs.toFixed(0)} ms at most: ${row.stretch}`,
    ].join(''),
    ...row.faults.map((fault) => `    FAULT ${fault}`),
  ])
  const longest = Math.max(...rows.map(({ slowestMs }) => slowestMs))
  const wait = Math.max(...rows.map(({ stretchMs }) => stretchMs))
  const worst = `  the slowest request ${longest.toFixed(0)} ms, the longest wait of others ${wait.toFixed(0)} ms`
  process.stdout.write(`  ${title}\n${[...lines, worst].join('\n')}\n`)
}
