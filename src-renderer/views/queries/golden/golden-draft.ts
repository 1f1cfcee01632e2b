import type { GoldenRow } from '../../../../src-main/contract/golden'
import type { ActionInput } from '../../../../src-main/features/actions'
import type { GoldenQuery } from '../../../../src-main/domain/query/golden-set'
import { isJsonObject } from '../../../../src-main/domain/value/json'
import type { JsonObject, JsonValue, ToolId } from '../../../../src-main/domain/tool/tool'
import { parsedOr } from '../../../words/parsed-or'

/** A golden query as a form has it. */
export interface GoldenDraft {
  id?: string
  text: string
  turns: string[]
  tools: readonly ToolId[]
  noTool: boolean
  /** By tool; one that is left out counts as 1. */
  grades: Readonly<Record<string, number>>
  /** Separated by commas. */
  tags: string
  calls: DraftCall[]
}

export interface DraftCall {
  tool: ToolId
  /** The arguments as JSON, as they are typed. */
  text: string
}

export const emptyDraft = (): GoldenDraft => ({
  text: '',
  turns: [],
  tools: [],
  noTool: false,
  grades: {},
  tags: '',
  calls: [],
})

export const draftOf = (query: GoldenQuery): GoldenDraft => ({
  id: query.id,
  text: query.text,
  turns: [...(query.turns ?? [])],
  tools: query.tools,
  noTool: query.tools.length === 0,
  grades: { ...query.grades },
  tags: (query.tags ?? []).join(', '),
  calls: (query.calls ?? []).map(({ tool, arguments: given }) => ({
    tool,
    text: JSON.stringify(given, null, 2),
  })),
})

/** The arguments that were typed; undefined while they are no JSON object. */
export function argumentsOf({ text }: DraftCall): JsonObject | undefined {
  const value = parsedOr(text.trim() || '{}') as JsonValue
  return isJsonObject(value) ? value : undefined
}

/** The draft as a request takes it; grades and calls of tools that were taken out are left out. */
export function writtenOf(draft: GoldenDraft): ActionInput<'golden.save'>['query'] {
  const isRight = (tool: string) => draft.tools.some((one) => one === tool)
  const grades = Object.entries(draft.grades).filter(([tool]) => isRight(tool))
  return {
    ...(draft.id !== undefined && { id: draft.id }),
    text: draft.text,
    tools: [...draft.tools],
    noTool: draft.noTool && draft.tools.length === 0,
    grades: Object.fromEntries(grades),
    tags: draft.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    turns: draft.turns.map((turn) => turn.trim()).filter((turn) => turn !== ''),
    calls: draft.calls.flatMap((call) => {
      const given = argumentsOf(call)
      return given && isRight(call.tool) ? [{ tool: call.tool, arguments: given }] : []
    }),
  }
}

/** Which of a query's tools have left the catalog. */
export const goneOf = ({ tools }: Pick<GoldenRow, 'tools'>): Set<ToolId> =>
  new Set(tools.flatMap(({ tool, isInCatalog }) => (isInCatalog ? [] : [tool])))
