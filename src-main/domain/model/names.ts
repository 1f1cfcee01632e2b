/** The built-in embedder that adds up words, in microseconds. */
export const BUILTIN = 'builtin'
/** The built-in embedder that reads whole sentences, in milliseconds. */
export const SENTENCES = 'sentences'

const BUILT_IN_TITLES = new Map([
  [BUILTIN, 'Instant'],
  [SENTENCES, 'Sentences'],
])

/**
 * The built-in embedder that made a fingerprint, which begins with its name; undefined for one of
 * another.
 */
export const builtInOf = (fingerprint: string): string | undefined =>
  [...BUILT_IN_TITLES.keys()].find((name) => fingerprint.startsWith(name))

/** Whether an embedder is part of the product. */
export const isBuiltIn = (embedder: string): boolean => BUILT_IN_TITLES.has(embedder)

/** What people call an embedder. */
export const embedderTitle = (embedder: string): string =>
  BUILT_IN_TITLES.get(embedder) ?? shortName(inOllama(embedder) ?? embedder)

/** The name of the embedder that a person calls so: `instant` is `builtin`. */
export function embedderCalled(title: string): string {
  const lower = title.trim().toLowerCase()
  const [name] = [...BUILT_IN_TITLES].find((pair) => pair[1].toLowerCase() === lower) ?? [title]
  return name
}

/** What an embedder of this name reads: only Instant adds up words. */
export const readsWhat = (embedder: string): 'words' | 'sentences' =>
  embedder === BUILTIN ? 'words' : 'sentences'

/** Whether each query waits for an embedder: it works in other threads, or over the network. */
export const takesItsTime = (embedder: string): boolean => readsWhat(embedder) === 'sentences'

/** What a model is chosen for. */
export const MODEL_ROLES = ['chat', 'embedder', 'reranker'] as const
export type ModelRole = (typeof MODEL_ROLES)[number]

/** Where the text stands in a template. */
export const TEXT_MARK = '{text}'

/** Characters of a template: far more than any model was taught to expect. */
const LONGEST_TEMPLATE = 2000

/** Why a text is no template, in words; undefined where it is one. */
export function templateFault(template: string): string | undefined {
  if (template.length > LONGEST_TEMPLATE) {
    return `A template is at most ${LONGEST_TEMPLATE} characters long.`
  }
  const holdsOnce = template.split(TEXT_MARK).length === 2
  return holdsOnce ? undefined : `A template holds ${TEXT_MARK} once, in place of the text.`
}

interface Capable {
  /** In Ollama's words. */
  capabilities: readonly string[]
}

export const canEmbed = ({ capabilities }: Capable): boolean => capabilities.includes('embedding')

export const canChat = ({ capabilities }: Capable): boolean => capabilities.includes('completion')

/** Whether a model can be chosen for this. */
export function fits(role: ModelRole, model: Capable & { isRemote: boolean }) {
  if (model.isRemote) return false
  return role === 'embedder' ? canEmbed(model) : canChat(model)
}

const OLLAMA = 'ollama:'

/** A model of Ollama as settings name it. */
export const ofOllama = (model: string): string => OLLAMA + model

/** What Ollama calls a model; undefined for one that is not Ollama's. */
export const inOllama = (name: string): string | undefined =>
  name.startsWith(OLLAMA) ? name.slice(OLLAMA.length).trim() : undefined

/**
 * As on Ollama's own command line: `registry.ollama.ai/library/nomic-embed-text:latest` is called
 * `nomic-embed-text`.
 */
export const shortName = (model: string): string =>
  model.replace(/^(registry\.ollama\.ai\/)?(library\/)?/i, '').replace(/:latest$/i, '')

/**
 * Whether two of Ollama's names mean one model: in whatever case, with or without what may be left
 * out.
 */
export const isSameName = (one: string, other: string): boolean =>
  shortName(one).toLowerCase() === shortName(other).toLowerCase()
