import { definitionOf } from '../../domain/tool/catalog-tool'
import { idOf, readInPassing } from '../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { ToolsById } from '../../domain/tool/tools-by-id'
import {
  FEWEST_KEPT,
  packJson,
  unpackJson,
  type Derived,
} from '../../pipeline/knowledge-base/derived'
import type { TokenCount, TokenCounter } from '../../ports/token-counter'
import type { OnTools } from '../requests/call-progress'

/**
 * Counts by the tools as they are, for catalogs that follow each other: a tool that changes is
 * another entry.
 */
export interface KnownCounts {
  byEntry: WeakMap<CatalogTool, TokenCount>
  /** Reads what an earlier process counted, once. */
  taking?: Promise<void>
}

/** Tokens of the tools of a catalog, each counted once. */
export interface TokenCounts {
  of(entry: CatalogTool): TokenCount
  /** See `Catalog.countTokens`. */
  sum(
    pause: () => Promise<boolean>,
    counting: { ids?: readonly ToolId[] | undefined; onCounted?: OnTools | undefined },
  ): Promise<TokenCount>
  readonly known: KnownCounts
}

/** To be counted up whenever what is counted changes. */
const NAME = 'prompt tokens 1'

/** The share of tools to count that is worth keeping the counts of all. */
const SHARE_KEPT = 0.01

interface CountedTools {
  tools: ToolsById
  tokenCounter: TokenCounter
  derived?: Derived | undefined
  /** Of an earlier catalog. */
  known?: KnownCounts | undefined
}

export function tokenCounts({
  tools,
  tokenCounter,
  derived,
  known = { byEntry: new WeakMap() },
}: CountedTools): TokenCounts {
  const name = `${NAME}, ${tokenCounter.tokenizer}`
  const { byEntry } = known
  let total: TokenCount | undefined
  let counted = 0
  const of = (entry: CatalogTool): TokenCount => {
    const found = byEntry.get(entry)
    if (found) return found
    const count = countOf(entry, tokenCounter)
    byEntry.set(entry, count)
    counted++
    return count
  }
  const takeKept = async () => {
    const isKept = derived !== undefined && tools.size >= FEWEST_KEPT
    const kept = isKept ? await derived.read(name) : undefined
    const counts = kept && unpackJson<number[]>(kept.content)
    if (!kept || !counts) return
    const { ids } = kept
    counts.forEach((tokens, at) => {
      const entry = ids ? tools.get(ids[at] as ToolId) : tools.list[at]
      if (!entry || byEntry.has(entry) || kept.changed.has(idOf(entry))) return
      byEntry.set(entry, { tokens: Math.abs(tokens), isEstimate: tokens < 0 })
    })
  }
  const keep = async () => {
    // Of a few that changed, the next process counts again what it finds changed.
    if (!derived || tools.size < FEWEST_KEPT || counted < SHARE_KEPT * tools.size) return
    const counts = tools.list.map((entry) => {
      const { tokens, isEstimate } = of(entry)
      return isEstimate ? -tokens : tokens
    })
    await derived.keep(name, packJson(counts))
  }
  return {
    of,
    known,
    async sum(pause, { ids, onCounted }) {
      await (known.taking ??= takeKept().catch(() => undefined))
      const some = ids?.flatMap((id) => tools.get(id) ?? [])
      if (some) return sumOf(some, of, { pause, onCounted })
      if (total) return total
      total = await sumOf(tools.list, of, { pause, onCounted })
      await keep()
      return total
    },
  }
}

export const countOf = (entry: CatalogTool, tokenCounter: TokenCounter): TokenCount =>
  tokenCounter.count(JSON.stringify(definitionOf(readInPassing(entry))))

async function sumOf(
  entries: readonly CatalogTool[],
  tokensOf: (entry: CatalogTool) => TokenCount,
  { pause, onCounted }: { pause: () => Promise<boolean>; onCounted?: OnTools | undefined },
): Promise<TokenCount> {
  const total: TokenCount = { tokens: 0, isEstimate: false }
  for (const [at, entry] of entries.entries()) {
    const { tokens, isEstimate } = tokensOf(entry)
    total.tokens += tokens
    total.isEstimate ||= isEstimate
    if (await pause()) onCounted?.(at + 1, entries.length)
  }
  return total
}
