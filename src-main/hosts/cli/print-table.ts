import { plainText } from '../../domain/value/plain-text'

export { plainText }

/** A table as text: columns separated by two spaces, numbers aligned right. */
export function tableText(header: string[], rows: string[][]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const numeric = header.map((_, column) =>
    rows.every((row) => /^[\d.,−–\-[\] %]*$/.test(row[column] ?? '')),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, at) =>
        numeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [line(header), ...rows.map(line)].join('\n')
}
