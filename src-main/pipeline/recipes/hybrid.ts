import { z } from 'zod'
import { lastPlaces } from '../dependencies/last-places'
import { planAsIs } from '../planning/as-is'
import { pipe } from '../stage'
import { inSection } from './option-builders'
import { retrievalOptions, selectionOptions } from './options'
import { ADAPTIVE_SIZE, selected, sizeOptions } from './adaptive-size'
import { recipe } from './recipe'
import {
  BY_STANDARD_SCORES,
  coverClauses,
  fusedOptions,
  pastOptions,
  searchBoth,
} from './words-and-meaning'

/** How many tools are needed was fitted on standard scores alone. */
const ADAPTIVE_WHERE = [[ADAPTIVE_SIZE, BY_STANDARD_SCORES]]

export const hybrid = recipe({
  id: 'hybrid',
  title: 'Hybrid',
  summary:
    'Searches by words and by meaning side by side and joins their rankings; of a request that asks for several things, so that each of them is covered.',
  source:
    'Montague & Aslam 2001 for standard scores, Cormack et al. 2009 for RRF; the weight by words found is Pegboard’s',
  size: 'k',
  adaptiveWhere: ADAPTIVE_WHERE,
  taught: { history: true },
  options: z.strictObject({
    ...fusedOptions,
    clauses: inSection('selection').toggle('Clauses on their own', true, {
      description:
        'Whether the clauses of a request that asks for several things are searched on their own as well, so that the first tools cover all of them.',
      tries: {
        values: [
          { value: false, label: 'Without clauses on their own' },
          { value: true, label: 'With clauses on their own' },
        ],
      },
    }),
    ...pastOptions,
    ...retrievalOptions,
    dependencies: inSection('dependencies').choice('Take along what tools need', 'none', {
      description:
        'Whether a tool that at least two of the first three tools need, by the edges of the catalog, gets one of the last places: at most one place in five.',
      labels: { none: 'Nothing', sure: 'What several need' },
      // An adaptive set has no last places to give away.
      appliesWhen: [{ option: 'size', isOneOf: ['k'] }],
    }),
    ...sizeOptions([BY_STANDARD_SCORES]),
    ...selectionOptions,
  }),
  build(kit, options) {
    const found = pipe(planAsIs()).to(searchBoth(kit, options))
    const covered = options.clauses ? found.to(coverClauses(kit, options)) : found
    const takesAlong = options.dependencies === 'sure' && options.size === 'k'
    const graph = { kit, among: kit.among(options) }
    const ranked = takesAlong ? covered.to(lastPlaces(graph)) : covered
    return selected({ kit, ranked }, options, ADAPTIVE_WHERE)
  },
})
