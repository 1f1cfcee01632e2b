import { byNewest } from '../../src-main/domain/run/newest'
import type { Run } from '../../src-main/domain/run/run'
import { canonical } from '../../src-main/domain/value/canonical'
import { MOST_COLOURS } from '../charts/chart-theme'

/**
 * How each recipe is drawn, by its key: the place of its colour, marker and dash among those that
 * there are.
 */
export type Slots = Readonly<Record<string, number>>

type Measured = Pick<Run, 'recipe' | 'options' | 'leftOut' | 'embedder' | 'startedAt' | 'number'>

/** A recipe with its options, whatever it was measured on. */
export const recipeKeyOf = ({
  recipe,
  options,
  leftOut,
}: Pick<Run, 'recipe' | 'options' | 'leftOut'>): string =>
  canonical([recipe, options, leftOut ?? null]) ?? ''

/**
 * The keys that runs are drawn by: those of their recipes, so that a run keeps its colour when it
 * is measured again. Of several runs of one recipe on show, with another embedder or from before,
 * only one has it: by the name of the embedder, then the newest.
 */
export function slotKeys(runs: readonly Measured[]): string[] {
  const keys = runs.map(recipeKeyOf)
  return runs.map((run, at) => {
    const key = keys[at] ?? ''
    const alike = runs.filter((_, other) => keys[other] === key).sort(byEmbedderThenNewest)
    const first = alike[0] ?? run
    if (run === first) return key
    const own = alike.filter(({ embedder }) => embedder === run.embedder)
    return `${key} ${run.embedder ?? ''} ${own.indexOf(run) + 1}`
  })
}

const byEmbedderThenNewest = (a: Measured, b: Measured): number =>
  (a.embedder ?? '').localeCompare(b.embedder ?? '') || byNewest(a, b)

/** Recipes that are remembered beside those on show: a workspace is not tried with many more. */
const MOST_KEPT = 200

/**
 * The slots known and those of what is on show for the first time: the first that none was given
 * yet, of a colour that nothing on show has where there is one. What was given stays, in whatever
 * order and beside whatever it is shown.
 */
export function withSlots(known: Slots, shown: readonly string[]): Slots {
  const slots = new Map(Object.entries(known))
  const used = new Set(slots.values())
  for (const key of shown) {
    if (slots.has(key)) continue
    const colours = new Set(shown.flatMap((other) => colourOf(slots.get(other))))
    let slot = 0
    while (used.has(slot) || (colours.size < MOST_COLOURS && colours.has(slot % MOST_COLOURS)))
      slot++
    used.add(slot)
    slots.set(key, slot)
  }
  const dropped = [...slots.keys()]
    .filter((key) => !shown.includes(key))
    .slice(0, Math.max(0, slots.size - MOST_KEPT))
  for (const key of dropped) slots.delete(key)
  return Object.fromEntries(slots)
}

const colourOf = (slot: number | undefined): number[] =>
  slot === undefined ? [] : [slot % MOST_COLOURS]

/** Slots as they were kept; none where that is damaged. */
export function readSlots(text: string): Slots {
  try {
    const kept: unknown = JSON.parse(text || '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    const whole = Object.entries(kept).filter(([, slot]) => Number.isInteger(slot) && slot >= 0)
    return Object.fromEntries(whole)
  } catch {
    return {}
  }
}
