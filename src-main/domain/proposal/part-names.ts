import type { CollectedFrom, ProposedPart } from './text'

/** Parts of an author's layer as people call them, in the order in which they are offered. */
export const PART_NAMES: Readonly<Record<ProposedPart, string>> = {
  questions: 'questions it answers',
  topics: 'topics and intents',
  description: 'retrieval description',
  whenToUse: 'when to use it',
  limits: 'what it does not do',
  tags: 'tags',
  parameters: 'descriptions of parameters',
}

/** Where questions are found without a model, as people call it. */
export const COLLECTED_NAMES: Readonly<Record<CollectedFrom, string>> = {
  examples: 'examples of the tools',
  'logged-queries': 'logged queries that one tool solved alone',
  parameters: 'values of parameters',
}
