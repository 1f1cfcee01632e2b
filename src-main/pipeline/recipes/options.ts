import { capitalised } from '../../domain/value/capitalised'
import { z } from 'zod'
import type { EffectCondition, OptionMeta } from '../../domain/recipe/option'
import { Visibility, type JsonObject } from '../../domain/tool/tool'
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
import { ANALYSER_STEPS } from '../knowledge-base/analyse'

/**
 * Option groups that recipes put together; titles, descriptions and sections are what forms and `--help` show. Sections
 * stand in the order in which a recipe first names them.
 */

const componentChoices = Object.fromEntries(
  COMPONENTS.map((component) => {
    const name = COMPONENT_NAMES[component]
    return [component, { label: capitalised(name) }]
  }),
)

const componentsOption = (defaults: readonly Component[], meta: OptionMeta) =>
  z
    .array(Component)
    .min(1)
    .default([...defaults])
    .meta({ ...meta, choices: componentChoices })

const WEIGHED: EffectCondition = { option: 'documentForm', isOneOf: ['weighed'] }
const MOST_WEIGHT = 10
const weightOfSection = z.number().min(0).max(MOST_WEIGHT).optional()

/** What sections count, by name; one that is left out counts what is standard. */
const weightsOption = (meta: OptionMeta) =>
  z
    .strictObject(
      Object.fromEntries(SECTIONS.map((section) => [section, weightOfSection])) as Record<
        Section,
        typeof weightOfSection
      >,
    )
    .optional()
    .meta({ ...meta, appliesWhen: [WEIGHED], choices: sectionChoices })

const sectionChoices = Object.fromEntries(
  SECTIONS.map((section) => [section, { label: SECTION_NAMES[section] }]),
)

/** Whether documents are weighed by section. */
const documentForm = (section: string) =>
  DocumentForm.default('weighed').meta({
    section,
    title: 'Parts of a document',
    description:
      'Whether name, first sentence, details, questions and groups count differently, or are joined to one text as in the papers.',
    choices: { weighed: { label: 'Weighed' }, joined: { label: 'Joined' } },
    leftOut: [{ value: 'joined', label: 'documents joined to one text' }],
    changesEmbedded: true,
    tries: {
      values: [
        { value: 'weighed', label: 'With the parts of a document weighed' },
        { value: 'joined', label: 'With documents joined to one text' },
      ],
    },
  } satisfies OptionMeta)

export const documentOptions = {
  components: componentsOption(MATCHED_COMPONENTS, {
    section: 'matching',
    title: 'Document components',
    description: 'What a tool document is made of where words are matched (Toolshed, section 3.1).',
  }),
  documentForm: documentForm('matching'),
  wordWeights: weightsOption({
    section: 'matching',
    title: 'What words count',
    description: 'What a word counts by the part of the document that it stands in; 0: nothing.',
    tries: {
      values: [
        { value: { name: 4 }, label: 'With words of names counting 4 instead of 2' },
        { value: { details: 0.25 }, label: 'With words of details counting ¼ instead of ½' },
        { value: { details: 1 }, label: 'With words of details counting 1 instead of ½' },
        { value: { parameters: 0.25 }, label: 'With words of parameters counting ¼ instead of 1' },
      ],
      areLearned: true,
    },
  }),
}

/** What a tool document is made of where it is embedded. */
const embeddedComponents = componentsOption(EMBEDDED_COMPONENTS, {
  section: 'meaning',
  title: 'Embedded components',
  description: 'What a tool document is made of where it is embedded.',
  changesEmbedded: true,
})
const meaningWeights = weightsOption({
  section: 'meaning',
  title: 'What meaning counts',
  description:
    'What the vector of each part of the document counts in that of the tool; 0: nothing. What is standard depends on the embedder.',
  changesEmbedded: true,
  tries: {
    values: [
      { value: { name: 2 }, label: 'With the meaning of names counting 2' },
      { value: { details: 0 }, label: 'Without the details in meaning' },
      { value: { details: 1 }, label: 'With the details counting 1 in meaning' },
    ],
    areLearned: true,
  },
})
export const embeddedOptions = { embeddedComponents, meaningWeights }

/** The same, of a recipe that searches by meaning alone. */
export const meaningOptions = {
  components: embeddedComponents,
  documentForm: documentForm('meaning'),
  meaningWeights,
}

/** How the documents that a recipe of these options embeds are made. */
export function embeddedDocuments({ embeddedComponents: embedded, ...options }: JsonObject) {
  const all = { ...options, ...(embedded !== undefined && { components: embedded }) }
  const { components, ...made } = z.object(meaningOptions).parse(all)
  return { components, options: made }
}

