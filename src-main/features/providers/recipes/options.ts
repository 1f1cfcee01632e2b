import type { ToolId } from '../../../domain/tool/tool'
import type { Documents, Kit } from '../../../pipeline/kit'
import { inSection, whole } from '../../../pipeline/recipes/option-builders'
import { filterOptions } from '../../../pipeline/recipes/options'

/** What a provider is sent of tools: their definitions. */
export const definitions = (kit: Kit): Documents<ToolId> =>
  kit.documents(['name', 'description', 'parameters'], { asSent: true })
/** What is embedded of them, where parameters are not. */
export const namesAndDescriptions = (kit: Kit): Documents<ToolId> =>
  kit.documents(['name', 'description'], { asSent: true })

/** Lucene’s, which libraries take for standard. */
export const LUCENE = { k1: 1.2, b: 0.75 } as const

/** How many tools one search gives at most, whatever k is, and which tools may be given. */
export const providerOptions = (limit: number) => ({
  limit: inSection('selection').option('Tools per search', whole(1, 10_000).default(limit), {
    description: `The most tools that one search gives, also where k is larger; published: ${limit}.`,
  }),
  ...filterOptions,
})

/** In place of the query that a provider’s model would write. */
export const ASKED_AS_IS =
  'The request is searched as it is; the provider’s model would write a query of its own.'
export const OTHER_EMBEDDER =
  'The workspace’s embedder stands for theirs, and reads names as words.'
