import type { CatalogImport } from '../../domain/catalog/import'
import { Problem } from '../../domain/problem'
import { perApp } from '../action'
import type { ChangeLists } from './change-lists'
import type { ReadSource } from '../sources/read-source'
import type { ImportOutcome } from './planned-import'
import type { BrokenQuery } from './source-record'

/**
 * Imports whose changes can be looked through: the one on show, and those of a few other windows.
 */
const KEPT = 4
/**
 * Earlier ones that are kept as well, and tools in all: sources that are refreshed together are
 * previewed together.
 */
const MOST_KEPT = 100
const MOST_TOOLS = 50_000

export interface RecentImport {
  lists: ChangeLists
  /** Not what it replaces: for that the whole workspace would be held. */
  outcome: Pick<ImportOutcome, 'difference' | 'layersPut'>
  tools: number
  /** What was read of a source: what a person saw is what is imported. */
  read?: { source: ReadSource; imported: CatalogImport } | undefined
  /** Golden queries that it breaks, once they were asked. */
  broken?: readonly BrokenQuery[]
}

export type RecentImports = ReturnType<typeof recentImports>

/** What the last few imports do, or did, to be looked through page by page. */
export const recentOf = perApp(recentImports)

function recentImports() {
  const kept = new Map<string, RecentImport>()
  let count = 0
  return {
    /** Keeps the lists, and gives the name that they are found by; the oldest ones go. */
    keep(
      lists: ChangeLists,
      { difference, layersPut, tools }: ImportOutcome,
      read?: RecentImport['read'],
    ): string {
      const name = `import ${++count}`
      kept.set(name, { lists, outcome: { difference, layersPut }, tools: tools.length, read })
      forgetOldest(kept)
      return name
    },
    /** @throws Problem `not-found` for those that are not kept any more. */
    of(name: string): RecentImport {
      const found = kept.get(name)
      if (found) return found
      throw new Problem(
        'not-found',
        'Other imports were previewed since, so the list of changes is gone.',
        'Choose the files again, or read the source again.',
      )
    },
  }
}

function forgetOldest(kept: Map<string, RecentImport>): void {
  let tools = 0
  for (const [at, [name, recent]] of [...kept].reverse().entries()) {
    tools += recent.tools
    const isTooMuch = at >= MOST_KEPT || tools > MOST_TOOLS
    if (at >= KEPT && isTooMuch) kept.delete(name)
  }
}
