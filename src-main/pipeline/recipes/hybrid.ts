import { z } from 'zod'
import { lastPlaces } from '../dependencies/last-places'
import { planAsIs } from '../planning/as-is'
import { pipe } from '../stage'
import { inSection } from './option-builders'
import { selectionOptions } from './options'
import { ADAPTIVE_SIZE, selected, sizeOptions } from './adaptive-size'
import { recipe } from './recipe'
import { BY_CALIBRATED_SCORES, coverClauses, searchBy, searchOptions } from './words-and-meaning'

/** How many tools are needed was tried on the scores that these make. */
const ADAPTIVE_WHERE = [[ADAPTIVE_SIZE, ...BY_CALIBRATED_SCORES]]

export const hybrid = recipe({
  id: 'hybrid',
  title: 'Hybrid',
  summary:
    'Searches by words and by meaning and fuses the two rankings; a request for several things gets tools for each of them.',
  source: 'Cormack et al. 2009 for ranks alone; calibrated scores are Pegboard’s',
  size: 'k',
  adaptiveWhere: ADAPTIVE_WHERE,
  taught: { history: true },
  options: z.strictObject({
    ...searchOptions,
    clauses: inSection('selection').toggle('Search each clause', true, {
      description:
        'Also searches each clause of a request for several things, so that the first tools cover all of them.',
      tries: {
        values: [
          { value: false, label: 'Without searching each clause' },
          { value: true, label: 'With each clause searched' },
        ],
      },
    }),
    dependencies: inSection('dependencies').choice('Add required tools (dependencies)', 'none', {
      description:
        'Gives one of the last places to a tool on which at least two of the first three depend: at most one place in five.',
      labels: { none: 'None', sure: 'Those that several tools need' },
      // An adaptive set has no last places to give away.
      appliesWhen: [{ option: 'size', isOneOf: ['k'] }],
    }),
    ...sizeOptions(BY_CALIBRATED_SCORES),
    ...selectionOptions,
  }),
  build(kit, options) {
    const found = pipe(planAsIs()).to(searchBy(kit, options, { besideClauses: options.clauses }))
    const covered = options.clauses ? found.to(coverClauses(kit, options)) : found
    const addsRequired = options.dependencies === 'sure' && options.size === 'k'
    const graph = { kit, among: kit.among(options) }
    const ranked = addsRequired ? covered.to(lastPlaces(graph)) : covered
    return selected({ kit, ranked }, options, ADAPTIVE_WHERE)
  },
})
