import { PART_NAMES } from '../../domain/proposal/part-names'
import type { ReviewRow } from '../review'
import type { Columns } from './column'

/** What is told of a proposed text. */
export const TEXT_PROPOSAL_COLUMNS = {
  id: { title: 'Id', value: ({ id }) => id },
  tool: { title: 'Tool', value: ({ name }) => name },
  part: { title: 'Part', value: ({ part }) => PART_NAMES[part] },
  state: { title: 'State', value: ({ state }) => state },
  gate: { title: 'Gate', value: gateText },
  effect: {
    title: 'Effect',
    value: ({ gate }) =>
      gate &&
      `+${gate.own.fixed + gate.neighbours.fixed} −${gate.own.broken + gate.neighbours.broken}`,
  },
  text: { title: 'Text', value: ({ text }) => text },
} as const satisfies Columns<ReviewRow>

function gateText({ isGone, fault, gate }: ReviewRow): string {
  if (isGone) return 'tool gone'
  if (fault) return 'faulty'
  return gate ? `${gate.verdict}${gate.isDegraded ? ', degraded' : ''}` : ''
}
