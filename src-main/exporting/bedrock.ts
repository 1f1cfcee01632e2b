import { isJsonObject } from '../domain/value/json'
import type { CatalogTool, JsonObject } from '../domain/tool/tool'
import { applyEdits, authorEdits, definitionIn, entryIn, mendParameters } from './author-edits'
import { type ExportFormat, type ExportOptions, jsonText } from './export-format'
import { BEDROCK } from './provider-rules'

const KEYS = { parameters: 'json' }

/** The `toolConfig` of a request to Converse. */
export const bedrock: ExportFormat = {
  id: 'bedrock',
  title: 'Bedrock tools (Converse)',
  extension: 'json',
  checked: {
    rules: BEDROCK,
    definition(tool, options) {
      const { spec, json } = edited(tool, options)
      return definitionIn(json === undefined ? spec : { ...spec, json }, KEYS)
    },
  },
  write: (tools, options) => jsonText({ tools: tools.map((tool) => bedrockTool(tool, options)) }),
}

function bedrockTool(tool: CatalogTool, options: ExportOptions): JsonObject {
  const { spec, json } = mendedParts(edited(tool, options))
  const inputSchema = isJsonObject(spec.inputSchema) ? spec.inputSchema : {}
  const whole = json === undefined ? spec : { ...spec, inputSchema: { ...inputSchema, json } }
  return { ...entryIn(tool, 'bedrock'), toolSpec: withoutEmpty(whole) }
}

function mendedParts({ spec, json }: ReturnType<typeof edited>) {
  if (json === undefined) return { spec, json }
  return { spec, json: mendParameters({ json }, KEYS).json }
}

/** The specification, and the schema that stands in it one level deeper than in other formats. */
function edited(tool: CatalogTool, options: ExportOptions) {
  const imported = entryIn(tool, 'bedrock')?.toolSpec
  const written = isJsonObject(imported) ? imported : built(tool)
  const schema = isJsonObject(written.inputSchema) ? written.inputSchema.json : undefined
  const flat = schema === undefined ? written : { ...written, json: schema }
  const { json, ...spec } = applyEdits(flat, authorEdits(tool, options), KEYS)
  return { spec, json }
}

const built = ({ tool: { name, description, parameters } }: CatalogTool): JsonObject => ({
  name,
  description,
  inputSchema: { json: parameters },
})

/**
 * “Invalid length for parameter toolConfig.tools[13].toolSpec.description, value: 0, valid min
 * length: 1”: it may be left out, but not be empty;
 * github.com/aws-samples/bedrock-access-gateway/issues/213 (2025-12).
 */
const withoutEmpty = (spec: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(spec).filter(([key, value]) => key !== 'description' || value !== ''),
  )
