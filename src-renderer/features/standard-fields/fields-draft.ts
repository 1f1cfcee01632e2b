import type {
  CorrectedFields,
  JsonObject,
  StandardisedFields,
  ToolExample,
} from '../../../src-main/domain/tool/tool'
import { named } from '../../../src-main/domain/value/json'

/** The four fields of a tool as a form holds them. */
export interface FieldsDraft {
  description: string
  response: string
  /** What users want, one a line. */
  examples: string
  /** In the order of the tool’s own. */
  parameters: { name: string; description: string; required: boolean }[]
}

export const fieldsDraft = ({
  description,
  response,
  examples,
  parameters,
}: StandardisedFields): FieldsDraft => ({
  description,
  response,
  examples: examples.flatMap(({ intent }) => intent ?? []).join('\n'),
  parameters: Object.entries(parameters).map(([name, described]) => ({
    name,
    description: textIn(described),
    required: described['required'] !== false,
  })),
})

const textIn = ({ description }: JsonObject): string =>
  typeof description === 'string' ? description : ''

/**
 * What a draft corrects of the fields that are in force where nothing is corrected; nothing where
 * it says the same.
 * @param inForce what the draft was made of: examples keep their arguments, and parameters what no
 * form shows.
 */
export function correctionOf(
  draft: FieldsDraft,
  { uncorrected, inForce }: { uncorrected: StandardisedFields; inForce: StandardisedFields },
): CorrectedFields | undefined {
  const before = fieldsDraft(uncorrected)
  const differs = (field: keyof FieldsDraft) =>
    JSON.stringify(settled(draft)[field]) !== JSON.stringify(settled(before)[field])
  const corrected: CorrectedFields = {
    ...(differs('description') && { description: draft.description.trim() }),
    ...(differs('response') && { response: draft.response.trim() }),
    ...(differs('examples') && { examples: examplesOf(draft.examples, inForce.examples) }),
    ...(differs('parameters') && { parameters: parametersOf(draft, inForce.parameters) }),
  }
  return Object.keys(corrected).length > 0 ? corrected : undefined
}

/** Whether two drafts say the same. */
export const sameDraft = (one: FieldsDraft, other: FieldsDraft): boolean =>
  JSON.stringify(settled(one)) === JSON.stringify(settled(other))

const settled = ({ description, response, examples, parameters }: FieldsDraft): FieldsDraft => ({
  description: description.trim(),
  response: response.trim(),
  examples: linesOf(examples).join('\n'),
  parameters: parameters.map((each) => ({ ...each, description: each.description.trim() })),
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const examplesOf = (text: string, known: readonly ToolExample[]): ToolExample[] =>
  linesOf(text).map(
    (intent) => known.find((example) => example.intent === intent) ?? { intent, arguments: {} },
  )

const parametersOf = (
  { parameters }: FieldsDraft,
  known: StandardisedFields['parameters'],
): StandardisedFields['parameters'] =>
  Object.fromEntries(
    parameters.map(({ name, description, required }) => [
      name,
      { ...named(known, name), description: description.trim(), required },
    ]),
  )
