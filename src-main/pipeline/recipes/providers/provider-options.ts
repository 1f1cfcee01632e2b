import type { Component } from '../../../domain/tool/document'
import { inSection, whole } from '../option-builders'
import { filterOptions } from '../options'

/** What a provider is sent of a tool: its definition, as one text. */
export const DEFINITION: Component[] = ['name', 'description', 'parameters']
export const NAME_AND_DESCRIPTION: Component[] = ['name', 'description']
export const JOINED = { documentForm: 'joined' } as const

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
