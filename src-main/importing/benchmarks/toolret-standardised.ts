import type { JsonObject, JsonValue, StandardisedFields, ToolExample } from '../../domain/tool'
import { causes } from '../catalog/causes'
import type { Report } from '../catalog/report'
import type { ObjectRow } from '../catalog/rows'
import { isObject } from '../reading/json-object'
import { idOf, proseOf } from './json-text'
import { mapValues } from './parameter-schema'

/** MFTR's standardised fields by the data set's tool id. Of several versions of one tool the first counts. */
export function readStandardised(
  rows: ObjectRow[],
  report: Report,
): Map<string, StandardisedFields> {
  const standardised = new Map<string, StandardisedFields>()
  const found = causes('tools')
  for (const { where, value } of rows) {
    const id = idOf(value.id) ?? ''
    if (standardised.has(id)) {
      const why = 'The tool was standardised more than once: the first version is kept'
      found.add({ outcome: 'notice', where, entry: id, why })
    } else if (isObject(value.augmented)) {
      standardised.set(id, readFields(value.augmented))
    } else {
      const why = 'The tool has no standardised fields: only its document is imported'
      found.add({ outcome: 'altered', where, entry: id, why })
    }
  }
  found.report(report)
  return standardised
}

function readFields({
  description,
  parameters,
  response,
  examples,
}: JsonObject): StandardisedFields {
  return {
    description: proseOf(description),
    parameters: (isObject(parameters) ? mapValues(parameters, parameterOf) : {}) as Record<
      string,
      JsonObject
    >,
    response: proseOf(response),
    examples: Array.isArray(examples) ? examples.map(readExample) : [],
  }
}

const parameterOf = (parameter: JsonValue): JsonObject =>
  isObject(parameter) ? parameter : { description: proseOf(parameter) }

function readExample(example: JsonValue): ToolExample {
  if (!isObject(example)) return { intent: proseOf(example), arguments: {} }
  const { user_intent, tool_call } = example
  const called = isObject(tool_call) ? tool_call.arguments : undefined
  return {
    ...(typeof user_intent === 'string' && { intent: user_intent }),
    arguments: isObject(called) ? called : {},
  }
}
