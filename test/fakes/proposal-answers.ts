import type { ProposalRow } from '../../src-main/contract/proposal'
import type { EdgeLook } from '../../src-main/domain/proposal/edge'
import { edgeKey, type EdgeDecision } from '../../src-main/domain/proposal/edge-decision'
import type { ToolId } from '../../src-main/domain/tool/tool'
import { id } from './catalog-tool'
import type { Answers } from './bridge-script'
import { changesKept } from './undo-answers'
import type { Verdict } from '../../src-main/domain/proposal/verdict'

const LOOK: EdgeLook = {
  id: 'look 1',
  at: '2026-01-01T00:00:00.000Z',
  found: 0,
  annotated: 2,
  tools: 4,
  remarks: [],
}

export const proposalRow = (from: string, on: string, probability = 0.8): ProposalRow => ({
  from: id(from),
  on: id(on),
  fromName: from,
  onName: on,
  probability,
  worth: probability,
  edge: { on: id(on), kind: 'parameter-direct', parameter: 'session_id' },
  evidence: [`its parameter session_id is described in the words of ${on}: session`],
  carriedBy: 'names 62 %',
  isGone: false,
})

/**
 * What a workspace answers of proposed edges: these are found when they are looked for, or were
 * before.
 */
export function proposalAnswers(
  found: readonly ProposalRow[],
  when: 'later' | 'before' = 'later',
): Answers {
  const taken: EdgeLook = { ...LOOK, found: found.length }
  let look = when === 'before' ? taken : undefined
  const decisions = new Map<string, EdgeDecision>()
  const changes = changesKept()
  const keyOf = ({ from, on }: { from: string; on: string }) =>
    edgeKey(from as ToolId, on as ToolId)
  const count = (verdict: Verdict) =>
    [...decisions.values()].filter((each) => each.verdict === verdict).length
  const open = () => (look ? found.filter((row) => !decisions.has(keyOf(row))) : [])
  return {
    'proposals.find': () => (look = taken),
    'proposals.list': ({
      state = 'open',
      tool,
      search = '',
      atLeast = 0,
      offset = 0,
      limit = 100,
    }) => {
      const rows = found
        .map((row) => {
          const decision = decisions.get(keyOf(row))
          return decision ? { ...row, decision } : row
        })
        .filter((row) => (row.decision?.verdict ?? 'open') === state && (look ?? row.decision))
        .filter(({ from, on }) => tool === undefined || [from, on].some((each) => each === tool))
        .filter(({ fromName, onName }) => `${fromName} ${onName}`.includes(search))
        .filter(({ probability = 0 }) => state !== 'open' || probability >= atLeast)
      return {
        ...(look && { look }),
        total: rows.length,
        rows: rows.slice(offset, offset + limit),
        counts: {
          open: open().length,
          accepted: count('accepted'),
          rejected: count('rejected'),
          skipped: count('skipped'),
        },
      }
    },
    'proposals.decide': ({ chosen, verdict, reason }) => {
      const rows =
        'pairs' in chosen
          ? found.filter((row) => chosen.pairs.some((pair) => keyOf(pair) === keyOf(row)))
          : open().filter(({ probability = 0 }) => probability >= chosen.atLeast)
      if (rows.length === 0) return { decided: 0, passedOver: {} }
      const { change } = changes.note(() => rows.forEach((row) => decisions.delete(keyOf(row))))
      for (const { from, on, edge } of rows) {
        const decidedAt = new Date(decisions.size).toISOString()
        decisions.set(keyOf({ from, on }), {
          from,
          on,
          verdict,
          batch: change,
          decidedAt,
          edge,
          ...(reason && { reason }),
        })
      }
      return { change, decided: rows.length, passedOver: {} }
    },
    ...changes.answers,
    'proposals.ask': () => ({
      look: taken,
      asked: 2,
      named: 1,
      invented: 3,
      failed: [],
    }),
    'proposals.effect': () => ({
      effect: {
        askedOf: 'Hybrid',
        follows: false,
        degraded: [],
        goldenSet: 'demo',
        k: 10,
        queries: 4,
        of: 4,
        edges: 1,
        better: 2,
        worse: 1,
        before: { map: 0.5, recall: 0.6 },
        after: { map: 0.75, recall: 0.8 },
        overall: {
          queries: 20,
          of: 20,
          before: { map: 0.41, recall: 0.5 },
          after: { map: 0.46, recall: 0.55 },
        },
        examples: [{ text: 'book a flight', before: 0, after: 1 }],
      },
    }),
  }
}
