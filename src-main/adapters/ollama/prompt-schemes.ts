/** How a model wants its texts introduced. Ollama adds nothing itself. */
export interface PromptScheme {
  /** Part of the fingerprint: to be renamed whenever one of the strings changes. */
  id: string
  query: (text: string) => string
  document: (text: string) => string
}

const asIs = (text: string): string => text
const after = (prefix: string) => (text: string) => prefix + text

const NO_PROMPT: PromptScheme = { id: 'as-is', query: asIs, document: asIs }

const NOMIC: PromptScheme = {
  id: 'nomic',
  query: after('search_query: '),
  document: after('search_document: '),
}
const PASSAGES: PromptScheme = {
  id: 'passages',
  query: after('Represent this sentence for searching relevant passages: '),
  document: asIs,
}
const ARCTIC_2: PromptScheme = { id: 'arctic-2', query: after('query: '), document: asIs }
const GEMMA: PromptScheme = {
  id: 'gemma',
  query: after('task: search result | query: '),
  document: after('title: none | text: '),
}
/** The model takes an English instruction of one's own; no space after `Query:`, as in its reference code. */
const QWEN_3: PromptScheme = {
  id: 'qwen-3-tools',
  query: after('Instruct: Given a user request, retrieve the tools that fulfil it\nQuery:'),
  document: asIs,
}

/** By the beginning of the model's name, from the model cards; the first that fits counts. */
const SCHEMES: [RegExp, PromptScheme][] = [
  [/^nomic-embed-text/, NOMIC],
  [/^mxbai-embed-large/, PASSAGES],
  [/^bge-large(?!-zh)/, PASSAGES],
  [/^snowflake-arctic-embed-?(2|l-v2|m-v2)/, ARCTIC_2],
  [/^snowflake-arctic-embed/, PASSAGES],
  [/^embeddinggemma/, GEMMA],
  [/^qwen3-embedding/, QWEN_3],
]

/** The scheme for a model as Ollama names it, such as `hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0`; texts as they are where none is known. */
export function promptSchemeOf(model: string): PromptScheme {
  const [family = ''] = (model.split('/').at(-1) ?? '').toLowerCase().split(':')
  return SCHEMES.find(([name]) => name.test(family))?.[1] ?? NO_PROMPT
}
