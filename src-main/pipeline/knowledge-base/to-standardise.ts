import { descriptionOf } from '../../domain/tool/catalog-tool'
import { createHash } from 'node:crypto'
import { parametersOf, type SchemaParameter } from '../../domain/tool/schema-parameters'
import type { CatalogTool, JsonObject, JsonValue, StandardisedFields } from '../../domain/tool/tool'
import { parseExact } from '../../domain/value/exact-json'
import { named } from '../../domain/value/json'
import type { ShownParameter, StandardisedAnswer, ToStandardise } from '../prompts/standardise-tool'

/**
 * Lines of what a tool gives back, and of what a parameter holds or allows, that a model is shown.
 */
const MOST_LINES = 40
const MOST_WITHIN = 12
const MOST_EXAMPLES = 5

/**
 * What a model is shown of a tool to standardise it: its definition, with the retrieval texts of
 * its author.
 */
export function toStandardise({ tool, layer }: CatalogTool): ToStandardise {
  const { parameters } = parametersOf(tool.parameters)
  return {
    name: tool.name,
    description: descriptionOf({ tool, layer }),
    parameters: parameters
      .filter(({ level }) => level === 1)
      .map((parameter) => {
        const own = named(layer.parameters, parameter.name)
        return shownParameter(own ? { ...parameter, description: own } : parameter, parameters)
      }),
    response: linesOf(parametersOf(tool.response ?? {}).parameters, MOST_LINES),
    examples: [
      ...tool.examples.flatMap(({ intent }) => intent ?? []),
      ...(layer.questions ?? []),
    ].slice(0, MOST_EXAMPLES),
  }
}

function shownParameter(
  { name, path, type, description, required, values, ...parameter }: SchemaParameter,
  all: readonly SchemaParameter[],
): ShownParameter {
  const holds = linesOf(
    all.filter((each) => each.level > 1 && isWithin(each.path, path)),
    MOST_WITHIN,
  )
  return {
    name,
    type,
    description,
    required,
    ...(parameter.default !== undefined && { default: parameter.default }),
    ...(values.length > 0 && { values: values.slice(0, MOST_WITHIN) }),
    ...(holds.length > 0 && { holds }),
  }
}

const isWithin = (path: string, outer: string): boolean =>
  path.startsWith(outer) && /^[.[]/.test(path.slice(outer.length))

const linesOf = (parameters: readonly SchemaParameter[], most: number): string[] =>
  parameters
    .slice(0, most)
    .map(({ path, type, description }) => `${path} (${type}): ${description}`)

/**
 * Names what a tool says of itself: equal where a model would be shown the same, whatever the order
 * of its parameters. What was standardised of another version is stale.
 */
export function toolVersion(entry: CatalogTool): string {
  const { parameters, ...about } = toStandardise(entry)
  const sorted = parameters.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const text = JSON.stringify([about, sorted.map((each) => Object.entries(each).sort())])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/**
 * The four fields of a model's answer. What a schema says of a parameter is taken from the schema.
 * MFTR, section 3.1.
 */
export function fieldsOfAnswer(
  { description, parameters, response, uses }: StandardisedAnswer,
  shown: readonly ShownParameter[],
): StandardisedFields {
  const written = new Map(parameters.map((each) => [each.name, each]))
  return {
    description: description.trim(),
    response: response.trim(),
    parameters: Object.fromEntries(
      shown.map((parameter) => [
        parameter.name,
        parameterOf(parameter, written.get(parameter.name)),
      ]),
    ),
    examples: uses.map(({ intent, values }) => ({
      intent: intent.trim(),
      arguments: Object.fromEntries(
        values.map(({ name, value }) => [name, valueOf(value, typeIn(shown, name))]),
      ),
    })),
  }
}

function parameterOf(
  { type, description, required, ...shown }: ShownParameter,
  written?: StandardisedAnswer['parameters'][number],
): JsonObject {
  const example = written?.sample.trim() ?? ''
  return {
    type,
    description: written?.purpose.trim() || description,
    required,
    ...(shown.default !== undefined && { default: shown.default }),
    ...(example !== '' && { example: valueOf(example, type) }),
  }
}

const typeIn = (shown: readonly ShownParameter[], name: string): string =>
  shown.find((each) => each.name === name)?.type ?? ''

/** A value as its type has it: models are asked for texts, so that any type fits one schema. */
function valueOf(text: string, type: string): JsonValue {
  if (type === 'string') return text
  try {
    return parseExact(text)
  } catch {
    return text
  }
}
