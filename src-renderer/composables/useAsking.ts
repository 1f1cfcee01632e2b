import { shallowReactive, watch } from 'vue'
import type { ChapterId } from '../../src-main/contract/chapters'
import { sharedState } from './shared-state'

export type WorkspaceAction =
  'create' | 'demo' | 'open' | 'import' | 'rename' | 'duplicate' | 'export' | 'check' | 'delete'

/** A page of the help: the keys, or a chapter by its file's name. */
export type HelpPage = 'keys' | ChapterId

/** What one part of the window may ask of another, such as the palette of a view. */
interface Asked {
  workspace: WorkspaceAction
  /** The catalog, in the format of this id. */
  export: { format: string; withAuthorLayer: boolean }
  evaluation: 'run'
  /** To be made by hand. */
  newTool: 'make'
  help: HelpPage
  /** By its name, to be filled in and run. */
  action: string
}

const useAsked = sharedState('asked', () => shallowReactive<Partial<Asked>>({}))

/**
 * Asks another part of the window to do something; one that is not on show yet does it once it
 * comes up.
 */
export function useAsking(): <Name extends keyof Asked>(name: Name, what: Asked[Name]) => void {
  const asked = useAsked()
  return (name, what) => void (asked[name] = what)
}

/** Hands everything asked by this name to the part that does it, once. */
export function onAsked<Name extends keyof Asked>(
  name: Name,
  handle: (what: Asked[Name]) => void,
): void {
  const asked = useAsked()
  watch(
    () => asked[name] as Asked[Name] | undefined,
    (what) => {
      if (what === undefined) return
      asked[name] = undefined
      handle(what)
    },
    { immediate: true },
  )
}
