import { createHash } from 'node:crypto'
import type { EmbeddingTemplates } from '../../domain/model/model'
import { TEXT_MARK } from '../../domain/model/names'

/** How a model wants its texts introduced. Ollama adds nothing itself. */
export interface PromptScheme {
  /** Part of the fingerprint: texts written otherwise have another. */
  id: string
  query: (text: string) => string
  document: (text: string) => string
}

/** A model's own templates. The id is to be renamed whenever one of them changes. */
interface StandardScheme extends EmbeddingTemplates {
  id: string
}

const NO_PROMPT: StandardScheme = { id: 'as-is', query: TEXT_MARK, document: TEXT_MARK }

const NOMIC: StandardScheme = {
  id: 'nomic',
  query: 'search_query: {text}',
  document: 'search_document: {text}',
}
const PASSAGES: StandardScheme = {
  id: 'passages',
  query: 'Represent this sentence for searching relevant passages: {text}',
  document: TEXT_MARK,
}
const ARCTIC_2: StandardScheme = { id: 'arctic-2', query: 'query: {text}', document: TEXT_MARK }
const GEMMA: StandardScheme = {
  id: 'gemma',
  query: 'task: search result | query: {text}',
  document: 'title: none | text: {text}',
}
/**
 * The model takes an English instruction of one's own; no space after `Query:`, as in its reference
 * code.
 */
const QWEN_3: StandardScheme = {
  id: 'qwen-3-tools',
  query: 'Instruct: Given a user request, retrieve the tools that fulfil it\nQuery:{text}',
  document: TEXT_MARK,
}

/** By the beginning of the model's name, from the model cards; the first that fits counts. */
const SCHEMES: [RegExp, StandardScheme][] = [
  [/^nomic-embed-text/, NOMIC],
  [/^mxbai-embed-large/, PASSAGES],
  [/^bge-large(?!-zh)/, PASSAGES],
  [/^snowflake-arctic-embed-?(2|l-v2|m-v2)/, ARCTIC_2],
  [/^snowflake-arctic-embed/, PASSAGES],
  [/^embeddinggemma/, GEMMA],
  [/^qwen3-embedding/, QWEN_3],
]

/**
 * What a model as Ollama names it comes with, such as
 * `hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0`; texts as they are where nothing is known.
 */
export function standardTemplates(model: string): EmbeddingTemplates {
  const { query, document } = standardScheme(model)
  return { query, document }
}

function standardScheme(model: string): StandardScheme {
  const [family = ''] = (model.split('/').at(-1) ?? '').toLowerCase().split(':')
  return SCHEMES.find(([name]) => name.test(family))?.[1] ?? NO_PROMPT
}

/** The scheme for a model: with the templates given, or those it comes with. */
export function promptSchemeOf(model: string, own?: EmbeddingTemplates): PromptScheme {
  const standard = standardScheme(model)
  const { query, document } = own ?? standard
  const isStandard = query === standard.query && document === standard.document
  return {
    id: isStandard ? standard.id : `own-${hashOf([query, document])}`,
    query: filled(query),
    document: filled(document),
  }
}

const filled = (template: string) => {
  const [before = '', after = ''] = template.split(TEXT_MARK)
  return (text: string) => before + text + after
}

/** 48 bits: enough to tell a person's templates apart. */
const hashOf = (texts: string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12)
