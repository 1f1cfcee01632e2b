import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { sharedState } from './shared-state'
import { useSections, type Section } from './useSections'

/** What a view is opened for: show this tool, run this query, with this recipe. */
/** What can be listed of the catalog. */
export type CatalogList =
  'tools' | 'graph' | 'findings' | 'confusable' | 'golden' | 'history' | 'review'

export interface Intent {
  /** A tool's id. */
  tool?: string
  query?: string
  recipe?: string
  options?: JsonObject
  k?: number
  /** A golden set's name. */
  goldenSet?: string
  /** What of the catalog is to be listed instead of its tools. */
  list?: CatalogList
}

const useNavigationState = sharedState('navigation', () => {
  const sections = useSections()
  const section = shallowRef(sectionOfHash())
  const pending = shallowRef<{ section: Section; intent: Intent }>()

  function addressed(): Section | undefined {
    const text = location.hash.replace(/^#\/?/, '')
    return sections.find(({ id }) => id === text)?.id
  }

  function sectionOfHash(): Section {
    const found = addressed() ?? sections[0]?.id
    if (!found) throw new Error('The window has no sections.')
    return found
  }

  function go(to: Section, intent?: Intent): void {
    pending.value = intent && { section: to, intent }
    section.value = to
    location.hash = `/${to}`
  }

  const follow = (): void => void (section.value = sectionOfHash())
  addEventListener('hashchange', follow)
  onScopeDispose(() => removeEventListener('hashchange', follow))

  return {
    section: computed(() => section.value),
    /** Whether the address names a section. */
    isAddressed: () => addressed() !== undefined,
    pending,
    go,
  }
})

/** Where the window is, and the way elsewhere. The section stands in the address, so that a reload stays. */
export function useNavigation() {
  const { section, isAddressed, go } = useNavigationState()
  return { section, isAddressed, go }
}

/** Hands each intent meant for a section to its view, once, also when the view comes up because of it. */
export function onIntent(of: Section, handle: (intent: Intent) => void): void {
  const { pending } = useNavigationState()
  watch(
    pending,
    (next) => {
      if (next?.section !== of) return
      pending.value = undefined
      handle(next.intent)
    },
    { immediate: true, flush: 'post' },
  )
}
