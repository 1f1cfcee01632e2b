import { z } from 'zod'
import { Problem } from '../../domain/problem'
import { NAMES_A_TOOL, type ToolId } from '../../domain/tool/tool'
import type { CommandSession } from './session'

type Given = Record<string, unknown>

/**
 * What a command was given, with the ids of the tools that it names in any other way, such as
 * `github__create_issue`; a name that no tool has stays, for the command to say so.
 * @throws Problem `bad-input` where a name may mean several.
 */
export async function withToolIds(
  session: Pick<CommandSession, 'request'>,
  input: Readonly<Record<string, z.ZodType>>,
  given: Given,
): Promise<Given> {
  const { dir } = given
  const fields = Object.entries(given).filter(([field]) => namesTools(input[field]))
  const names = [...new Set(fields.flatMap(([, value]) => namesIn(value)))]
  if (names.length === 0 || typeof dir !== 'string') return given
  const ids = new Map<string, ToolId>()
  for (const called of await session.request('catalog.called', { dir, names })) {
    const [id, ...others] = called.ids
    if (others.length > 0) throw ambiguous(called.name, called.ids)
    if (id !== undefined) ids.set(called.name, id)
  }
  const idOf = (name: string): string => ids.get(name) ?? name
  return {
    ...given,
    ...Object.fromEntries(fields.map(([field, value]) => [field, put(value, idOf)])),
  }
}

/** Whether a field is a tool, a list of tools, or something by tool. */
function namesTools(schema: z.ZodType | undefined): boolean {
  if (!schema) return false
  if (NAMES_A_TOOL.get(schema)) return true
  if (schema instanceof z.ZodArray) return namesTools(schema.element as z.ZodType)
  if (schema instanceof z.ZodRecord) return namesTools(schema.keyType as z.ZodType)
  return isWrapped(schema) && namesTools(schema.unwrap() as z.ZodType)
}

const isWrapped = (schema: z.ZodType) =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string')
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

function put(value: unknown, idOf: (name: string) => string): unknown {
  if (typeof value === 'string') return idOf(value)
  if (Array.isArray(value)) return value.map((each) => put(each, idOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [idOf(name), of]))
}

const LISTED = 5

function ambiguous(name: string, ids: readonly ToolId[]): Problem {
  const more = ids.length > LISTED ? ` and ${ids.length - LISTED} more` : ''
  return new Problem(
    'bad-input',
    `Several tools are called “${name}”: ${ids.slice(0, LISTED).join(', ')}${more}.`,
    'Name the one that you mean with its server.',
  )
}
