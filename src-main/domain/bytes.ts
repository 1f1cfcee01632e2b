const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** A number of bytes as a person says it, in steps of a thousand: `640 bytes`, `45.9 MB`, `274 MB`, `4.7 GB`. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit > 0 && value < 99.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit] ?? ''}`
}
