import type { Agreements } from '../../src-main/ports/agreements'

/** Agreements in memory. A mark is what it stands for, as JSON. */
export function memoryAgreements(): Agreements & { marks: Set<string> } {
  const marks = new Set<string>()
  return {
    marks,
    markOf: async (what) => JSON.stringify(what),
    marksOf: async () => ({}),
    has: async (mark) => marks.has(mark),
    add: async (mark) => void marks.add(mark),
    about: async () => undefined,
    remove: async (mark) => void marks.delete(mark),
  }
}
