import type { AuthorLayer, Visibility } from '../../src-main/domain/tool/tool'

/**
 * An author's layer as a form holds it: text fields, empty where the imported value is in force.
 */
export interface LayerDraft {
  description: string
  whenToUse: string
  limits: string
  modelDescription: string
  /** One a line. */
  questions: string
  /** Separated by commas. */
  topics: string
  /** Separated by commas. */
  tags: string
  visibility: Visibility | ''
  parameters: Record<string, string>
  note: string
}

export function draftOf(layer: AuthorLayer): LayerDraft {
  return {
    description: layer.description ?? '',
    whenToUse: layer.whenToUse ?? '',
    limits: layer.limits ?? '',
    modelDescription: layer.modelDescription ?? '',
    questions: (layer.questions ?? []).join('\n'),
    topics: (layer.topics ?? []).join(', '),
    tags: (layer.tags ?? []).join(', '),
    visibility: layer.visibility ?? '',
    // Of no prototype: a parameter may be called as what every object inherits.
    parameters: Object.assign(Object.create(null) as Record<string, string>, layer.parameters),
    note: layer.note ?? '',
  }
}

/**
 * The layer that a draft makes of `base`. Fields left alone keep their value, and so do those no
 * form shows.
 */
export function layerOf(draft: LayerDraft, base: AuthorLayer): AuthorLayer {
  const before = draftOf(base)
  const changed = (field: keyof LayerDraft): boolean =>
    JSON.stringify(draft[field]) !== JSON.stringify(before[field])
  const parameters = Object.entries(draft.parameters).filter(([, text]) => text.trim())
  const written: AuthorLayer = {
    description: draft.description.trim() || undefined,
    whenToUse: draft.whenToUse.trim() || undefined,
    limits: draft.limits.trim() || undefined,
    modelDescription: draft.modelDescription.trim() || undefined,
    questions: orNone(split(draft.questions, /\n/)),
    topics: orNone(split(draft.topics, /[,\n]/)),
    tags: orNone(split(draft.tags, /[,\n]/)),
    visibility: draft.visibility || undefined,
    parameters: parameters.length ? Object.fromEntries(parameters) : undefined,
    note: draft.note.trim() || undefined,
  }
  const fields = (Object.keys(before) as (keyof LayerDraft)[]).filter(changed)
  const merged = { ...base, ...Object.fromEntries(fields.map((field) => [field, written[field]])) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined))
}

/** Whether saving the draft would change the layer. */
export const isDirty = (draft: LayerDraft, base: AuthorLayer): boolean =>
  JSON.stringify(draftOf(layerOf(draft, base))) !== JSON.stringify(draftOf(base))

/** The parts of a text that lists them, each once. */
export const split = (text: string, at: RegExp): string[] => [
  ...new Set(
    text
      .split(at)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]

const orNone = (list: string[]): string[] | undefined => (list.length ? list : undefined)
