import { isJsonObject } from '../../domain/json-object'
import type { JsonValue, Tool } from '../../domain/tool'
import { listed } from './linted-tool'
import type { LintRule } from './rule'
import { schemaFaults } from './schema-faults'

/** What is wrong with the schema of a tool’s parameters. */
export const SCHEMA_RULES: readonly LintRule[] = [
  {
    id: 'schema-broken',
    severity: 'error',
    title: 'Schema that is none',
    why: 'Providers refuse a request with such a schema, or a model fills it in at random.',
    ofTool({ entry: { tool }, id }) {
      const faults = schemaFaults(tool.parameters)
      if (faults.length === 0) return []
      return [
        {
          ...{ tool: id, where: 'parameters', about: faults.join('\n') },
          what: `Of its schema, ${listed(faults, 3)}.`,
          fix: 'Mend it where the tool comes from: it is sent to agents as it is.',
        },
      ]
    },
  },
  {
    id: 'schema-lost',
    severity: 'error',
    title: 'Schema left out on import',
    why: 'The tool has parameters that neither an agent nor a search is told of.',
    ofTool({ entry: { tool }, id }) {
      const written = writtenSchema(tool)
      if (written === undefined || hasParameters(tool)) return []
      const shown = JSON.stringify(written).slice(0, 60)
      return [
        {
          ...{ tool: id, where: 'parameters', about: JSON.stringify(written) },
          what: `Its file gives ${shown} for them, which is no JSON Schema of type object; they were left out.`,
          fix: 'Give the parameters as a JSON Schema of type object, and import the tool again.',
        },
      ]
    },
  },
  {
    id: 'schema-refused',
    severity: 'warning',
    title: 'Schema that a provider refuses',
    why: 'A request with such a schema fails as a whole, whichever tool is meant.',
    ofTool: ({ entry, id }, subject) =>
      subject
        .refusalsOf(entry)
        .filter(({ of }) => of === 'schema')
        .map(({ providers, why, fix }) => ({
          ...{ tool: id, where: `parameters, ${providers.join(', ')}: ${why}`, fix },
          what: `${listed(providers)} ${providers.length === 1 ? 'refuses' : 'refuse'} it: ${why}.`,
        })),
  },
]

/** Formats whose tools bring a JSON Schema, and where it stands. */
const FORMATS: ReadonlySet<string> = new Set(['openai', 'anthropic', 'gemini', 'mcp'])
const PLACES = ['parameters', 'inputSchema', 'input_schema', 'parametersJsonSchema']

/** What the tool’s file gives for its schema, where that is none. */
function writtenSchema({ source }: Tool): JsonValue | undefined {
  if (!FORMATS.has(source.format) || !isJsonObject(source.entry)) return undefined
  const inner = source.entry.function
  const holders = [source.entry, ...(isJsonObject(inner) ? [inner] : [])]
  const written = holders.flatMap((holder) => PLACES.flatMap((place) => holder[place] ?? []))
  return written.find((each) => !isSchema(each))
}

/** Of type object, or saying nothing against it. */
function isSchema(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false
  const { type } = value
  const types = Array.isArray(type) ? type : [type ?? 'object']
  return types.some((each) => typeof each === 'string' && each.toLowerCase() === 'object')
}

const hasParameters = ({ parameters }: Tool): boolean =>
  isJsonObject(parameters.properties) && Object.keys(parameters.properties).length > 0
