import { z } from 'zod'
import type { EffectCondition } from '../../domain/recipe/option'
import { COMPONENT_NAMES, SECTION_NAMES } from '../../domain/tool/component-names'
import {
  Component,
  COMPONENTS,
  DocumentForm,
  EMBEDDED_COMPONENTS,
  MATCHED_COMPONENTS,
  SECTIONS,
  type Section,
} from '../../domain/tool/document'
import { Visibility, type JsonObject } from '../../domain/tool/tool'
import { capitalised } from '../../domain/value/capitalised'
import { ANALYSER_STEPS } from '../text/analyse'
import { inSection, real, whole } from './option-builders'

/**
 * Option groups that recipes put together; titles, descriptions and sections are what forms and
 * `--help` show. Sections stand in the order in which a recipe first names them.
 */

const matching = inSection('matching')
const meaning = inSection('meaning')
const filters = inSection('filters')
const selection = inSection('selection')

const someComponents = z.array(Component).min(1)
const componentChoices = Object.fromEntries(
  COMPONENTS.map((each) => [each, { label: capitalised(COMPONENT_NAMES[each]) }]),
)

const weight = real(0, 10).optional()
/** What sections count, by name; one that is left out counts what is standard. */
const sectionWeights = z
  .strictObject(
    Object.fromEntries(SECTIONS.map((each) => [each, weight])) as Record<Section, typeof weight>,
  )
  .optional()
const ofSections = {
  appliesWhen: [{ option: 'documentForm', isOneOf: ['weighed'] }],
  choices: Object.fromEntries(SECTIONS.map((each) => [each, { label: SECTION_NAMES[each] }])),
}

const documentForm = (section: string) =>
  inSection(section).option('Parts of a document', DocumentForm.default('weighed'), {
    description:
      'Weighs name, first sentence, details, questions and groups differently, or joins them into one text as in the papers.',
    choices: { weighed: { label: 'Weighed' }, joined: { label: 'Joined' } },
    leftOut: [{ value: 'joined', label: 'documents joined to one text' }],
    changesEmbedded: true,
    tries: {
      values: [
        { value: 'weighed', label: 'With the parts of a document weighed' },
        { value: 'joined', label: 'With documents joined to one text' },
      ],
    },
  })

export const documentOptions = {
  components: matching.option(
    'Document components',
    someComponents.default([...MATCHED_COMPONENTS]),
    {
      description: 'The parts of a tool that are searched by words (Toolshed, section 3.1).',
      choices: componentChoices,
    },
  ),
  documentForm: documentForm('matching'),
  wordWeights: matching.option('Word weights', sectionWeights, {
    description: 'The weight of a word by the part of the document it is in; 0 ignores the part.',
    ...ofSections,
    tries: {
      values: [
        { value: { name: 4 }, label: 'With words of names counting 4 instead of 2' },
        { value: { details: 0.25 }, label: 'With words of details counting ¼ instead of ½' },
        { value: { details: 1 }, label: 'With words of details counting 1 instead of ½' },
        {
          value: { parameters: 0.25 },
          label: 'With words of parameters counting ¼ instead of 1',
        },
      ],
      areLearned: true,
    },
  }),
}

export const embeddedOptions = {
  embeddedComponents: meaning.option(
    'Embedded components',
    someComponents.default([...EMBEDDED_COMPONENTS]),
    {
      description: 'The parts of a tool that are embedded.',
      changesEmbedded: true,
      choices: componentChoices,
    },
  ),
  meaningWeights: meaning.option('Embedding weights', sectionWeights, {
    description:
      'The weight of each part of the document in the tool’s embedding; 0 ignores the part. The default depends on the embedder.',
    ...ofSections,
    changesEmbedded: true,
    tries: {
      values: [
        { value: { name: 2 }, label: 'With the meaning of names counting 2' },
        { value: { details: 0 }, label: 'Without the details in meaning' },
        { value: { details: 1 }, label: 'With the details counting 1 in meaning' },
      ],
      areLearned: true,
    },
  }),
}

/** The same, of a recipe that searches by meaning alone. */
export const meaningOptions = {
  components: embeddedOptions.embeddedComponents,
  documentForm: documentForm('meaning'),
  meaningWeights: embeddedOptions.meaningWeights,
}

/** How the documents that a recipe of these options embeds are made. */
export function embeddedDocuments({ embeddedComponents: embedded, ...options }: JsonObject) {
  const all = { ...options, ...(embedded !== undefined && { components: embedded }) }
  const { components, ...made } = z.object(meaningOptions).parse(all)
  return { components, options: made }
}

/**
 * k1 and countRepeats were chosen on ToolE dev rows (a seeded 20 % of single) and Seal-Tools dev; b
 * is Lucene's.
 */
export const lexicalOptions = {
  analyser: matching.option(
    'Analyser',
    z.array(z.enum(ANALYSER_STEPS)).default([...ANALYSER_STEPS]),
    {
      description:
        'How words are prepared before they are matched; nothing chosen is the plain analyser.',
      choices: {
        'split-identifiers': {
          label: 'Split names into words',
          without: 'names kept in one piece',
        },
        'stop-words': { label: 'Drop stop words', without: 'stop words kept' },
        stemming: { label: 'Match word stems', without: 'words matched as they are' },
      },
    },
  ),
  k1: matching.option('BM25 k1', real(0, 10).default(1.5), {
    description: 'How much a repeated term adds to the score; 0 ignores repetition.',
  }),
  b: matching.option('BM25 b', real(0, 1).default(0.75), {
    description: 'How much long documents are penalised; 0: not at all.',
  }),
  countRepeats: matching.toggle('Count repeated words', false, {
    description:
      'Counts a word twice that the query says twice, as in Lucene. Long queries that need several tools do better without.',
  }),
}

/** What shapes a search by words alone. */
export const wordOptions = {
  components: documentOptions.components,
  wordWeights: documentOptions.wordWeights,
  ...lexicalOptions,
}

/** Whether a recipe learns from logged queries, where it can. */
export const historyOption = (appliesWhen: readonly EffectCondition[]) => ({
  history: inSection('history').toggle('Learn from logged queries', false, {
    description:
      'Adds the words of logged queries to the tools they used, and ranks tools higher whose logged queries are similar.',
    appliesWhen,
    tries: {
      values: [
        { value: true, label: 'Learning from logged queries' },
        { value: false, label: 'Without learning from logged queries' },
      ],
      ofLogged: true,
    },
  }),
})

/**
 * Which tools may leave the catalog; every recipe takes these, and what it gives is checked against
 * them.
 */
export const filterOptions = {
  tags: filters.option('Only tags', z.array(z.string()).default([]), {
    description: 'Only tools with one of these tags; none named: all tools.',
  }),
  servers: filters.option('Only servers', z.array(z.string()).default([]), {
    description: 'Only tools of these servers; none named: all servers.',
  }),
  visibilities: filters.option('Visibility', z.array(Visibility).default(['public', 'internal']), {
    description: 'Only these tools are ever given.',
  }),
}

/**
 * As {@link filterOptions} are given, with their defaults: also to a recipe that takes none of
 * them.
 */
export const FilterOptions = z.object(filterOptions)

export const retrievalOptions = {
  ...filterOptions,
  depth: selection.option('Depth', whole(1, 10_000).default(100), {
    description: 'How many candidates each search fetches before the cut at k.',
  }),
}

export const selectionOptions = {
  threshold: selection.option('Score threshold', z.number().optional(), {
    description: 'Drops tools that score lower, on the scale of the final score.',
  }),
}
