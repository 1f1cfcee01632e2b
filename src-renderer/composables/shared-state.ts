import { effectScope, getCurrentInstance, hasInjectionContext, inject } from 'vue'
import type { InjectionKey } from 'vue'

/**
 * Makes the composable for state that all components of a window share: created where it is first
 * used, ended with its app. Two apps on one page share nothing. `create` belongs to the app, not to
 * the component that came first: it may use other shared state, watch, and clean up with
 * `onScopeDispose`, but has no other lifecycle.
 */
export function sharedState<State extends object>(name: string, create: () => State): () => State {
  const key: InjectionKey<State> = Symbol(name)
  return () => {
    const known = hasInjectionContext() ? inject(key, undefined) : undefined
    if (known) return known
    const app = getCurrentInstance()?.appContext.app
    if (!app) throw new Error(`The shared state “${name}” must first be used in a component.`)
    const scope = effectScope(true)
    app.onUnmount(() => scope.stop())
    const state = app.runWithContext(() => scope.run(create)) as State
    app.provide(key, state)
    return state
  }
}
