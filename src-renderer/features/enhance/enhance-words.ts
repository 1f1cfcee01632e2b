import type { ActionAnswer } from '../../../src-main/features/actions'
import { PART_NAMES } from '../../../src-main/domain/proposal/part-names'
import type { ProposedPart } from '../../../src-main/domain/proposal/text'
import { capitalised } from '../../../src-main/domain/value/capitalised'
import { duration } from '../../../src-main/domain/value/quantity'
import { formatCount, plural } from '../../words/number-words'

/** What each part is and does, beside its switch. */
const PART_HINTS: Readonly<Record<ProposedPart, string>> = {
  questions: 'What people would write who need the tool, in everyday words. Matched and embedded.',
  topics: 'From the name, the description and the questions. Matched and embedded.',
  description: 'In place of the imported one, told apart from the tools most like it.',
  whenToUse: 'In the words of those who ask. Matched and embedded.',
  limits: 'And which tool does. Matched only where a recipe’s components name it.',
  tags: 'To group and filter by. Matched only where a recipe’s components name them.',
  parameters: 'Of those that nobody described here. Matched in place of the imported ones.',
}

export const PARTS = (Object.keys(PART_NAMES) as ProposedPart[]).map((part) => ({
  part,
  label: capitalised(PART_NAMES[part]),
  hint: PART_HINTS[part],
}))

/** What a run would take, before it is started. */
export function costText(
  { calls, msPerCall }: Pick<ActionAnswer<'enhance.plan'>, 'calls' | 'msPerCall'>,
  model: string,
): string {
  if (calls === 0) return 'Nothing is left to ask.'
  const took =
    msPerCall === undefined
      ? 'How long an answer takes shows once it gave some'
      : `Some ${duration(msPerCall * calls)}, going by the answers that it gave`
  return `It takes ${plural(calls, 'answer')} of ${model}. ${took}; what is answered is kept as it goes.`
}

/** What came of asking, in a sentence. */
export function askedText(done: ActionAnswer<'enhance.run'>): string {
  const { asked, proposed, refusals, passedOver, gone, left } = done
  const others = [
    [passedOver, 'asked for before'],
    [gone, 'no longer in the catalog'],
    [left, 'left: enhance again to go on'],
  ] as const
  return [
    `${plural(asked, 'answer')}: ${plural(proposed, 'text')} proposed, ${formatCount(refusals)} refused.`,
    ...others.flatMap(([count, what]) => (count > 0 ? [`${formatCount(count)} ${what}.`] : [])),
  ].join(' ')
}

/** What came of looking through what is there. */
export const collectedText = ({ tools, questions }: ActionAnswer<'enhance.collect'>): string =>
  questions === 0
    ? 'Nothing is there that the tools do not have already.'
    : `${plural(questions, 'question')} proposed for ${plural(tools, 'tool')}.`

const OTHER_RUNS = {
  elsewhere: 'Tools of another workspace are being enhanced.',
  missed: 'Questions are being written for what is missed.',
  enhance: 'Texts are being proposed by Enhance.',
}

/** Says why nothing can be started: another run is under way. */
export const busyText = (run: keyof typeof OTHER_RUNS): string =>
  `${OTHER_RUNS[run]} Only one run at a time: stop it there, or wait.`
