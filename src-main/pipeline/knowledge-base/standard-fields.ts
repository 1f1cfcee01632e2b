import { descriptionOf } from '../../domain/tool/catalog-tool'
import type { StandardField } from '../../domain/recipe/field-weights'
import { named } from '../../domain/value/json'
import { parametersOf } from '../../domain/tool/schema-parameters'
import type { StandardFieldsRecord } from '../../domain/tool/standard-fields'
import type { CatalogTool, JsonObject, StandardisedFields, ToolId } from '../../domain/tool/tool'
import type { FieldParameter, FieldsInForce } from '../kit'
import { mapYielding } from './map-yielding'
import { splitIdentifier } from '../text/analyse'
import { toolVersion } from './to-standardise'

/** The fields by which tools are compared, where models wrote these. */
export async function fieldsInForce(
  tools: ReadonlyMap<ToolId, CatalogTool>,
  records: readonly StandardFieldsRecord[],
): Promise<FieldsInForce> {
  const written = new Map<ToolId, StandardisedFields>()
  const stale = new Set<ToolId>()
  await mapYielding(records, ({ tool, written: found }) => {
    const entry = tools.get(tool)
    if (!entry || !found) return []
    if (toolVersion(entry) === found.of) written.set(tool, found.fields)
    else stale.add(tool)
    return []
  })
  return {
    own: (id) => {
      const entry = tools.get(id)
      return entry && ownFields(entry, written.get(id))
    },
    texts: (entry, field) => fieldTexts(entry, field, written.get(entry.tool.id)),
    parameters: (id) => {
      const entry = tools.get(id)
      return entry ? parametersOfFields(entry, written.get(id)) : []
    },
    isStale: (id) => stale.has(id),
  }
}

/**
 * The fields of a tool that say more than its definition: those that its author corrected, else
 * those that came with the data, else those that a model wrote of the tool as it is. None is there
 * that nobody wrote.
 */
export function ownFields(
  { tool, layer }: CatalogTool,
  written?: StandardisedFields,
): Partial<StandardisedFields> {
  const base = tool.standardised ?? written
  if (!layer.standardised) return base ?? {}
  const { of: _, parameters, ...texts } = layer.standardised
  const corrected = Object.entries(texts).filter(([, value]) => value !== undefined)
  return {
    ...base,
    ...Object.fromEntries(corrected),
    ...(parameters && { parameters: inLine({ tool, layer }, parameters, base?.parameters) }),
  }
}

/**
 * The names that a tool’s standardised parameters have to have: those that came with the data, else
 * those of its schema.
 */
export const parametersToName = ({ tool }: Pick<CatalogTool, 'tool'>): string[] =>
  tool.standardised
    ? Object.keys(tool.standardised.parameters)
    : parametersOf(tool.parameters)
        .parameters.filter(({ level }) => level === 1)
        .map(({ name }) => name)

/**
 * What the author wrote of parameters, without those that are there no more, and with those that
 * came since.
 */
function inLine(
  entry: CatalogTool,
  corrected: StandardisedFields['parameters'],
  base: StandardisedFields['parameters'] | undefined,
): StandardisedFields['parameters'] {
  const defined = new Map(definedParameters(entry).map((each) => [each.name, each.described]))
  return Object.fromEntries(
    parametersToName(entry).map((name) => [
      name,
      named(corrected, name) ?? named(base, name) ?? defined.get(name) ?? {},
    ]),
  )
}

/**
 * The texts of one standardised field: a tool's parameters as `name: {…}` and its examples by what
 * their user wants, one each. Where nobody standardised it, the same of its definition and its
 * author's layer, as far as they say it. MFTR, section 3.1.
 * @param written by a model, of the tool as it is.
 */
export function fieldTexts(
  entry: CatalogTool,
  field: StandardField,
  written?: StandardisedFields,
): string[] {
  if (field === 'parameters') return parametersOfFields(entry, written).map(({ text }) => text)
  const own = ownFields(entry, written)
  if (field === 'examples') {
    return own.examples
      ? own.examples.flatMap(({ intent }) => intent ?? [])
      : definedTexts(entry, field)
  }
  const text = own[field]
  return text === undefined ? definedTexts(entry, field) : [text]
}

/**
 * The parameters of a tool, each with the text that it is compared by. Where nothing says so, it is
 * required.
 */
export function parametersOfFields(
  entry: CatalogTool,
  written?: StandardisedFields,
): FieldParameter[] {
  const own = ownFields(entry, written).parameters
  if (own) {
    return Object.entries(own).map(([name, described]) =>
      parameter(name, described, described['required'] !== false),
    )
  }
  return definedParameters(entry).map(({ name, described: { required, ...described } }) =>
    parameter(name, described, required === true),
  )
}

/** What the definition and the author’s layer say of a tool’s own parameters. */
export function definedParameters({
  tool,
  layer,
}: CatalogTool): { name: string; described: JsonObject }[] {
  return parametersOf(tool.parameters)
    .parameters.filter(({ level }) => level === 1)
    .map(({ name, type, description, required }) => ({
      name,
      described: {
        type,
        description: named(layer.parameters ?? {}, name) ?? description,
        required,
      },
    }))
}

const parameter = (name: string, described: JsonObject, required: boolean): FieldParameter => ({
  name,
  text: `${name}: ${JSON.stringify(described)}`,
  required,
})

/** One field as the definition and the author’s layer say it; nothing where they do not. */
export function definedTexts(
  { tool, layer }: CatalogTool,
  field: Exclude<StandardField, 'parameters'>,
): string[] {
  if (field === 'description') {
    return [`${splitIdentifier(tool.name)}: ${descriptionOf({ tool, layer })}`]
  }
  if (field === 'examples') {
    return [...tool.examples.flatMap(({ intent }) => intent ?? []), ...(layer.questions ?? [])]
  }
  const { parameters } = parametersOf(tool.response ?? {})
  const said = parameters.map(({ path, description }) => `${splitIdentifier(path)}: ${description}`)
  return said.length > 0 ? [said.join('\n')] : []
}
