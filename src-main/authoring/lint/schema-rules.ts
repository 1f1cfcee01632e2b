import type { SchemaFaultGrade } from '../../domain/tool/schema-fault-kinds'
import { faultLine, schemaFaults } from '../../domain/tool/schema-faults'
import type { JsonValue, Tool } from '../../domain/tool/tool'
import { isJsonObject } from '../../domain/value/json'
import { listed, type LintedTool } from './linted-tool'
import type { LintRule, Objection } from './rule'

/** What is wrong with the schema of a tool’s parameters. */
export const SCHEMA_RULES: readonly LintRule[] = [
  {
    id: 'schema-broken',
    severity: 'error',
    title: 'Schema that is none',
    why: 'Providers refuse a request with such a schema, or a model fills it in at random.',
    ofTool: (tool) => faultsOf(tool, ['fault', 'broken']),
  },
  {
    id: 'schema-doubtful',
    severity: 'note',
    title: 'Schema that contradicts itself',
    why: 'A model that keeps to it calls with arguments that the tool does not take.',
    ofTool: (tool) => faultsOf(tool, ['doubt']),
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
          tool: id,
          where: 'parameters',
          about: JSON.stringify(written),
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
    ofTool: ({ id }, refusals) =>
      refusals()
        .filter(({ of }) => of === 'schema')
        .map(({ providers, why, fix }) => ({
          tool: id,
          where: `parameters, ${providers.join(', ')}: ${why}`,
          fix,
          what: `${listed(providers)} ${providers.length === 1 ? 'refuses' : 'refuse'} it: ${why}.`,
        })),
  },
]

/** Formats whose tools bring a JSON Schema, and where it stands. */
const FORMATS: ReadonlySet<string> = new Set(['openai', 'anthropic', 'bedrock', 'gemini', 'mcp'])
const PLACES = ['parameters', 'inputSchema', 'input_schema', 'parametersJsonSchema', 'json']

/** What the tool’s file gives for its schema, where that is none. */
function writtenSchema({ source }: Tool): JsonValue | undefined {
  if (!FORMATS.has(source.format) || !isJsonObject(source.entry)) return undefined
  const { function: inner, toolSpec: spec } = source.entry
  const holders = [source.entry, inner, isJsonObject(spec) && spec.inputSchema].filter(isJsonObject)
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

/** Faults of one schema that are told. */
const MOST_FAULTS = 20

/** Each fault with the place where it is. */
const faultsOf = (
  { entry: { tool }, id }: LintedTool,
  grades: readonly SchemaFaultGrade[],
): Objection[] =>
  schemaFaults(tool.parameters)
    .filter(({ grade }) => grades.includes(grade))
    .slice(0, MOST_FAULTS)
    .map((fault) => {
      const { path, fix, refusedBy } = fault
      const refusing = refusedBy.length === 0 ? '' : ` Refused by ${listed(refusedBy)}.`
      return {
        tool: id,
        where: ['parameters', ...path].join('.'),
        about: faultLine(fault),
        what: `${faultLine(fault)}.${refusing}`,
        fix,
      }
    })
