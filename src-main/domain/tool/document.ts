import { z } from 'zod'

/**
 * The components of a tool document: Toolshed's five (section 3.1), allowed values of parameters,
 * the server's name, and the structured fields of Tool-REX (arXiv 2510.22670): when to use a tool,
 * its limits, its tags.
 */
export const Component = z.enum([
  'name',
  'description',
  'whenToUse',
  'limits',
  'parameters',
  'questions',
  'topics',
  'tags',
  'values',
  'server',
])
export type Component = z.infer<typeof Component>

export const COMPONENTS: readonly Component[] = Component.options

/** What a tool document is made of in Toolshed, section 3.1. */
export const TOOLSHED_COMPONENTS: readonly Component[] = [
  'name',
  'description',
  'parameters',
  'questions',
  'topics',
]

/**
 * What words are matched with unless an option says otherwise. Values stay out, as Recall@5 must
 * lose on no set: they give the demo +1.3 points in hybrid and take 0.3 from ToolLinkOS' seeded
 * fifth. Limits stay out for what they say: they name what other tools do, and neither words nor
 * vectors know a denial.
 */
export const MATCHED_COMPONENTS: readonly Component[] = [
  'name',
  'description',
  'whenToUse',
  'parameters',
  'questions',
  'topics',
  'tags',
  'server',
]

/**
 * What is embedded unless an option says otherwise: parameters help to match words, but blur what a
 * tool is about.
 */
export const EMBEDDED_COMPONENTS: readonly Component[] = [
  'name',
  'description',
  'whenToUse',
  'questions',
  'topics',
  'tags',
  'server',
]

/**
 * The sections of a tool document: what counts alike where it is searched. A name and a title are
 * two of them, and so are a description's first sentence and the others.
 */
export const Section = z.enum([
  'name',
  'title',
  'purpose',
  'details',
  'questions',
  'parameters',
  'group',
])
export type Section = z.infer<typeof Section>

export const SECTIONS: readonly Section[] = Section.options

/** What each section counts, in words or in meaning; 0 leaves it out. */
export type SectionWeights = Readonly<Record<Section, number>>

/**
 * What a word counts by the section it stands in. How they were chosen:
 * `pipeline/knowledge-base/README.md`.
 */
export const WORD_WEIGHTS: SectionWeights = {
  name: 2,
  title: 2,
  purpose: 1,
  details: 0.5,
  questions: 0.5,
  parameters: 1,
  group: 0.5,
}

const IN_MEANING = { purpose: 1, details: 0.5, questions: 0.5, parameters: 0.5, group: 0.3 }

/**
 * What the vector of a section counts in that of its tool, by what an embedder reads: words one by
 * one, or whole sentences. One that reads sentences finds in the purpose what the name says.
 */
export const MEANING_WEIGHTS: Readonly<Record<'words' | 'sentences', SectionWeights>> = {
  words: { ...IN_MEANING, name: 1, title: 1 },
  sentences: { ...IN_MEANING, name: 0.75, title: 0.75 },
}

/**
 * How the sections of a document make what is searched: each by its weight, or all joined to one
 * text, as papers do.
 */
export const DocumentForm = z.enum(['weighed', 'joined'])
export type DocumentForm = z.infer<typeof DocumentForm>
