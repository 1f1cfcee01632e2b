import { queryCount } from '../../domain/measure/figures'
import { plainText } from '../../domain/value/plain-text'
import type { ToDoBasis, ToDoRow } from '../to-do'
import type { Columns } from './column'

/** What is told of a tool that asks for a decision. */
export const TO_DO_COLUMNS = {
  tool: { title: 'Tool', value: ({ name }) => name },
  server: { title: 'Server', value: ({ server }) => server },
  missed: { title: 'Missed', value: missedText },
  proposals: { title: 'Proposals', kind: 'count', value: proposalsOf },
  findings: { title: 'Findings', kind: 'count', value: ({ counts }) => counts.finding },
  finding: { title: 'Gravest finding', value: ({ finding }) => finding?.title },
} as const satisfies Columns<ToDoRow>

function missedText({ counts: { missed }, asked }: ToDoRow): string | undefined {
  return missed === undefined ? undefined : `${missed} of ${asked}`
}

function proposalsOf({ counts: { text = 0, edge = 0 } }: ToDoRow): number | undefined {
  return text + edge || undefined
}

/** What a run misses, in a sentence. */
export function basisText({ recipe, goldenSet, queries, k, measuredAt }: ToDoBasis): string {
  const at = k === undefined ? '' : ` at k = ${k}`
  const day = measuredAt.slice(0, 10)
  return `Missed by ${recipe}${at} on “${plainText(goldenSet)}”, ${queryCount(queries)}, measured on ${day}.`
}
