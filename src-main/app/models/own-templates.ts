import type { EmbeddingTemplates } from '../../domain/model/model'
import type { Settings } from '../../domain/workspace/settings'

/** As they are kept in the settings: Ollama tells no names apart by their case. */
const keyOf = (model: string): string => model.toLowerCase()

/** A person's own templates for a model, by its short name; undefined where there are none. */
export function ownTemplates(
  { embeddingTemplates = {} }: Settings,
  model: string,
): EmbeddingTemplates | undefined {
  const key = keyOf(model)
  return Object.hasOwn(embeddingTemplates, key) ? embeddingTemplates[key] : undefined
}

/** All own templates as they are once a model has these, or none of its own. */
export function withTemplates(
  { embeddingTemplates = {} }: Settings,
  model: string,
  templates: EmbeddingTemplates | undefined,
): Settings['embeddingTemplates'] {
  const key = keyOf(model)
  const others = Object.entries(embeddingTemplates).filter(([name]) => name !== key)
  const all = templates ? [...others, [key, templates] as const] : others
  return all.length > 0 ? Object.fromEntries(all) : undefined
}
