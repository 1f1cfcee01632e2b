import { computed, ref, watch, type Ref } from 'vue'
import type { JsonObject } from '../../src-main/domain/tool'

export const SECTIONS = ['catalog', 'playground', 'evaluation', 'models', 'settings'] as const
export type Section = (typeof SECTIONS)[number]

/** What a view is opened for: show this tool, ask this query, with this recipe. */
export interface Intent {
  /** A tool's id. */
  tool?: string
  query?: string
  recipe?: string
  options?: JsonObject
  k?: number
  /** A golden set's name. */
  goldenSet?: string
}

const isSection = (text: string): text is Section => (SECTIONS as readonly string[]).includes(text)

function sectionOfHash(): Section {
  const text = location.hash.replace(/^#\/?/, '')
  return isSection(text) ? text : 'catalog'
}

const section = ref<Section>(sectionOfHash())
const pending = ref<{ section: Section; intent: Intent }>()
addEventListener('hashchange', () => (section.value = sectionOfHash()))

function go(to: Section, intent?: Intent): void {
  pending.value = intent && { section: to, intent }
  section.value = to
  location.hash = `/${to}`
}

/** Where the window is, and the way elsewhere. The section stands in the address, so that a reload stays. */
export function useNavigation(): { section: Readonly<Ref<Section>>; go: typeof go } {
  return { section: computed(() => section.value), go }
}

/** Hands each intent meant for a section to its view, once, also when the view comes up because of it. */
export function onIntent(of: Section, handle: (intent: Intent) => void): void {
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
