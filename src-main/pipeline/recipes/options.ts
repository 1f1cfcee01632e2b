import { z } from 'zod'
import { Visibility } from '../../domain/tool'
import { Component, EMBEDDED_COMPONENTS, MATCHED_COMPONENTS } from '../../domain/tool-document'
import { ANALYSER_STEPS } from '../knowledge-base/analyse'

/** Option groups that recipes put together; titles and descriptions are what forms and `--help` show. */

const componentsOption = (defaults: readonly Component[], title: string, description: string) =>
  z
    .array(Component)
    .min(1)
    .default([...defaults])
    .meta({ title, description })

export const documentOptions = {
  components: componentsOption(
    MATCHED_COMPONENTS,
    'Document components',
    'What a tool document is made of where words are matched (Toolshed, section 3.1).',
  ),
}

/** What a tool document is made of where it is embedded. */
export const embeddedComponents = componentsOption(
  EMBEDDED_COMPONENTS,
  'Embedded components',
  'What a tool document is made of where it is embedded.',
)

/** k1 and countRepeats were chosen on ToolE dev rows (a seeded 20 % of single) and Seal-Tools dev; b is Lucene's. */
export const lexicalOptions = {
  analyser: z
    .array(z.enum(ANALYSER_STEPS))
    .default([...ANALYSER_STEPS])
    .meta({
      title: 'Analyser',
      description:
        'What is done to words before they are matched; nothing chosen is the plain analyser.',
    }),
  k1: z.number().min(0).max(10).default(1.5).meta({
    title: 'BM25 k1',
    description: 'How much repeating a term adds; 0 means nothing.',
  }),
  b: z.number().min(0).max(1).default(0.75).meta({
    title: 'BM25 b',
    description: 'How much long documents are held back; 0 means not at all.',
  }),
  countRepeats: z.boolean().default(false).meta({
    title: 'Count repeated words',
    description:
      'Whether a word said twice in the query counts twice, as in Lucene. Long queries that need several tools do better without.',
  }),
}

/** Which tools may leave the catalog; every recipe takes these, and what it gives is checked against them. */
export const filterOptions = {
  tags: z.array(z.string()).default([]).meta({
    title: 'Only tags',
    description: 'Tools that carry one of these; none named means all tools.',
  }),
  servers: z.array(z.string()).default([]).meta({
    title: 'Only servers',
    description: 'Tools of these servers; none named means all servers.',
  }),
  visibilities: z.array(Visibility).default(['public', 'internal']).meta({
    title: 'Visibility',
    description: 'Other tools never leave the catalog.',
  }),
}

/** As {@link filterOptions} are given, with their defaults: also to a recipe that takes none of them. */
export const FilterOptions = z.object(filterOptions)

export const retrievalOptions = {
  depth: z.number().int().min(1).max(10_000).default(100).meta({
    title: 'Depth',
    description: 'Candidates fetched by each retriever, before anything is cut to k.',
  }),
  ...filterOptions,
}

export const selectionOptions = {
  threshold: z.number().optional().meta({
    title: 'Score threshold',
    description: 'Tools scoring below are dropped; on the scale of the final score.',
  }),
}
