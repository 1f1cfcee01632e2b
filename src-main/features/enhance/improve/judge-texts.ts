import type { Call } from '../../../app/app'
import type { AppContext } from '../../../app/context'
import type { AnswerPair } from '../../../authoring/gate/effect'
import type { ToolId } from '../../../domain/tool/tool'
import { estimate, meanOf } from '../../../evaluation/statistics/statistics'
import { yieldToEventLoop } from '../../../evaluation/yield-to-event-loop'
import type { Gain } from '../shared/improve-answers'
import type { ImprovePlace } from './asked-place'
import {
  gainOfPlaces,
  gainsInRecall,
  recallBefore,
  textsToTry,
  type AskTogether,
  type TextsTogether,
} from './texts-together'

export interface JudgedSet {
  label: string
  texts: TextsTogether
  /** What places of right tools gain, in the mean over judging queries. */
  gain: number
}

interface Judging {
  ask: AskTogether
  found: ImprovePlace
  differences: (tools: readonly ToolId[]) => Promise<TextsTogether>
}

/** The sets of texts that choosing queries leave, with what the judging ones say of each. */
export async function judgedSets(
  all: TextsTogether,
  { ask, found: { thirds }, differences }: Judging,
): Promise<JudgedSet[]> {
  const tried = await textsToTry(all, { queries: thirds.choosing, ask, differences })
  const judged: JudgedSet[] = []
  for (const each of tried) {
    judged.push({ ...each, gain: gainOfPlaces(await ask(each.texts, thirds.judging)) })
  }
  return judged
}

/** The set that gains most; of equal ones the first, which says most. */
export const bestOf = (judged: readonly JudgedSet[]): JudgedSet | undefined =>
  judged.filter(({ gain }) => gain > 0).toSorted((a, b) => b.gain - a.gain)[0]

/** What a set of texts wins on the reporting queries. */
export async function gainsOf(
  { texts }: JudgedSet,
  { ask, found }: Pick<Judging, 'ask' | 'found'>,
  { context, call }: { context: AppContext; call: Call },
): Promise<Record<'all' | 'own' | 'others', Gain>> {
  const answers = await ask(texts, found.thirds.reporting)
  const isOwn = ({ query }: AnswerPair) => query.tools.some((tool) => texts.has(tool))
  const pause = yieldToEventLoop(context.clock, call.signal)
  const of = async (some: readonly AnswerPair[]): Promise<Gain> => {
    const [{ mean, ci95 } = { mean: 0, ci95: [0, 0] as [number, number] }] = await estimate(
      [gainsInRecall(some)],
      pause,
    )
    const before = meanOf(recallBefore(some))
    return { queries: some.length, before, after: before + mean, mean, ci95: [ci95[0], ci95[1]] }
  }
  return {
    all: await of(answers),
    own: await of(answers.filter(isOwn)),
    others: await of(answers.filter((answer) => !isOwn(answer))),
  }
}
