import { columnNamed, plainColumn } from './table'

/** What tells the column of one field. */
export interface ColumnSigns {
  /** What it is called in the wild, without case and punctuation; the first that is there wins. */
  names: readonly string[]
  /**
   * How much a column's cells look like it, 0 … 1; of columns whose names say nothing, the best
   * above a half is taken.
   */
  look?(cells: readonly string[]): number
}

/** Names too short to be looked for within another one: `id` is in "width". */
const SHORTEST_PART = 5

/**
 * Which column holds what: by a name of its own, else by a word of its name, else by how its cells
 * look. A column holds one field; of several that a word may mean, the one that comes first in
 * `signs`.
 * @param rows `rows[i][j]` belongs to `header[j]`.
 */
export function guessColumns<Field extends string>(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  signs: Readonly<Record<Field, ColumnSigns>>,
): Partial<Record<Field, string>> {
  const found = new Map<Field, string>()
  const fields = Object.entries<ColumnSigns>(signs) as [Field, ColumnSigns][]
  const search = (columnOf: (signs: ColumnSigns, free: string[]) => string | undefined): void => {
    for (const [field, sign] of fields) {
      const taken = new Set(found.values())
      const free = header.filter((column) => !taken.has(column))
      const column = found.has(field) ? undefined : columnOf(sign, free)
      if (column !== undefined) found.set(field, column)
    }
  }
  search(({ names }, free) => columnNamed(free, names))
  search(({ names }, free) => columnWithWord(free, names))
  const cellsOf = (column: string): string[] =>
    rows.flatMap((row) => row[header.indexOf(column)]?.trim() || [])
  search(({ look }, free) => look && likeliest(free, (column) => rate(cellsOf(column), look)))
  return Object.fromEntries(found) as Partial<Record<Field, string>>
}

function columnWithWord(columns: readonly string[], names: readonly string[]): string | undefined {
  const has = (column: string, name: string): boolean =>
    wordsOf(column).includes(name) ||
    (name.length >= SHORTEST_PART && plainColumn(column).includes(name))
  return names.flatMap((name) => columns.filter((column) => has(column, name)))[0]
}

const wordsOf = (column: string): string[] => column.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const rate = (cells: string[], look: NonNullable<ColumnSigns['look']>): number =>
  cells.length > 0 ? look(cells) : 0

function likeliest(
  columns: readonly string[],
  likeness: (column: string) => number,
): string | undefined {
  const rated = columns.map((column) => ({ column, likeness: likeness(column) }))
  const [best] = rated.toSorted((one, other) => other.likeness - one.likeness)
  return best && best.likeness > 0.5 ? best.column : undefined
}

const shareOf = (cells: readonly string[], test: (cell: string) => boolean): number =>
  cells.filter(test).length / cells.length

/** Identifiers such as `send_email`, `mail/send`, `SendEmail`, each of them once. */
export const looksLikeNames = (cells: readonly string[]): number =>
  shareOf(cells, (cell) => /^\p{L}[\p{L}\p{N}_./:-]{1,99}$/u.test(cell)) *
  (new Set(cells).size / cells.length)

/** Sentences: several words, the longer the likelier. */
export const looksLikeText = (cells: readonly string[]): number => {
  const words = cells.map((cell) => cell.split(/\s+/).length)
  const mean = words.reduce((sum, count) => sum + count, 0) / cells.length
  return shareOf(cells, (cell) => /^\p{L}/u.test(cell) && /\s/.test(cell)) * (1 - 1 / mean)
}

/** JSON objects. */
export const looksLikeObjects = (cells: readonly string[]): number =>
  shareOf(cells, (cell) => cell.startsWith('{') && cell.endsWith('}'))

/** One identifier or a list of them, the same ones more than once. */
export const looksLikeLabels = (cells: readonly string[]): number =>
  shareOf(
    cells,
    (cell) =>
      /^["'[\s]*\p{L}[^\s]*([;,|\s]+[\p{L}"'][^\s]*)*$/u.test(cell) && !/\p{L}\s+\p{L}/u.test(cell),
  )
