import type { ModelRole } from '../../src-main/domain/model/names'

export const ROLE_TITLES: Record<ModelRole, string> = {
  embedder: 'Embedder',
  chat: 'Chat model',
  reranker: 'Reranker',
}

/** A role within a sentence: `the chat model`. */
export const roleWord = (role: ModelRole): string => ROLE_TITLES[role].toLowerCase()

/** What a model can do, in the words of people; Ollama's own where there are no others. */
export const capabilityWord = (capability: string): string =>
  ({ completion: 'chat', tools: 'tool calls', embedding: 'embeds', vision: 'images' })[
    capability
  ] ?? capability
