import { tagsOf, visibilityOf } from '../../domain/catalog-tool'
import type { CatalogTool, ToolId, Visibility } from '../../domain/tool'
import type { Component } from '../../domain/tool-document'
import type { Embedder } from '../../ports/embedder'
import type { BuildToolIndex, ToolIndex } from '../../ports/tool-index'
import type { EmbedCall } from './embed-documents'
import { analyser, type Analyse, type AnalyserStep } from './analyse'
import { splitIdentifier } from './split-identifier'
import { documentText } from './tool-document'

/** Which tools may be retrieved at all; an empty list lets all through. */
export interface ToolFilter {
  tags: string[]
  servers: string[]
  visibilities: Visibility[]
}

/** A catalog made searchable. Indexes are built when first asked for and kept. */
export interface KnowledgeBase {
  readonly tools: ReadonlyMap<ToolId, CatalogTool>
  /** The tools that pass, or nothing where all do; the same set for the same filter. */
  among(filter: ToolFilter): ReadonlySet<ToolId> | undefined
  lexical(
    components: readonly Component[],
    steps: readonly AnalyserStep[],
  ): Promise<{ index: ToolIndex; analyse: Analyse }>
  /** Embeds what is not embedded yet; `call` is heeded where this is the first to ask, or takes over from one that was stopped. */
  dense(
    components: readonly Component[],
    call?: EmbedCall,
  ): Promise<{ index: ToolIndex; embedder: Embedder }>
  close(): Promise<void>
}

export interface KnowledgeBaseParts {
  tools: CatalogTool[]
  buildIndex: BuildToolIndex
  embedder: () => Promise<Embedder>
  /** Vectors of tool documents; `vectors[i]` belongs to `texts[i]`. */
  embed(embedder: Embedder, texts: string[], call?: EmbedCall): Promise<Float32Array[]>
}

/** The texts that are embedded: tool documents with their identifiers written as words. */
export const embeddedTexts = (tools: CatalogTool[], components: readonly Component[]): string[] =>
  tools.map((entry) => splitIdentifier(documentText(entry, components)))

export function openKnowledgeBase(parts: KnowledgeBaseParts): KnowledgeBase {
  const { tools, buildIndex, embed } = parts
  const remember = rememberPromises()
  const filtered = new Map<string, ReadonlySet<ToolId> | undefined>()

  return {
    tools: new Map(tools.map((entry) => [entry.tool.id, entry])),
    among(filter) {
      const key = JSON.stringify(filter)
      if (!filtered.has(key)) filtered.set(key, passing(tools, filter))
      return filtered.get(key)
    },
    lexical: (components, steps) =>
      remember(`lexical ${components.join()} ${steps.join()}`, async () => {
        const analyse = analyser(steps)
        const index = await buildIndex(
          tools.map((entry) => ({
            tool: entry.tool.id,
            terms: analyse(documentText(entry, components)),
          })),
        )
        return { index, analyse, close: () => index.close() }
      }),
    dense: (components, call) =>
      remember(`dense ${components.join()}`, async () => {
        const embedder = await parts.embedder()
        const texts = embeddedTexts(tools, components)
        const vectors = await embed(embedder, texts, call)
        const index = await buildIndex(
          tools.map(({ tool }, at) => ({ tool: tool.id, terms: [], vector: vectors[at] })),
        )
        return {
          index,
          embedder,
          close: () => index.close(),
        }
      }),
    close: () => remember.close(),
  }
}

function passing(tools: CatalogTool[], filter: ToolFilter): ReadonlySet<ToolId> | undefined {
  const passes = (wanted: string[], had: string[]) =>
    wanted.length === 0 || had.some((value) => wanted.includes(value))
  const passed = tools.filter(
    (entry) =>
      passes(filter.visibilities, [visibilityOf(entry)]) &&
      passes(filter.servers, [entry.tool.server ?? '']) &&
      passes(filter.tags, tagsOf(entry)),
  )
  return passed.length === tools.length ? undefined : new Set(passed.map(({ tool }) => tool.id))
}

/**
 * Computes once per key, also for callers that come while it is being computed; a failure is forgotten. Where the first
 * caller stops it, one that still waits takes it up.
 */
function rememberPromises() {
  const kept = new Map<string, Promise<{ close(): Promise<void> }>>()
  let closed = false
  const remember = <Value extends { close(): Promise<void> }>(
    key: string,
    compute: () => Promise<Value>,
  ): Promise<Value> => {
    const known = kept.get(key) as Promise<Value> | undefined
    if (known) {
      return known.catch((error: unknown) => {
        if (isStop(error) && !closed) return remember(key, compute)
        throw error
      })
    }
    const value = compute()
    kept.set(key, value)
    value.catch(() => kept.delete(key))
    return value
  }
  remember.close = async () => {
    closed = true
    const all = [...kept.values()]
    kept.clear()
    for (const settled of await Promise.allSettled(all)) {
      if (settled.status === 'fulfilled') await settled.value.close()
    }
  }
  return remember
}

const isStop = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
