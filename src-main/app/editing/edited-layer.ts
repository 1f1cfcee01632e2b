import { Problem } from '../../domain/problem'
import { isEdited } from '../../domain/tool/catalog-tool'
import type { AuthorLayer, CorrectedFields, ToolId, ToolLayer } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'

/** An edit of a tool's layer: the layer as it was read, where that is known, and as it is to be. */
export interface LayerEdit {
  id: ToolId
  layer: AuthorLayer
  base?: AuthorLayer
}

/**
 * The stored layer after an edit: the fields that the editor changed, each parameter's text a field
 * of its own, and all others as they are stored now. An edit without a base replaces the whole
 * layer.
 * @throws Problem `conflict` naming the fields that were changed elsewhere, to something else,
 * since they were read.
 */
export function editedLayer(stored: AuthorLayer, { id, layer, base }: LayerEdit): AuthorLayer {
  if (!base) return withoutEmpty(layer)
  const { contested, layer: edited } = layerAfter(stored, { layer, base })
  if (contested.length > 0) throw changedElsewhere(id, contested)
  return edited
}

/**
 * The stored layer after an edit, and the names of the fields that were changed elsewhere, to
 * something else.
 */
export function layerAfter(
  stored: AuthorLayer,
  { layer, base }: Required<Pick<LayerEdit, 'layer' | 'base'>>,
): { layer: AuthorLayer; contested: string[] } {
  const before = fieldsOf(withoutEmpty(base))
  const wanted = fieldsOf(withoutEmpty(layer))
  const now = fieldsOf(stored)
  const differs = (a: Fields, b: Fields) => (field: string) =>
    canonical(a.get(field)) !== canonical(b.get(field))
  const edited = [...new Set([...before.keys(), ...wanted.keys()])].filter(differs(before, wanted))
  const contested = edited.filter(differs(now, before)).filter(differs(now, wanted))
  for (const field of edited) now.set(field, wanted.get(field))
  return { layer: withoutEmpty(layerOf(now)), contested: contested.map(nameOf) }
}

/** What writes these layers: those of which nothing is left are removed. */
export const layersChange = (layers: readonly Pick<ToolLayer, 'tool' | 'layer'>[]) => ({
  put: layers
    .filter(({ layer }) => isEdited(layer))
    .map(({ tool, layer }): ToolLayer => ({ tool, layer })),
  remove: layers.filter(({ layer }) => !isEdited(layer)).map(({ tool }) => tool),
})

/** A field of which two layers say something else, as the window calls it. */
export interface DifferingField {
  field: string
  stored: unknown
  other: unknown
}

/**
 * The stored layer with what another one has besides; where both say something else, `prefer` says
 * which stays.
 */
export function mergedLayers(
  stored: AuthorLayer,
  other: AuthorLayer,
  prefer: 'stored' | 'other',
): { layer: AuthorLayer; differing: DifferingField[] } {
  const now = fieldsOf(stored)
  const more = fieldsOf(withoutEmpty(other))
  const differing = [...more].flatMap(([field, value]) =>
    now.has(field) && canonical(now.get(field)) !== canonical(value)
      ? [{ field: nameOf(field), stored: now.get(field), other: value }]
      : [],
  )
  const merged = prefer === 'stored' ? [...more, ...now] : [...now, ...more]
  return { layer: withoutEmpty(layerOf(new Map(merged))), differing }
}

/** The values of a layer by field, those of parameters by {@link parameterField}. */
type Fields = Map<string, unknown>

const PARAMETER = 'parameters.'
const parameterField = (name: string): string => `${PARAMETER}${name}`

function fieldsOf({ parameters = {}, ...rest }: AuthorLayer): Fields {
  const texts = Object.entries(parameters).map(
    ([name, text]) => [parameterField(name), text] as const,
  )
  return new Map<string, unknown>([...Object.entries(rest), ...texts])
}

function layerOf(fields: Fields): AuthorLayer {
  const present = [...fields].filter(([, value]) => value !== undefined)
  const isParameter = (field: string) => field.startsWith(PARAMETER)
  return {
    ...Object.fromEntries(present.filter(([field]) => !isParameter(field))),
    parameters: Object.fromEntries(
      present.flatMap(([field, text]) =>
        isParameter(field) ? [[field.slice(PARAMETER.length), String(text)]] : [],
      ),
    ),
  }
}

/**
 * An emptied field means the imported value again, except for lists that may be meant to be empty.
 */
function withoutEmpty(layer: AuthorLayer): AuthorLayer {
  const { questions, topics, parameters, standardised, ...rest } = layer
  const texts = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')
  return {
    ...Object.fromEntries(texts),
    ...(questions?.length && { questions }),
    ...(topics?.length && { topics }),
    ...(standardised && isCorrected(standardised) && { standardised }),
    ...(parameters && Object.keys(parameters).length > 0 && { parameters }),
  }
}

/** Whether any field is corrected, beside the version that it would be of. */
const isCorrected = ({ of: _, ...fields }: CorrectedFields): boolean =>
  Object.values(fields).some((value) => value !== undefined)

/** Fields as the window calls them. */
const FIELD_NAMES: Record<keyof Omit<AuthorLayer, 'parameters'>, string> = {
  description: 'retrieval description',
  whenToUse: 'when to use it',
  limits: 'what it does not do',
  modelDescription: 'model-facing description',
  questions: 'questions it answers',
  topics: 'topics and intents',
  tags: 'tags',
  visibility: 'visibility',
  dependencies: 'dependencies',
  standardised: 'corrected fields',
  note: 'note for colleagues',
}

const nameOf = (field: string): string =>
  field.startsWith(PARAMETER)
    ? `description of the parameter “${field.slice(PARAMETER.length)}”`
    : ((FIELD_NAMES as Record<string, string>)[field] ?? field)

const changedElsewhere = (id: ToolId, fields: string[]): Problem =>
  new Problem(
    'conflict',
    `Someone else changed “${id}” while you were editing it: ${fields.join(', ')}. Nothing was saved.`,
    'Copy your text, look at the tool as it is now, then put in what is still missing and save.',
  )
