import type { ReviewGate, ReviewRow } from '../../src-main/contract/review'
import type { ActionAnswer } from '../../src-main/features/actions'
import { choicesText } from '../../src-main/domain/recipe/choices-words'
import { COLLECTED_NAMES, PART_NAMES } from '../../src-main/domain/proposal/part-names'
import type { ProposalOrigin, ProposedPart } from '../../src-main/domain/proposal/text'
import { capitalised } from '../../src-main/domain/value/capitalised'
import { plainText } from '../../src-main/domain/value/plain-text'
import { momentText } from '../words/age-words'
import { formatCount } from '../words/number-words'

/** All parts, in the order in which they are offered. */
export const PARTS = Object.keys(PART_NAMES) as ProposedPart[]

/** A part as a heading. */
export const partTitle = (part: ProposedPart): string => capitalised(PART_NAMES[part])

/** What the gate says, in a word or two. */
export const GATE_NAMES: Readonly<Record<ReviewGate, string>> = {
  helps: 'helps',
  'no-change': 'no change',
  harms: 'harms',
  untold: 'cannot be told',
  unmeasured: 'not measured',
}

export const GATE_TONES = {
  helps: 'success',
  'no-change': 'neutral',
  harms: 'danger',
  untold: 'neutral',
  unmeasured: 'neutral',
} as const satisfies Record<ReviewGate, string>

export const gateOf = ({ gate }: Pick<ReviewRow, 'gate'>): ReviewGate =>
  gate?.verdict ?? 'unmeasured'

/** `by qwen3 (propose-questions@1)`, or what it was taken from. */
export const writerText = (origin: ProposalOrigin): string =>
  origin.by === 'model'
    ? `by ${plainText(origin.model)} (${plainText(origin.prompt)})`
    : `from ${COLLECTED_NAMES[origin.by]}`

export const writtenText = (origin: ProposalOrigin, at: string): string =>
  `Written ${writerText(origin)}, ${momentText(at)}`

/** What the gate says of the open proposals: `5 help, 2 harm`. */
export function gatesText(gates: ActionAnswer<'review.list'>['gates']): string {
  const words = [
    [gates.helps, 'would help'],
    [gates.harms, 'would harm'],
    [gates['no-change'], 'would change nothing'],
    [gates.untold, 'cannot be told'],
    [gates.unmeasured, 'not measured yet'],
  ] as const
  return words
    .flatMap(([count, what]) => (count > 0 ? [`${formatCount(count)} ${what}`] : []))
    .join(', ')
}

/** By which queries it was measured, and which were left out. */
export function askedText({
  asked,
  of,
  heldOut,
  goldenSet,
  ...basis
}: ActionAnswer<'review.measure'>): string {
  if (goldenSet === undefined) return 'There is no golden set yet.'
  const some = asked < of ? ` of ${formatCount(of)}` : ''
  const without = heldOut > 0 ? `, ${formatCount(heldOut)} held out that its writer saw` : ''
  return `${formatCount(asked)}${some} golden ${asked === 1 ? 'query' : 'queries'} of “${plainText(goldenSet)}”${without}, ${choicesText(basis)}`
}
