import { descriptionOf } from '../../domain/tool/catalog-tool'
import type { FieldOrigin, FieldsOfTool } from './shared/answers'
import { StandardField } from '../../domain/recipe/field-weights'
import type { StandardFieldsRecord } from '../../domain/tool/standard-fields'
import type { CatalogTool, StandardisedFields } from '../../domain/tool/tool'
import {
  definedParameters,
  definedTexts,
  ownFields,
} from '../../pipeline/knowledge-base/standard-fields'
import { toolVersion } from '../../pipeline/knowledge-base/to-standardise'
import { fieldState } from './field-states'

/** One tool’s four fields beside what its definition says. */
export function fieldsOfTool(entry: CatalogTool, record?: StandardFieldsRecord): FieldsOfTool {
  const state = fieldState(entry, record)
  const version = toolVersion(entry)
  const written = state === 'written' ? record?.written?.fields : undefined
  const { standardised: corrected, ...layer } = entry.layer
  const original = definedFields(entry)
  return {
    state,
    version,
    original,
    inForce: { ...original, ...ownFields(entry, written) },
    origins: originsOf(entry, written),
    uncorrected: { ...original, ...ownFields({ tool: entry.tool, layer }, written) },
    ...(corrected && { corrected }),
    isCorrectionOld: corrected !== undefined && corrected.of !== version,
    ...(record?.written && { written: shown(record.written) }),
    ...(record?.refused && { refused: shown(record.refused) }),
  }
}

/** What was written, without what only the app compares. */
const shown = <Asked extends { of: string; prompt: string }>({
  of: _,
  prompt: __,
  ...asked
}: Asked) => asked

/** The four fields as the definition and the author’s retrieval texts say them. */
function definedFields(entry: CatalogTool): StandardisedFields {
  const { tool, layer } = entry
  const named = definedParameters(entry).map(({ name, described }) => [name, described] as const)
  const questions = (layer.questions ?? []).map((intent) => ({ intent, arguments: {} }))
  return {
    description: descriptionOf({ tool, layer }),
    parameters: Object.fromEntries(named),
    response: definedTexts(entry, 'response').join('\n'),
    examples: [...tool.examples, ...questions],
  }
}

function originsOf(
  { tool, layer: { standardised } }: CatalogTool,
  written: StandardisedFields | undefined,
): FieldsOfTool['origins'] {
  const without: FieldOrigin = tool.standardised ? 'data' : written ? 'model' : 'definition'
  const origins = StandardField.options.map((field) => [
    field,
    standardised?.[field] === undefined ? without : 'author',
  ])
  return Object.fromEntries(origins) as FieldsOfTool['origins']
}
