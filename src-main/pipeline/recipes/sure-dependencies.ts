import { z } from 'zod'
import type { Query, Ranking } from '../../domain/query'
import type { OptionMeta } from '../../domain/recipe-option'
import { lastPlaces } from '../dependencies/last-places'
import type { Kit, ToolFilter } from '../kit'
import type { Pipeline } from '../stage'

/** Whether what the first tools need comes along, where it is not what the recipe is about. */
export const dependenciesOption = {
  dependencies: z
    .enum(['none', 'sure'])
    .default('none')
    .meta({
      section: 'dependencies',
      // A set of its own size has no last places to give away.
      appliesWhen: [{ option: 'size', isOneOf: ['k'] }],
      title: 'Take along what tools need',
      description:
        'Whether a tool that at least two of the first three tools need, by the edges of the catalog, gets one of the last places: at most one place in five.',
      choices: { none: { label: 'Nothing' }, sure: { label: 'What several need' } },
    } satisfies OptionMeta),
}

type Options = ToolFilter & { dependencies: 'none' | 'sure'; size: 'k' | 'own' }

/** The ranking, with what its first tools surely need where that is chosen. */
export const withSureDependencies = (
  kit: Kit,
  ranked: Pipeline<Query, Ranking>,
  options: Options,
): Pipeline<Query, Ranking> =>
  options.dependencies === 'sure' && options.size === 'k'
    ? ranked.to(lastPlaces({ kit, among: kit.among(options) }))
    : ranked
