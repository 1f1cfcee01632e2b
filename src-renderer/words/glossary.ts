/**
 * What the field's terms mean, in everyday words, for those who meet them here first. Each is told
 * where it stands in the window.
 */
export const GLOSSARY = {
  'agent accuracy':
    'How right the model’s calls are: half for the tool, a quarter each for the names and the values of its arguments.',
  baseline: 'The run that the others are compared with, query by query.',
  'chat model':
    'A model that answers in words: it can plan a search, judge tools, and call them. Optional.',
  'development set': 'A golden set that changes are judged by and weights learned from.',
  edge: 'Says that one tool needs another: whoever is given the first should be given the second as well.',
  embedder:
    'A model that turns text into numbers, so that texts of like meaning lie close together.',
  'golden set': 'Queries with the tools that are right for them, to measure against.',
  'logged queries':
    'What users asked before, with the tools that it took: examples to learn from, not to measure with.',
  leak: 'A golden query that says the same, or nearly, as a text by which tools are found: it measures what was learned by heart.',
  hub: 'A tool that many other tools need.',
  'knowledge base':
    'The tool documents of a catalog, with all that is worked out from them so that they can be searched.',
  'MAP@k':
    'Precision at the place of each right tool, averaged: high where right tools stand first.',
  'nDCG@k':
    'How near the ranking is to the best one possible; right tools further down count less.',
  'no tool fits':
    'The answer that the catalog holds no tool for a request. Given where some fits it is a miss; any tool where none fits is a false activation.',
  'paired interval':
    'The differences that the randomisation test does not reject, taken from the same queries answered both ways: 0 is among them unless the difference is clear. At 95 %, or where several runs are tested at the level that is named.',
  'plain and everyday':
    'Plain requests are worded near the words of the tools: tagged plain, or of the tier exact or paraphrased. Everyday ones are worded as people say it: tagged everyday, or vague. Found is one whose right tools are all given.',
  'prompt tokens': 'What the tools given to the agent take up in its prompt.',
  'randomisation test':
    'How often as large a difference comes about when chance decides, query by query, which run is credited with what. Where several runs are tested, each has to be clearer (Holm).',
  'Recall@k': 'The share of the right tools that are among the first k, averaged over the queries.',
  reranker: 'A model that looks at the first tools of a list again, to put the right ones first.',
  session:
    'An agent at work on a request: it begins with some tools, and may search the catalog for more while it works.',
  'standardised fields':
    'A tool described in four fields of one form: what it does, what it takes, what it gives back, what users ask of it.',
  template: 'The words a model was taught to expect around a text, which tell it what the text is.',
  'test set':
    'A golden set that nothing is tuned on: what holds on it holds for new queries, the less often it was looked at.',
  'tool bundle': 'The tools that one query took, all together.',
  'tool document':
    'The text of a tool that is searched: its name, description and parameters, and what its author adds.',
} as const

export type Term = keyof typeof GLOSSARY
