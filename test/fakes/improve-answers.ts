import type { ActionAnswer } from '../../src-main/features/actions'
import type { Gain } from '../../src-main/features/enhance/shared/improve-answers'
import { summaryOf } from '../../src-main/domain/run/run'
import { forDevelopment } from '../fixtures/golden-sets'
import type { Answers } from './bridge-script'
import { changesKept } from './undo-answers'

export const gain = (mean: number, queries: number): Gain => ({
  queries,
  before: 0.5,
  after: 0.5 + mean,
  mean,
  ci95: [mean - 0.01, mean + 0.01],
})

/** What came of a run in which a set of texts won. */
export const won = (
  of: Partial<ActionAnswer<'improve.run'>> = {},
): ActionAnswer<'improve.run'> => ({
  goldenSet: 'office',
  recipe: 'hybrid',
  queries: { choosing: 60, judging: 61, reporting: 62 },
  missed: 3,
  tools: 3,
  asked: 3,
  refusals: 0,
  nouns: 0,
  failed: [],
  tried: [
    { label: 'all texts', tools: 3, gain: 0.031 },
    { label: '2 questions of each', tools: 3, gain: -0.002 },
  ],
  accepted: {
    change: 'change 1',
    texts: 3,
    measured: 3,
    tools: 3,
    all: gain(0.024, 62),
    own: gain(0.08, 12),
    others: gain(0, 50),
  },
  ...of,
})

/** That, where nothing was accepted. */
export function notWon(
  nothing: 'few-queries' | 'no-gain',
  of: Partial<ActionAnswer<'improve.run'>> = {},
): ActionAnswer<'improve.run'> {
  const { accepted: _, ...done } = won(of)
  return { ...done, nothing }
}

/** What a workspace answers of writing for what is missed, where a set of texts wins. */
export function improveAnswers(planned: Partial<ActionAnswer<'improve.plan'>> = {}): Answers {
  const changes = changesKept()
  let isUndone = false
  const back = () => (isUndone = true)
  const row = { name: 'change 1', at: '2026-11-01T10:00:00Z', what: 'Accepted 3 texts' }
  const accepts: string[] = []
  return {
    ...changes.answers,
    'golden.list': () => [forDevelopment(summaryOf({ name: 'office', queries: [] }))],
    'improve.plan': ({ goldenSet = 'office', logged }) => ({
      ...(logged !== true && { goldenSet }),
      queries: { choosing: 60, judging: 61, reporting: 62 },
      missed: { tools: 3, calls: 3 },
      all: { tools: 8, calls: 7 },
      msPerCall: 20_000,
      ...planned,
    }),
    'improve.run': () => {
      accepts.push(changes.note(back).change)
      return won()
    },
    'changes.list': () => ({
      total: accepts.length,
      rows: accepts.map(() => ({ ...row, isUndone })),
    }),
  }
}
