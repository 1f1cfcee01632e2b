import {
  changedByHand,
  HAND_FIELDS,
  handFieldsOf,
  isMadeByHand,
  withFields,
  type HandField,
  type HandFields,
} from '../../domain/tool/hand-fields'
import type { Tool } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import type { DifferingField } from './edited-layer'

/** Keys are put in order, which is dear, only where two values differ as they are written. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  JSON.stringify(one) === JSON.stringify(other) ||
  canonical(one) === canonical(other)

/** What an import says of the fields, whatever is in force. */
export const importedFields = (tool: Tool): HandFields => ({
  ...handFieldsOf(tool),
  ...tool.imported,
})

/**
 * The tool with these fields written by hand; what the import says of them is kept, as long as it
 * says something else.
 */
export function written(tool: Tool, fields: Partial<HandFields>): Tool {
  const { imported: _, ...edited } = withFields(tool, fields)
  if (isMadeByHand(tool)) return edited
  return withImported(edited, importedFields(tool))
}

/** The tool with what an import says of those of its fields that say something else. */
function withImported(tool: Tool, said: HandFields, among = HAND_FIELDS): Tool {
  const now = handFieldsOf(tool)
  const differing = among.filter((field) => !isSame(now[field], said[field]))
  if (differing.length === 0) return tool
  const imported = Object.fromEntries(differing.map((field) => [field, said[field]]))
  return { ...tool, imported }
}

/**
 * A tool of an import as it is to stand here: what was written by hand stays, and what the files
 * say of it is kept beside it. Where they say something new of it, it is `differing`, and with
 * `choice` `replace` theirs is taken.
 */
export function reimported(
  stored: Tool | undefined,
  incoming: Tool,
  choice: 'keep' | 'replace',
): { tool: Tool; differing: DifferingField[] } {
  if (!stored || !(stored.imported || isMadeByHand(stored)))
    return { tool: incoming, differing: [] }
  const isMade = isMadeByHand(stored)
  const here = handFieldsOf(stored)
  const before = importedFields(stored)
  const said = handFieldsOf(incoming)
  const byHand = (isMade ? HAND_FIELDS : changedByHand(stored)).filter(
    (field) => !isSame(here[field], said[field]),
  )
  const isNews = (field: HandField) => isMade || !isSame(before[field], said[field])
  const differing = byHand
    .filter(isNews)
    .map((field) => ({ field, stored: here[field], other: said[field] }))
  const kept = choice === 'keep' ? byHand : byHand.filter((field) => !isNews(field))
  const fields = Object.fromEntries(kept.map((field) => [field, here[field]]))
  return { tool: withImported(withFields(incoming, fields), said, kept), differing }
}
