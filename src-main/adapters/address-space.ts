import { readFileSync } from 'node:fs'

/**
 * How many bytes of addresses this process may still take, where it is limited (`ulimit -v`):
 * Infinity where it is not, or nothing tells. V8 ends the whole process where it cannot reserve
 * addresses, so that is to be known beforehand.
 */
export function addressesLeft(read: (file: string) => string = readText): number {
  try {
    const limit = /^Max address space\s+(\d+)/m.exec(read('/proc/self/limits'))?.[1]
    const taken = /^VmSize:\s+(\d+) kB/m.exec(read('/proc/self/status'))?.[1]
    if (limit === undefined || taken === undefined) return Infinity
    return Math.max(0, Number(limit) - Number(taken) * 1024)
  } catch {
    return Infinity
  }
}

const readText = (file: string): string => readFileSync(file, 'utf8')
