import type { ReviewRow } from '../../src-main/contract/review'
import type { ActionAnswer } from '../../src-main/features/actions'
import type { GateVerdict } from '../../src-main/domain/proposal/gate'
import type { ProposedText, TextDecision } from '../../src-main/domain/proposal/text'
import { failure, type Answers } from './bridge-script'
import { id } from './catalog-tool'
import { changesKept } from './undo-answers'

const COUNTS = { fixed: 0, broken: 0, better: 0, worse: 0, same: 3 }

/** A proposal with what the gate finds once it is measured. */
export interface FakeProposal {
  row: ReviewRow
  now: ProposedText
  then: ProposedText
  verdict: GateVerdict
}

export const fakeProposal = (name: string, verdict: GateVerdict = 'helps'): FakeProposal => ({
  row: {
    id: name,
    tool: id(name),
    name,
    part: 'questions',
    state: 'open',
    text: 'New?',
    origin: { by: 'model', model: 'writer', prompt: 'propose@1' },
    isGone: false,
    isStale: false,
  },
  now: { questions: ['Old?'] },
  then: { questions: ['Old?', 'New?'] },
  verdict,
})

/** What a workspace with these proposals answers. */
export function reviewAnswers(
  proposals: readonly FakeProposal[] = [],
  changes = changesKept(),
): Answers {
  const decisions = new Map<string, TextDecision>()
  const measured = new Set<string>()
  const rowOf = ({ row, verdict }: FakeProposal): ReviewRow => ({
    ...row,
    state: decisions.get(row.id)?.verdict ?? 'open',
    ...(measured.has(row.id) && { gate: findingOf(verdict) }),
  })
  const rows = () => proposals.map(rowOf)
  const countOf = (state: string) => rows().filter((row) => row.state === state).length
  const open = () => rows().filter(({ state }) => state === 'open')
  const find = (wanted: string) => proposals.find(({ row }) => row.id === wanted)
  const gates = () => {
    const counts = { helps: 0, 'no-change': 0, harms: 0, untold: 0, unmeasured: 0 }
    for (const { gate } of open()) counts[gate?.verdict ?? 'unmeasured']++
    return counts
  }
  return {
    'review.list': ({ state = 'open', gates: wanted }) => {
      const found = rows().filter(
        (row) =>
          row.state === state && (wanted?.includes(row.gate?.verdict ?? 'unmeasured') ?? true),
      )
      return {
        total: found.length,
        rows: found,
        gates: gates(),
        parts: {},
        counts: {
          open: countOf('open'),
          accepted: countOf('accepted'),
          skipped: countOf('skipped'),
          rejected: countOf('rejected'),
        },
      }
    },
    'review.proposal': ({ id: wanted }) => {
      const found = find(wanted)
      if (!found) return failure({ code: 'not-found', message: 'It is not there.' })
      const { row, now, then } = found
      const at = '2026-01-01T00:00:00.000Z'
      return {
        ...rowOf(found),
        id: row.id,
        at,
        layer: now,
        now,
        then,
        seen: 0,
        isChangedSince: false,
      }
    },
    'review.measure': ({ id: wanted }) => {
      measured.add(wanted)
      return measureOf(find(wanted)?.verdict ?? 'untold')
    },
    'review.measureAll': () => {
      const toMeasure = open().filter(({ gate }) => !gate)
      for (const row of toMeasure) measured.add(row.id)
      return { measured: toMeasure.length, known: 0, passedOver: 0, gates: gates() }
    },
    'review.preview': () => ({
      accepted: 1,
      tools: 1,
      parts: {},
      rows: open().slice(0, 1),
      unmeasured: 0,
      left: 1,
    }),
    'review.decide': ({ chosen, verdict, reason }) => {
      const ids = 'ids' in chosen ? chosen.ids : open().map((row) => row.id)
      const { change: batch } = changes.note(() => ids.forEach((each) => decisions.delete(each)))
      for (const each of ids) {
        decisions.set(each, { verdict, batch, decidedAt: batch, ...(reason && { reason }) })
      }
      return { change: batch, decided: ids.length, passedOver: {} }
    },
    ...changes.answers,
    'review.written': () => ({ parts: [], open: open().length }),
  }
}

const findingOf = (verdict: GateVerdict): NonNullable<ReviewRow['gate']> => ({
  verdict,
  reason: `It ${verdict}.`,
  by: 'golden-queries',
  own: { ...COUNTS, fixed: verdict === 'helps' ? 2 : 0 },
  neighbours: { ...COUNTS, broken: verdict === 'harms' ? 3 : 0 },
})

const measureOf = (verdict: GateVerdict): ActionAnswer<'review.measure'> => ({
  ...findingOf(verdict),
  askedOf: 'Hybrid',
  degraded: [],
  goldenSet: 'demo',
  k: 5,
  depth: 30,
  asked: 6,
  of: 6,
  heldOut: 2,
  rows: [],
  texts: { asked: 1, own: 1 },
  tokens: { before: 20, after: 30 },
})
