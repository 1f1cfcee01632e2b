import type { Fate } from './failure'

/** What became of a golden tool, in a few words. */
export const FATE_WORDS: Readonly<Record<Fate, string>> = {
  found: 'given',
  cut: 'cut at k',
  'below-depth': 'below the depth of the search',
  dropped: 'left out by a later step',
  'no-shared-word': 'not in its words',
  'never-found': 'never found',
  filtered: 'filtered out',
  'not-in-catalog': 'not in the catalog',
  'not-given': 'not given, and not known why',
  'found-today': 'given on today’s catalog',
}

/** What each class of failure means, and what helps. */
export const FATE_MEANINGS: Readonly<Record<Exclude<Fate, 'found'>, string>> = {
  cut: 'The tool was ranked, but below the first k. A larger k, or what makes the tool stand out from those before it, helps.',
  'below-depth':
    'A search found the tool, but further down than it hands on. A larger depth helps, or words of such requests in the tool’s texts.',
  dropped: 'The tool was found, and a step after the search left it out.',
  'no-shared-word':
    'No search found the tool, and its document holds no word of the request. Questions as users ask them help.',
  'never-found': 'No search found the tool. More is not known.',
  filtered: 'The filters of the recipe keep the tool out before anything is ranked.',
  'not-in-catalog': 'Today’s catalog does not hold the tool.',
  'not-given':
    'The tool was not given. Finding out why would ask the model again, so nothing was asked.',
  'found-today':
    'The run missed the tool; asked again, today’s catalog gives it. What has changed since is not known.',
}
