import type { StandardFieldsRecord } from '../../domain/tool/standard-fields'
import type { CatalogTool } from '../../domain/tool/tool'
import { InvalidAnswer, type Ask, type AskCall } from '../../pipeline/ask'
import {
  fieldsOfAnswer,
  toolVersion,
  toStandardise,
} from '../../pipeline/knowledge-base/to-standardise'
import { standardiseTool } from '../../pipeline/prompts/standardise-tool'
import { validationErrorWords } from '../requests/validation-error-words'

/** Parameters of a tool that a model is asked about at once: the 89 tools of four real MCP servers have 20 at most. */
export const MOST_PARAMETERS = 60

/** Of a question, some 15,000 tokens: more than most local models are given room for. */
export const LONGEST_QUESTION = 60_000
const TOO_LONG = 'its definition is longer than a model is asked about: correct its fields by hand'

/** The fields of a tool, or why they are refused. */
export type AskedFields =
  | Pick<NonNullable<StandardFieldsRecord['written']>, 'of' | 'fields'>
  | Pick<NonNullable<StandardFieldsRecord['refused']>, 'of' | 'why'>

/** Asks a model for the fields of one tool. @throws whatever keeps it from answering at all. */
export async function askFields(ask: Ask, entry: CatalogTool, call: AskCall): Promise<AskedFields> {
  const of = toolVersion(entry)
  const input = toStandardise(entry)
  const names = input.parameters.map(({ name }) => name)
  const prompt = standardiseTool(names)
  if (names.length > MOST_PARAMETERS) return { of, why: tooMany(names.length) }
  if (prompt.text(input).length > LONGEST_QUESTION) return { of, why: TOO_LONG }
  try {
    const { answer } = await ask(prompt, input, call)
    return { of, fields: fieldsOfAnswer(answer, input.parameters) }
  } catch (error) {
    if (error instanceof InvalidAnswer) return { of, why: validationErrorWords(error.fault) }
    throw error
  }
}

const tooMany = (count: number): string =>
  `it has ${count} parameters, and a model is asked about ${MOST_PARAMETERS} at most: correct its fields by hand`
