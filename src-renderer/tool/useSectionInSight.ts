import { useEventListener, useResizeObserver } from '@vueuse/core'
import { nextTick, onActivated, shallowRef, watch, type Ref } from 'vue'
import type { ToolSection, ToolSections } from './useToolSections'

/** What loads meanwhile may push a section away for so long: after that it stays where it is. */
const HOLD_MS = 1_500
/** A section that begins this far below the head of the page is the one that is read. */
const NEAR = 24

interface Page {
  frame: Readonly<Ref<HTMLElement | null>>
  sections: ToolSections
  /** The tool on show. */
  tool: () => string | undefined
  /** Whether it is the one that was asked for. */
  isThere: () => boolean
}

/**
 * Scrolls the page of a tool: to a section that is wanted, and, as it comes to show another tool,
 * to the same section of that. What has the keyboard keeps it.
 */
export function useSectionInSight({ frame, sections, tool, isThere }: Page) {
  const { hold, held } = useHold(frame, tool)

  watch(
    () => [sections.wanted(), isThere()] as const,
    ([wanted, isIt]) => {
      if (wanted === undefined || !isIt) return
      sections.arrived()
      hold(wanted)
    },
    { flush: 'post', immediate: true },
  )
  // Comes before the page is drawn anew.
  watch(tool, () => {
    if (sections.wanted() !== undefined) return
    const read = held() ?? (frame.value ? readIn(frame.value) : undefined)
    if (read !== undefined) void nextTick(() => hold(read))
  })
  keepPlace(frame)

  /** Opens a section, and hands the keyboard to its heading. */
  return async (section: ToolSection): Promise<void> => {
    sections.setOpen(section, true)
    await nextTick()
    hold(section)
    const head = sectionIn(frame.value, section)?.querySelector<HTMLElement>('[aria-expanded]')
    head?.focus({ preventScroll: true })
  }
}

/**
 * Scrolls to a section, and stays there while what is above or in it loads, unless the reader goes
 * on.
 */
function useHold(frame: Page['frame'], tool: Page['tool']) {
  let held: { section: string; until: number } | undefined
  const letGo = (): void => void (held = undefined)

  function align(): void {
    if (held && performance.now() > held.until) letGo()
    const page = frame.value
    if (!page || !held) return
    const below = placeOf(page, held.section)
    page.scrollTop = isFirst(page, held.section) ? 0 : page.scrollTop + (below ?? 0)
  }

  const observed = shallowRef<HTMLElement[]>([])
  watch([frame, tool], ([page]) => (observed.value = sectionsOf(page)), {
    flush: 'post',
    immediate: true,
  })
  useResizeObserver(observed, align)
  useEventListener(frame, ['wheel', 'pointerdown', 'keydown'], letGo, { passive: true })

  return {
    hold(section: string): void {
      held = { section, until: performance.now() + HOLD_MS }
      align()
    },
    held: (): string | undefined => held?.section,
  }
}

/** An element that comes on show again has lost its place. */
function keepPlace(frame: Page['frame']): void {
  let place = 0
  useEventListener(frame, 'scroll', () => (place = frame.value?.scrollTop ?? 0), { passive: true })
  onActivated(() => {
    if (frame.value) frame.value.scrollTop = place
  })
}

const sectionsOf = (page: HTMLElement | null): HTMLElement[] => [
  ...(page?.querySelectorAll<HTMLElement>(':scope > [data-section]') ?? []),
]
const sectionIn = (page: HTMLElement | null, name: string): HTMLElement | undefined =>
  sectionsOf(page).find(({ dataset }) => dataset['section'] === name)
const isFirst = (page: HTMLElement, name: string): boolean =>
  sectionsOf(page)[0]?.dataset['section'] === name

/** How far below the head of the page a section begins. */
function placeOf(page: HTMLElement, name: string): number | undefined {
  const begins = sectionIn(page, name)?.getBoundingClientRect().top
  const head = page.querySelector(':scope > header')?.getBoundingClientRect().bottom
  return begins === undefined || head === undefined ? undefined : begins - head
}

/**
 * The section that is read: the last one that begins at the top of what is in sight, or above it.
 */
function readIn(page: HTMLElement): string | undefined {
  return sectionsOf(page)
    .flatMap(({ dataset }) => dataset['section'] ?? [])
    .findLast((name) => (placeOf(page, name) ?? Infinity) <= NEAR)
}
