import type { ActionInput } from '../../../src-main/features/actions'
import type { HandFields } from '../../../src-main/domain/tool/hand-fields'
import { schemaIn, schemaText } from './schema-form'

/** A tool's definition as a form holds it. */
export interface DefinitionDraft {
  name: string
  /** Empty: none. */
  server: string
  description: string
  /** The parameters as JSON text, which need not be whole while it is written. */
  schema: string
}

export const definitionDraftOf = ({
  name,
  server,
  description,
  parameters,
}: HandFields): DefinitionDraft => ({
  name,
  description,
  server: server ?? '',
  schema: schemaText(parameters),
})

type Fields = ActionInput<'catalog.edit'>['fields']

/** The fields that a draft changes, or why it cannot be saved. */
export function draftedFields(
  draft: DefinitionDraft,
  base: HandFields,
): { fields: Fields; base: Fields } | { why: string } {
  const before = definitionDraftOf(base)
  const read = draft.schema === before.schema ? { schema: base.parameters } : schemaIn(draft.schema)
  if ('why' in read) return read
  const wanted: HandFields = {
    name: draft.name.trim(),
    server: draft.server.trim() || null,
    description: draft.description.trim(),
    parameters: read.schema,
  }
  // A text is left as it is, with the white space around it, as long as nobody writes into its
  // field.
  const isWrittenInto = (field: keyof HandFields): boolean =>
    field === 'parameters' || draft[field] !== before[field]
  const isChanged = (field: keyof HandFields): boolean =>
    isWrittenInto(field) && JSON.stringify(wanted[field]) !== JSON.stringify(base[field])
  const changed = (Object.keys(wanted) as (keyof HandFields)[]).filter(isChanged)
  const pick = (from: HandFields): Fields =>
    Object.fromEntries(changed.map((field) => [field, from[field]]))
  return { fields: pick(wanted), base: pick(base) }
}

/** Whether anything is written that is not saved. */
export function isWritten(draft: DefinitionDraft, base: HandFields): boolean {
  const drafted = draftedFields(draft, base)
  return 'why' in drafted || Object.keys(drafted.fields).length > 0
}
