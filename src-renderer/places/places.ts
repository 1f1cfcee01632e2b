import { inject, type InjectionKey, type VNodeChild } from 'vue'

/** The places of views that features fill, each with what stands there is given. */
export interface Places {
  /** Folds below how agents are connected. */
  'serve.connect': { dir: string; isPublished: boolean }
}

type PlaceName = keyof Places

/** A fold that a feature puts at a place. */
export interface Panel<Given> {
  title: string
  hint?: string
  /** Left out: always. */
  isShown?(given: Given): boolean
  /** Draws what stands in it. */
  view(given: Given): VNodeChild
}

/** What a feature adds to the window. */
export type WindowFeature = {
  readonly [Name in PlaceName]?: readonly Panel<Places[Name]>[]
}

/** Provided with the app: the core's views import no feature. */
export const featuresKey: InjectionKey<readonly WindowFeature[]> = Symbol('features')

/** What features put at a place, in their order. */
export function usePlace<Name extends PlaceName>(name: Name): Panel<Places[Name]>[] {
  return inject(featuresKey, []).flatMap((feature) => feature[name] ?? [])
}
