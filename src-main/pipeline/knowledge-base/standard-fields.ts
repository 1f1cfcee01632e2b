import type { StandardField } from '../../domain/field-weights'
import { named } from '../../domain/named'
import { parametersOf } from '../../domain/schema-parameters'
import type { CatalogTool, JsonObject } from '../../domain/tool'
import type { FieldParameter } from '../kit'
import { splitIdentifier } from './split-identifier'

/**
 * The texts of one standardised field: a tool's parameters as `name: {…}` and its examples by what their user wants, one
 * each. Of a tool that is not standardised, the same of its definition and its author's layer, as far as they say it.
 * MFTR, section 3.1.
 */
export function fieldTexts(entry: CatalogTool, field: StandardField): string[] {
  if (field === 'parameters') return parametersOfFields(entry).map(({ text }) => text)
  const { standardised } = entry.tool
  if (!standardised) return definedTexts(entry, field)
  if (field === 'examples') return standardised.examples.flatMap(({ intent }) => intent ?? [])
  return [standardised[field]]
}

/** The parameters of a tool, each with the text that it is compared by. Where nothing says so, it is required. */
export function parametersOfFields({ tool, layer }: CatalogTool): FieldParameter[] {
  const { standardised } = tool
  if (standardised) {
    return Object.entries(standardised.parameters).map(([name, described]) =>
      parameter(name, described, described['required'] !== false),
    )
  }
  return parametersOf(tool.parameters)
    .parameters.filter(({ level }) => level === 1)
    .map(({ name, type, description, required }) =>
      parameter(
        name,
        { type, description: named(layer.parameters ?? {}, name) ?? description },
        required,
      ),
    )
}

const parameter = (name: string, described: JsonObject, required: boolean): FieldParameter => ({
  name,
  text: `${name}: ${JSON.stringify(described)}`,
  required,
})

function definedTexts(
  { tool, layer }: CatalogTool,
  field: Exclude<StandardField, 'parameters'>,
): string[] {
  if (field === 'description') {
    return [`${splitIdentifier(tool.name)}: ${layer.description ?? tool.description}`]
  }
  if (field === 'examples') {
    return [...tool.examples.flatMap(({ intent }) => intent ?? []), ...(layer.questions ?? [])]
  }
  const { parameters } = parametersOf(tool.response ?? {})
  const said = parameters.map(({ path, description }) => `${splitIdentifier(path)}: ${description}`)
  return said.length > 0 ? [said.join('\n')] : []
}
