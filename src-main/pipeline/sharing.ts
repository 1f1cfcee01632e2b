import { LRUCache } from 'lru-cache'
import { toolsIn, type Shape } from '../domain/query/query'
import type { ModelCall } from '../domain/trace/trace'
import { weightWithin } from '../domain/value/weight-within'
import type { RecordedStep } from './record'
import { readsK, stagesOf, type AnyPipeline, type AnyStage } from './stage'

/** What a stage gave, to be given again to a run that begins alike. */
interface SharedWork {
  output: Shape
  step?: RecordedStep
  calls: ModelCall[]
  degraded: string[]
  failed: string[]
  shortened: string[]
  /** How long it took, in ms, and how much longer had it not itself been given work of others. */
  tookMs: number
  sharedMs: number
}

/**
 * Outputs of stages by all that led to them: runs that begin alike compute their beginning once.
 */
export interface Sharing {
  /** Whether the stage is worth keeping; others are simply run again. */
  isShared(stage: AnyStage): boolean
  /**
   * What is kept under the key, else what `compute` gives. Failures and degraded work are not kept:
   * the next run tries again.
   */
  once(key: string, signal: AbortSignal, compute: () => Promise<SharedWork>): Promise<SharedWork>
}

/** Tools in kept outputs, all together. Some 100 bytes each, some more with what they matched. */
const MOST_TOOLS_KEPT = 100_000

/**
 * Keeps what stages gave, the least recently used forgotten first.
 * @param isShared which stages to keep; by default those that ask a model, as that is dear.
 */
export function sharing(
  isShared: Sharing['isShared'] = asksModel,
  mostTools = MOST_TOOLS_KEPT,
): Sharing {
  const kept = new LRUCache<string, { work: Promise<SharedWork> }>({ maxSize: mostTools })
  const keep = (key: string, work: Promise<SharedWork>) => {
    const entry = { work }
    kept.set(key, entry, { size: 1 })
    work.then(
      ({ output, degraded }) => {
        if (kept.peek(key) !== entry) return
        kept.delete(key)
        if (degraded.length > 0) return
        kept.set(key, entry, { size: weightWithin(mostTools, 1 + toolsIn(output).length) })
      },
      () => {
        if (kept.peek(key) === entry) kept.delete(key)
      },
    )
  }
  const once: Sharing['once'] = async (key, signal, compute) => {
    const known = kept.get(key)
    if (!known) {
      const work = compute()
      keep(key, work)
      return work
    }
    try {
      return await known.work
    } catch (error) {
      // The run that computed it was stopped; this one was not.
      if (isStop(error) && !signal.aborted) return once(key, signal, compute)
      throw error
    }
  }
  return { isShared, once }
}

/**
 * How often stages were to be run that are worth sharing, and how often what one gave before was
 * taken.
 */
export interface SharedRuns {
  asked: number
  taken: number
}

/** The same, counted. */
export function counted({ isShared, once }: Sharing, runs: SharedRuns): Sharing {
  return {
    isShared,
    async once(key, signal, compute) {
      let isComputed = false
      const work = await once(key, signal, () => {
        isComputed = true
        return compute()
      })
      runs.asked++
      if (!isComputed) runs.taken++
      return work
    },
  }
}

const isStop = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** Whether the stage, or any inside it, may ask a model. */
export const asksModel = (stage: AnyStage): boolean =>
  promptsIn(stage) ||
  (stage.inside ?? []).some(({ pipeline }) => stagesOf(pipeline).some(promptsIn))

const promptsIn = ({ prompts = [] }: AnyStage): boolean => prompts.length > 0

const stageKeys = new WeakMap<AnyStage, string>()

/**
 * All that shapes a stage's output besides its input and k: name, settings, sources, prompts, and
 * those of stages inside.
 */
export function stageKey(stage: AnyStage): string {
  const known = stageKeys.get(stage)
  if (known !== undefined) return known
  const key = JSON.stringify([
    stage.name,
    stage.settings,
    (stage.sources ?? []).map((source) => source.key),
    (stage.prompts ?? []).map(({ id, version }) => [id, version]),
    (stage.inside ?? []).map(({ label, pipeline }) => [label, pipeline.stages.map(stageKey)]),
  ])
  stageKeys.set(stage, key)
  return key
}

/** The key of what a stage gives, from that of what it is given. */
export const keyAfter = (before: string, stage: AnyStage, k: number): string =>
  `${before}\n${stageKey(stage)}${readsK(stage) ? ` k ${k}` : ''}`

/**
 * The stages at which several of the pipelines are still alike, and that cost something: those are
 * worth sharing.
 */
export function commonBeginnings(pipelines: readonly AnyPipeline[]): Sharing['isShared'] {
  const times = new Map<string, number>()
  for (const pipeline of pipelines) {
    for (const key of new Set(stagesOf(pipeline).filter(isDear).map(stageKey))) {
      times.set(key, (times.get(key) ?? 0) + 1)
    }
  }
  return (stage) => (times.get(stageKey(stage)) ?? 0) > 1
}

const isDear = (stage: AnyStage): boolean => asksModel(stage) || (stage.sources ?? []).length > 0
