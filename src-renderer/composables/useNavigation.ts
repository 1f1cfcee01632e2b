import { useEventListener } from '@vueuse/core'
import { computed, reactive, shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { sharedState } from './shared-state'
import { useSections, type Section } from './useSections'

/** What a view is opened for: show this tool, run this query, with this recipe. */
export interface Intent {
  /** The tab of the section. */
  tab?: string
  /** A tool's id. */
  tool?: string
  query?: string
  recipe?: string
  options?: JsonObject
  k?: number
  /** A golden set's name. */
  goldenSet?: string
  /** What of Improve’s queue is shown: things of a kind, and the tools searched for. */
  toDo?: { kind: string; tool?: string }
}

/** Addresses of earlier versions, and where what they showed is now. */
const MOVED = new Map([['models', 'settings/models']])

const useNavigationState = sharedState('navigation', () => {
  const sections = useSections()
  const section = shallowRef(addressed()?.section ?? first())
  /** The tab that each section shows; where nothing is said, its first. */
  const tabs = reactive<Partial<Record<Section, string>>>({})
  const pending = shallowRef<{ section: Section; intent: Intent }>()

  /** An address is `#/section` or `#/section/tab`. */
  function addressed(): { section: Section; tab: string | undefined } | undefined {
    const place = location.hash.replace(/^#\/?/, '')
    const [id, tab] = (MOVED.get(place) ?? place).split('/')
    const found = sections.find((each) => each.id === id)
    return found && { section: found.id, tab }
  }

  function first(): Section {
    const [found] = sections
    if (!found) throw new Error('The window has no sections.')
    return found.id
  }

  function write(): void {
    const tab = tabs[section.value]
    location.hash = `/${section.value}${tab ? `/${tab}` : ''}`
  }

  function go(to: Section, intent?: Intent): void {
    pending.value = intent && { section: to, intent }
    section.value = to
    if (intent?.tab) tabs[to] = intent.tab
    write()
  }

  function showTab(of: Section, tab: string): void {
    tabs[of] = tab
    if (section.value === of) write()
  }

  function follow(): void {
    const to = addressed()
    section.value = to?.section ?? first()
    if (to) tabs[to.section] = to.tab
  }
  follow()
  useEventListener('hashchange', follow)

  return {
    section: computed(() => section.value),
    /** Whether the address names a section. */
    isAddressed: () => addressed() !== undefined,
    tabs,
    pending,
    go,
    showTab,
  }
})

/**
 * Where the window is, and the way elsewhere. Section and tab stand in the address, so that a
 * reload and a link stay.
 */
export function useNavigation() {
  const { section, isAddressed, go } = useNavigationState()
  return { section, isAddressed, go }
}

/** The tab that a section shows: the one in the address, or the first. */
export function useTab<Tab extends string>(
  of: Section,
  all: MaybeRefOrGetter<readonly [Tab, ...Tab[]]>,
) {
  const { tabs, showTab } = useNavigationState()
  return computed({
    get: () => toValue(all).find((each) => each === tabs[of]) ?? toValue(all)[0],
    set: (tab) => showTab(of, tab),
  })
}

/**
 * Hands each intent meant for a section to its view, once, also when the view comes up because of
 * it.
 */
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