/** k1 and countRepeats were chosen on ToolE dev rows (a seeded 20 % of single) and Seal-Tools dev; b is Lucene's. */
export const lexicalOptions = {
  analyser: z
    .array(z.enum(ANALYSER_STEPS))
    .default([...ANALYSER_STEPS])
    .meta({
      section: 'matching',
      title: 'Analyser',
      description:
        'What is done to words before they are matched; nothing chosen is the plain analyser.',
      choices: {
        'split-identifiers': {
          label: 'Split names into words',
          without: 'names kept in one piece',
        },
        'stop-words': { label: 'Drop stop words', without: 'stop words kept' },
        stemming: { label: 'Match other endings', without: 'endings must match' },
      },
    } satisfies OptionMeta),
  k1: z
    .number()
    .min(0)
    .max(10)
    .default(1.5)
    .meta({
      section: 'matching',
      title: 'BM25 k1',
      description: 'How much repeating a term adds; 0 means nothing.',
    } satisfies OptionMeta),
  b: z
    .number()
    .min(0)
    .max(1)
    .default(0.75)
    .meta({
      section: 'matching',
      title: 'BM25 b',
      description: 'How much long documents are held back; 0 means not at all.',
    } satisfies OptionMeta),
  countRepeats: z
    .boolean()
    .default(false)
    .meta({
      section: 'matching',
      title: 'Count repeated words',
      description:
        'Whether a word said twice in the query counts twice, as in Lucene. Long queries that need several tools do better without.',
    } satisfies OptionMeta),
}

/** Whether a recipe learns from logged queries, where it can. */
export const historyOption = (appliesWhen: readonly EffectCondition[]) => ({
  history: z
    .boolean()
    .default(false)
    .meta({
      section: 'history',
      appliesWhen,
      title: 'Learn from logged queries',
      description:
        'Whether words of logged queries count as words of the tools that they took, and tools rise whose logged queries are like this one.',
    } satisfies OptionMeta),
})

/** Which tools may leave the catalog; every recipe takes these, and what it gives is checked against them. */
export const filterOptions = {
  tags: z
    .array(z.string())
    .default([])
    .meta({
      section: 'filters',
      title: 'Only tags',
      description: 'Tools that carry one of these; none named means all tools.',
    } satisfies OptionMeta),
  servers: z
    .array(z.string())
    .default([])
    .meta({
      section: 'filters',
      title: 'Only servers',
      description: 'Tools of these servers; none named means all servers.',
    } satisfies OptionMeta),
  visibilities: z
    .array(Visibility)
    .default(['public', 'internal'])
    .meta({
      section: 'filters',
      title: 'Visibility',
      description: 'Other tools never leave the catalog.',
    } satisfies OptionMeta),
}

/** As {@link filterOptions} are given, with their defaults: also to a recipe that takes none of them. */
export const FilterOptions = z.object(filterOptions)

export const retrievalOptions = {
  ...filterOptions,
  depth: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .meta({
      section: 'selection',
      title: 'Depth',
      description: 'Candidates fetched by each retriever, before anything is cut to k.',
    } satisfies OptionMeta),
}

export const selectionOptions = {
  threshold: z
    .number()
    .optional()
    .meta({
      section: 'selection',
      title: 'Score threshold',
      description: 'Tools scoring below are dropped; on the scale of the final score.',
    } satisfies OptionMeta),
}

/** The condition that the recipe is to decide how many tools a set holds. */
export const ADAPTIVE_SIZE: EffectCondition = { option: 'size', isOneOf: ['adaptive'] }

/** Who decides how many tools a set holds, where a recipe can do so. */
export const sizeOption = (appliesWhen: readonly EffectCondition[]) => ({
  size: z
    .enum(['k', 'adaptive'])
    .default('k')
    .meta({
      section: 'selection',
      appliesWhen,
      title: 'Tools per request',
      description:
        'As many as are asked for, or as many as the request needs: none where no tool fits it, which golden queries of the workspace teach where there are thirty.',
      choices: { k: { label: 'Fixed, k' }, adaptive: { label: 'Adaptive' } },
    } satisfies OptionMeta),
  falseRefusalRate: z
    .number()
    .min(0)
    .max(0.5)
    .default(0.05)
    .meta({
      section: 'selection',
      appliesWhen: [...appliesWhen, ADAPTIVE_SIZE],
      title: 'False refusals, at most',
      description:
        'Of golden queries that some tool fits, the share that may be answered with none: the larger, the fewer queries that no tool fits are given some.',
    } satisfies OptionMeta),
})
