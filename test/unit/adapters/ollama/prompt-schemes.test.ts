import { describe, expect, it } from 'vitest'
import {
  promptSchemeOf,
  standardTemplates,
} from '../../../../src-main/adapters/ollama/prompt-schemes'

const PASSAGES = 'Represent this sentence for searching relevant passages: Q'

describe('prompt schemes', () => {
  it.each([
    ['nomic-embed-text', 'search_query: Q', 'search_document: D'],
    ['nomic-embed-text:v1.5', 'search_query: Q', 'search_document: D'],
    ['nomic-embed-text-v2-moe', 'search_query: Q', 'search_document: D'],
    ['hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0', 'search_query: Q', 'search_document: D'],
    ['mxbai-embed-large:335m', PASSAGES, 'D'],
    ['bge-large', PASSAGES, 'D'],
    ['snowflake-arctic-embed:22m', PASSAGES, 'D'],
    ['snowflake-arctic-embed2', 'query: Q', 'D'],
    ['hf.co/Snowflake/snowflake-arctic-embed-l-v2.0', 'query: Q', 'D'],
    ['embeddinggemma:300m', 'task: search result | query: Q', 'title: none | text: D'],
    [
      'qwen3-embedding:0.6b',
      'Instruct: Given a user request, retrieve the tools that fulfil it\nQuery:Q',
      'D',
    ],
    ['hf.co/Qwen/Qwen3-Embedding-4B-GGUF', expect.stringMatching(/^Instruct: .+\nQuery:Q$/), 'D'],
    ['all-minilm', 'Q', 'D'],
    ['bge-m3', 'Q', 'D'],
    ['bge-large-zh', 'Q', 'D'],
    ['granite-embedding:278m', 'Q', 'D'],
    ['someone/unheard-of', 'Q', 'D'],
  ])('introduce texts as %s was trained with', (model, query, document) => {
    const scheme = promptSchemeOf(model)
    expect(scheme.query('Q')).toEqual(query)
    expect(scheme.document('D')).toBe(document)
  })

  it('have ids that tell apart those that write texts differently', () => {
    const models = ['nomic-embed-text', 'mxbai-embed-large', 'snowflake-arctic-embed2']
    const schemes = [...models, 'embeddinggemma', 'qwen3-embedding', 'bge-m3'].map((model) =>
      promptSchemeOf(model),
    )
    expect(new Set(schemes.map(({ id }) => id)).size).toBe(6)
    expect(new Set(schemes.map(({ query, document }) => query('x') + document('x'))).size).toBe(6)
  })

  it('write texts in templates of one’s own, whatever the texts hold', () => {
    const own = promptSchemeOf('bge-m3', { query: 'Find {text}!', document: 'Tool: {text}' })
    expect(own.query('$& {text} $1')).toBe('Find $& {text} $1!')
    expect(own.document('D')).toBe('Tool: D')
    const other = promptSchemeOf('bge-m3', { query: 'Find {text}!', document: '{text}' })
    expect(new Set([own.id, other.id, promptSchemeOf('bge-m3').id]).size).toBe(3)
  })

  it('have the same id where one’s own templates are those the model comes with', () => {
    const standard = standardTemplates('nomic-embed-text')
    expect(standard.query).toBe('search_query: {text}')
    expect(promptSchemeOf('nomic-embed-text', standard).id).toBe('nomic')
  })
})
