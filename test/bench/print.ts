/** One figure with what is asked of it. */
export function printFigure(what: string, figure: string, asked?: string): void {
  const line = `  ${what.padEnd(62)} ${figure.padStart(22)}`
  process.stdout.write(asked ? `${line}   asked: ${asked}\n` : `${line}\n`)
}

/** The value that `share` (0…1) of the samples do not exceed. */
export function percentile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

export const milliseconds = (value: number): string => `${value.toFixed(2)} ms`
export const seconds = (value: number): string => `${(value / 1000).toFixed(2)} s`
