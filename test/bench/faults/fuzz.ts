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
  /** The slowest request of all. */
  slowestMs: number
  slowest: string
  /** The longest that nothing else had its turn. */
  stretchMs: number
}

const WHOLE: FuzzSize = { inputs: 3_000, characters: 1_000_000 }

/** Tries spoiled inputs of every format, and hostile ones of a megabyte, and prints what came of them. */
export async function fuzz(): Promise<void> {
  const lab = await openLab()
  try {
    const spoiled = await trySpoiled(lab, WHOLE.inputs)
    print(`${WHOLE.inputs} spoiled inputs, by what was done to them`, spoiled)
    const hostile = await tryHostile(lab, WHOLE.characters)
    print(`hostile inputs of ${WHOLE.characters} characters`, hostile)
  } finally {
    await lab.close()
  }
}

/** What came of the inputs, the same ones every time: those spoiled by what was done to them, and the hostile ones. */
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
    add(row, await lab.try(spoiled), `${format}, seed ${seed}`)
  }
  return [...rows.values()]
}

async function tryHostile(lab: Lab, characters: number): Promise<FuzzRow[]> {
  const rows: FuzzRow[] = []
  for (const { kind, files } of HOSTILE_INPUTS) {
    const row = emptyRow(kind)
    add(row, await lab.try(files(characters)), kind)
    rows.push(row)
  }
  return rows
}

const emptyRow = (kind: string): FuzzRow => ({
  kind,
  inputs: 0,
  imported: 0,
  faults: [],
  slowestMs: 0,
  slowest: '',
  stretchMs: 0,
})

function add(row: FuzzRow, { outcome, faults, steps }: Trial, input: string): void {
  row.inputs += 1
  if (outcome === 'imported') row.imported += 1
  row.faults.push(...faults.map((fault) => `${input}: ${fault}`))
  for (const { route, ms, stretchMs } of steps) {
    if (ms > row.slowestMs) Object.assign(row, { slowestMs: ms, slowest: `${route} (${input})` })
    row.stretchMs = Math.max(row.stretchMs, stretchMs)
  }
}

function print(title: string, rows: readonly FuzzRow[]): void {
  const lines = rows.map(({ kind, inputs, imported, faults, slowestMs, slowest, stretchMs }) =>
    [
      `  ${kind.padEnd(30)}`,
      `${inputs} inputs, ${imported} imported, ${faults.length} faults`.padEnd(44),
      `slowest ${slowestMs.toFixed(0)} ms: ${slowest}`.padEnd(70),
      `longest stretch ${stretchMs.toFixed(0)} ms`,
      ...faults.map((fault) => `\n    FAULT ${fault}`),
    ].join(' '),
  )
  process.stdout.write(`  ${title}\n${lines.join('\n')}\n`)
}
