import type { GoldenQuery } from '../../domain/query/golden-set'
import { queryOf } from '../../domain/query/query'
import type { HeldQueries } from '../../pipeline/knowledge-base/query-vectors'
import { textsAhead } from '../../pipeline/stage'
import type { Clock } from '../../ports/clock'
import type { Call } from '../app'
import { counting } from '../requests/call-progress'
import type { Catalog } from '../catalog/catalog'
import type { Cell } from './cells'
import { takesItsTime } from './sharing'

/** The queries of an experiment, embedded once for all its cells. */
export interface QueriesAhead {
  /** Embeds the queries, with all that will be searched for them, where the cell compares embeddings and that is worth its while, and gives what those of one query took on the average, in ms. */
  embed(
    cell: Cell,
    at: { queries: readonly GoldenQuery[]; place: string; call: Call },
  ): Promise<number>
  release(): void
}

/** @param isAskedOften whether many cells ask the same queries: then even what is embedded in no time is worth holding */
export function queriesAhead(catalog: Catalog, clock: Clock, isAskedOften: boolean): QueriesAhead {
  const holds = new Map<string, { queries: HeldQueries; tookMs: number }>()
  return {
    async embed({ embeds, embedder, pipeline }, { queries, place, call: { signal, emit } }) {
      if (!embeds || !(takesItsTime(embedder) || isAskedOften)) return 0
      const hold = holds.get(embedder) ?? {
        queries: catalog.kit(embedder).holdQueries(),
        tookMs: 0,
      }
      holds.set(embedder, hold)
      const texts = queries.flatMap(({ text, turns }) =>
        textsAhead(pipeline, { ...queryOf(text), ...(turns && { turns }) }),
      )
      const onProgress = counting(emit, `${place}: embedding the queries`, 'texts')
      const startedMs = clock.elapsedMs()
      const held = await hold.queries.embed(texts, { signal, onProgress }).finally(() => {
        hold.tookMs += clock.elapsedMs() - startedMs
      })
      return held === 0 ? 0 : ((hold.tookMs / held) * texts.length) / queries.length
    },
    release() {
      for (const { queries } of holds.values()) queries.release()
    },
  }
}
