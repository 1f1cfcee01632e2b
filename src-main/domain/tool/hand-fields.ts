import type { ImportedFields, Tool } from './tool'

/** What of a tool people may change by hand. */
export type HandFields = Required<ImportedFields>
export type HandField = keyof HandFields

export const HAND_FIELDS: readonly HandField[] = ['name', 'server', 'description', 'parameters']

/** The format of tools that no file was read for. */
export const MADE_BY_HAND = 'by-hand'

export const isMadeByHand = ({ source }: Pick<Tool, 'source'>): boolean =>
  source.format === MADE_BY_HAND

/** The fields as they are in force. */
export const handFieldsOf = ({ name, server, description, parameters }: Tool): HandFields => ({
  name,
  description,
  parameters,
  server: server ?? null,
})

/** The fields that were changed by hand since the tool was imported. */
export const changedByHand = ({ imported = {} }: Pick<Tool, 'imported'>): HandField[] =>
  HAND_FIELDS.filter((field) => imported[field] !== undefined)

/** The tool with these fields in force; what an import says of them is left alone. */
export function withFields(tool: Tool, fields: Partial<HandFields>): Tool {
  const { server: _server, ...rest } = tool
  const { server, ...others } = { ...handFieldsOf(tool), ...fields }
  return { ...rest, ...others, ...(server !== null && { server }) }
}

/** The tool as its import left it, without what was changed by hand since. */
export function asImported(tool: Tool): Tool {
  if (!tool.imported) return tool
  const { imported, ...inForce } = withFields(tool, tool.imported)
  return inForce
}
