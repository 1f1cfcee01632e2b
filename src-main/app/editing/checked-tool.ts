import { Problem } from '../../domain/problem'
import type { HandFields } from '../../domain/tool/hand-fields'
import { faultLine, schemaFaults } from '../../domain/tool/schema-faults'
import type { Tool, ToolId } from '../../domain/tool/tool'
import { cleanText, cleanTexts } from '../../domain/value/clean-texts'
import { isNestedDeeper } from '../../domain/value/json'
import { ANTHROPIC, GEMINI, MCP, OPENAI } from '../../exporting/provider-rules'
import { cleanLine } from '../../importing/reading/clean-json'
import type { Catalog } from '../workspaces/catalog'

/**
 * As the files of an import are cleaned: nothing in it is invisible, or longer than a line where it
 * is one.
 */
export function cleanFields(fields: Partial<HandFields>): Partial<HandFields> {
  const { name, server, description, parameters } = fields
  return {
    ...(name !== undefined && { name: cleanLine(name) }),
    ...(server !== undefined && { server: cleanLine(server ?? '') || null }),
    ...(description !== undefined && { description: cleanText(description).trim() }),
    ...(parameters !== undefined && { parameters: cleanTexts(parameters) }),
  }
}

/** Levels of a schema that are kept: as of those that are imported. */
const MOST_LEVELS = 100

/**
 * Refuses what no tool can be. What was so before an edit may stay.
 * @throws Problem `bad-input` or `conflict`.
 */
export function requireTool(tool: Tool, catalog: Pick<Catalog, 'tools'>, before?: Tool): void {
  if (tool.name === '') {
    throw new Problem('bad-input', 'The tool has no name.', 'Give it the one that agents call.')
  }
  if (before?.parameters !== tool.parameters) requireSchema(tool, before)
  if (before?.name !== tool.name || before.server !== tool.server) requireOwnName(tool, catalog)
}

function requireSchema({ name, parameters }: Tool, before?: Tool): void {
  const isDeep = isNestedDeeper(parameters, MOST_LEVELS)
  if (isDeep && !(before && isNestedDeeper(before.parameters, MOST_LEVELS))) {
    const why = `The parameters of “${name}” are nested deeper than ${MOST_LEVELS} levels.`
    throw new Problem('bad-input', why, 'Leave out the inner levels.')
  }
  const known = new Set(before && schemaFaults(before.parameters).map(faultLine))
  const fault = schemaFaults(parameters).find(
    (each) => each.grade === 'fault' && !known.has(faultLine(each)),
  )
  if (!fault) return
  throw new Problem(
    'bad-input',
    `The parameters of “${name}” are no JSON Schema that a tool can have. ${faultLine(fault)}.`,
    `Nothing was saved. ${fault.fix}`,
  )
}

/** Two tools of one name on one server cannot be told apart by an agent. */
function requireOwnName({ id, name, server }: Tool, { tools }: Pick<Catalog, 'tools'>): void {
  const taken = tools.find(
    ({ tool }) => tool.name === name && tool.server === server && tool.id !== id,
  )
  if (!taken) return
  const where = server === undefined ? 'without a server' : `on the server “${server}”`
  throw new Problem(
    'conflict',
    `There is a tool “${name}” ${where} already: “${taken.tool.id}”.`,
    'Give one of them another name or server: an agent could not tell them apart.',
  )
}

const PROVIDERS = [OPENAI, ANTHROPIC, GEMINI, MCP]

/** What is worth knowing of a tool that can be kept as it is. */
export function noticesOn(tool: Tool): string[] {
  const { name, description } = tool
  const refusing = PROVIDERS.filter((rules) => !rules.name.pattern.test(name))
  const who =
    refusing.length === PROVIDERS.length
      ? 'No provider accepts'
      : `${refusing.map(({ provider }) => provider).join(' and ')} would not accept`
  return [
    ...(refusing.length > 0
      ? [`${who} the name “${name}”. All take 1 to 64 letters, digits, underscores and hyphens.`]
      : []),
    ...(description.trim() === ''
      ? ['It has no description: it is found by its name and parameters alone.']
      : []),
    ...schemaFaults(tool.parameters).map((fault) => `Parameters: ${faultLine(fault)}.`),
  ]
}

/**
 * The id of a new tool: its name behind its server's, numbered where that is, or waits to be,
 * another tool's.
 */
export function freeId(wanted: ToolId, isTaken: (id: ToolId) => boolean): ToolId {
  let id = wanted
  for (let number = 2; isTaken(id); number++) id = `${wanted}#${number}` as ToolId
  return id
}
