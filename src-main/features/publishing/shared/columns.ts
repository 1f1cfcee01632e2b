import type { PublishedFigures, PublishedSnapshot } from '../../../domain/workspace/published'
import { nameAt } from '../../../domain/measure/name'
import type { Columns } from '../../../contract/columns/column'

/** What is told of a published snapshot. */
export const PUBLISHED_COLUMNS = {
  number: { title: 'Number', kind: 'count', value: ({ number }) => number },
  state: { title: 'State', value: stateText },
  at: { title: 'Published', value: ({ at }) => `${at.replace('T', ' ').slice(0, 16)}Z` },
  name: { title: 'Name', value: ({ name }) => name },
  tools: { title: 'Tools', kind: 'count', value: ({ tools }) => tools },
  recipe: { title: 'Recipe', value: ({ worksWith }) => worksWith.recipe },
  k: { title: 'k', isName: true, kind: 'count', value: ({ worksWith }) => worksWith.k },
  embedder: { title: 'Embedder', value: ({ embedder }) => embedder },
  recall: { title: 'Recall', kind: 'figure', value: recallOf },
  inPlace: { title: 'Found in place', kind: 'figure', value: inPlaceOf },
  goldenSet: { title: 'Golden set', value: goldenSetText },
} as const satisfies Columns<PublishedSnapshot>

function stateText({ isCurrent, isNewest }: PublishedSnapshot): string {
  if (isCurrent) return isNewest ? 'answers' : 'answers (rolled back)'
  return ''
}

function goldenSetText({ figures }: PublishedSnapshot): string | undefined {
  return figures?.isStale ? `${figures.goldenSet} (before a change)` : figures?.goldenSet
}

/**
 * At the k that is served, as far as that was measured; of whole sets where the recipe decides
 * their size.
 */
function recallOf({ figures, worksWith }: PublishedSnapshot): number | undefined {
  return recallAt(figures, worksWith.k) ?? recallAt(figures, undefined)
}

/** Of what memory finds: by the recipe that is served. */
function inPlaceOf({ inPlace, worksWith }: PublishedSnapshot): number | undefined {
  return inPlace?.find(({ recipe }) => recipe === worksWith.recipe)?.recall
}

const recallAt = (figures: PublishedFigures | undefined, k: number | undefined) =>
  figures?.measures[nameAt('Recall', k)]
