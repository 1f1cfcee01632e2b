import type { PlacedTool, Ranking } from '../../domain/query'
import { stage } from '../stage'
import { chanceOf } from './chances'

/** Of the places wanted, so that what the likeliest tool needs is not pushed out in turn where few are wanted. */
const MOST_RESERVED = 0.5

/**
 * Keeps up to half of the places wanted for the tools that are likeliest to be meant, each at least with this chance. Where they
 * would be cut, they take the last places that dependencies hold: else what one seed needs pushes the other seeds out.
 */
export const reservePlaces = (least: number) =>
  stage<Ranking, Ranking>({
    name: 'reserve places',
    gives: 'ranking',
    settings: { 'chance at least': least },
    // Which tools stand among the first k is what it is about.
    readsK: 'any',
    run(ranking, step) {
      const places = Math.max(0, step.k - ranking.plan.kept.length)
      const likely = ranking.tools
        .filter((placed) => chanceOf(placed) >= least)
        .sort((a, b) => chanceOf(b) - chanceOf(a))
      const reserved = new Set(likely.slice(0, Math.ceil(places * MOST_RESERVED)))
      const isReserved = (placed: PlacedTool) => reserved.has(placed)
      const first = ranking.tools.slice(0, places)
      const free = first.filter((placed) => !isReserved(placed)).length
      const outside = ranking.tools.slice(places).filter(isReserved).slice(0, free)
      step.note({ moved: outside.length })
      if (outside.length === 0) return ranking
      const displaced = first.filter((placed) => !isReserved(placed)).slice(-outside.length)
      const into = new Map(displaced.map((placed, at) => [placed, outside[at] as PlacedTool]))
      const moved = new Set<PlacedTool>(outside)
      const rest = ranking.tools.slice(places).filter((placed) => !moved.has(placed))
      const within = first.map((placed) => into.get(placed) ?? placed)
      return { ...ranking, order: 'given', tools: [...within, ...displaced, ...rest] }
    },
  })
