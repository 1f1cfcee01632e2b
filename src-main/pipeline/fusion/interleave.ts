import type { Difficulty, PlacedTool, QueryPlan, Ranking } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Join } from '../combine'

/** How places are shared among steps: each as many, or hard ones more. */
export type Shares = 'equal' | 'difficulty'

/** An easy step gets a third of a hard one's places. */
const WEIGHTS: Readonly<Record<Difficulty, number>> = { easy: 1, medium: 2, hard: 3 }

/**
 * Deals places to steps one after the other, each time to the step that has the fewest for its
 * weight (Sainte-Laguë), so that the first k tools are shared so for every k: k / n each of n equal
 * steps, as in Toolshed, section 3.4.3. A tool that an earlier step took leaves its place to the
 * step's next. Lists that end leave theirs to the others.
 */
export const interleave = (shares: Shares): Join => ({
  name: 'deal in turn',
  settings: { shares },
  join(rankings, step) {
    const weights = weightsOf(rankings, shares)
    const dealt = deal(rankings, weights)
    step.note(notesOf(dealt.slice(0, step.k), rankings.length))
    return { order: 'given', tools: dealt.map(({ placed }) => placed) }
  },
})

const weightsOf = (rankings: readonly Ranking[], shares: Shares): number[] =>
  rankings.map(({ plan }) => {
    const [part] = plan.steps
    return shares === 'equal' || !part?.difficulty ? WEIGHTS.medium : WEIGHTS[part.difficulty]
  })

interface Dealt {
  placed: PlacedTool
  /** The place of its step in the plan. */
  to: number
}

function deal(rankings: readonly Ranking[], weights: readonly number[]): Dealt[] {
  const taken = new Set<ToolId>()
  const next = rankings.map(() => 0)
  const given = rankings.map(() => 0)
  const dealt: Dealt[] = []
  for (;;) {
    for (const [at, { tools }] of rankings.entries()) skipTaken(at, tools)
    const to = neediest()
    const ranking = rankings[to]
    const placed = ranking?.tools[next[to] ?? 0]
    if (!ranking || !placed) return dealt
    taken.add(placed.tool)
    given[to] = (given[to] ?? 0) + 1
    dealt.push({ placed: forStep(placed, ranking.plan, rankings.length), to })
  }

  function skipTaken(at: number, tools: readonly PlacedTool[]): void {
    let place = next[at] ?? 0
    for (;;) {
      const placed = tools[place]
      if (!placed || !taken.has(placed.tool)) break
      place++
    }
    next[at] = place
  }

  /**
   * Of the steps that still have tools the one with the fewest places for its weight; −1 where none
   * has.
   */
  function neediest(): number {
    let best = -1
    let most = 0
    for (const [at, { tools }] of rankings.entries()) {
      const need = (weights[at] ?? 0) / (2 * (given[at] ?? 0) + 1)
      if ((next[at] ?? 0) >= tools.length || need <= most) continue
      best = at
      most = need
    }
    return best
  }
}

/** Where there are several steps, a tool tells for which it is there. */
function forStep(placed: PlacedTool, plan: QueryPlan, steps: number): PlacedTool {
  const [part] = plan.steps
  if (!part || steps < 2) return placed
  return { ...placed, witnesses: [...placed.witnesses, { kind: 'part', text: part.text }] }
}

const notesOf = (first: readonly Dealt[], steps: number) => ({
  'places of each step': Array.from(
    { length: steps },
    (_, at) => first.filter(({ to }) => to === at).length,
  ).join(', '),
})
