import type { ChangeRow, UndoneAnswer } from '../../contract/changes'
import type { DecideAnswer, PassedOver } from '../../contract/decision'
import type { GoldenQuery, GoldenSet } from '../../domain/query/golden-set'
import { isJsonObject } from '../../domain/value/json'
import { sameText } from '../../domain/value/same-text'
import type { JsonValue } from '../../domain/tool/tool'
import { WrittenState, type WrittenQuery } from '../../domain/query/written-query'
import { canonical } from '../../domain/value/canonical'
import { goldenSetsOf } from '../../app/golden/changed-sets'
import { freeIdOf } from '../../app/golden/edited-sets'
import { decideAll } from '../../app/changes/deciding'
import { decisionRows, decisionText, nothingToUndo } from '../../app/changes/decisions'
import type { Session } from '../../app/workspaces/session'
import { goldenQuery, queriesOf, withQueries } from './golden-additions'
import { textOf, toolsOf, writtenRecords, type WrittenRecords } from './written-records'
import { z } from 'zod'
import { GOLDEN } from '../../domain/query/golden-limits'
import { WRITING } from '../../domain/query/writing'
import { Dir } from '../../contract/workspace'
import { Verdict } from '../../domain/proposal/verdict'

export const WritingDecideInput = z.object({
  dir: Dir,
  chosen: z.union([
    z.object({
      ids: z.array(z.string().min(1)).min(1).max(WRITING.mostKept),
      /** What they were when they were looked at: of another state by now, they are passed over. */
      seenAs: WrittenState.optional(),
    }),
    /** All that wait and that the judge kept. */
    z.object({ passed: z.literal(true) }),
  ]),
  verdict: Verdict,
  /** Where accepted ones go. */
  set: z.string().trim().min(1).max(GOLDEN.longestSetName).default('written'),
})
export type WritingDecideInput = z.output<typeof WritingDecideInput>

type Input = WritingDecideInput

/** States in which there is a text to decide on. */
const DECIDABLE: ReadonlySet<string> = new Set(['waiting', 'dropped', 'skipped', 'rejected'])

/** Decides what is written, all at once, and appends accepted queries to their golden set. */
export const decideWritten = (session: Session, input: Input): Promise<DecideAnswer> =>
  decideAll<WrittenQuery, WrittenQuery>(session, isOne(input.chosen), async (catalog, made) => {
    const { verdict, set } = input
    const records = await writtenRecords(session)
    const number = 1 + (lastDecision(records.values())?.number ?? 0)
    const decision = (each: WrittenQuery) => ({ ...made, number, before: each.state })
    const there = await queriesOf(session, set)
    const texts = new Set(there.map(({ text }) => sameText(text)))
    const taken = new Set(there.map(({ id }) => id))
    const madeSet = !(await goldenSetsOf(session)).names.includes(set)
    const queries: GoldenQuery[] = []
    const accepted = (each: WrittenQuery): WrittenQuery | PassedOver => {
      const text = sameText(textOf(each))
      if (text === '') return 'faulty'
      if (texts.has(text)) return 'there'
      if (!toolsOf(each).every((id) => catalog.has(id))) return 'gone'
      texts.add(text)
      const id = freeIdOf(`written-${each.id}`, taken)
      queries.push(goldenQuery(each, { id, isReadOneByOne: isOne(input.chosen) }))
      const where = { set, madeSet, query: id }
      return { ...each, state: 'accepted', decision: { ...decision(each), ...where } }
    }
    return {
      ...chosenOf(records, input),
      decide: (each) =>
        verdict === 'accepted'
          ? accepted(each)
          : { ...each, state: verdict, decision: decision(each) },
      change: async (put) => ({
        writtenQueries: { put },
        ...(queries.length > 0 && {
          goldenSets: { put: [await withQueries(session, set, queries)] },
        }),
      }),
    }
  })

const isOne = (chosen: Input['chosen']): boolean => 'ids' in chosen && chosen.ids.length === 1

function chosenOf(
  records: WrittenRecords,
  { chosen: by, verdict }: Input,
): { chosen: WrittenQuery[]; missed: PassedOver[] } {
  if (!('ids' in by)) {
    const isKept = ({ state, judged }: WrittenQuery) => state === 'waiting' && judged?.passed
    return { chosen: [...records.values()].filter(isKept), missed: [] }
  }
  const missing = (each: WrittenQuery | undefined): PassedOver | undefined => {
    if (!each) return 'absent'
    const isAsSeen = by.seenAs === undefined || by.seenAs === each.state
    if (!isAsSeen || each.state === verdict || each.state === 'accepted') return 'decided'
    return DECIDABLE.has(each.state) ? undefined : 'faulty'
  }
  const named = [...new Set(by.ids)].map((id) => records.get(id))
  return {
    chosen: named.flatMap((each) => (each && !missing(each) ? [each] : [])),
    missed: named.flatMap((each) => missing(each) ?? []),
  }
}

const WRITTEN = ['written query', 'written queries'] as const

/** The decisions on written queries that can be taken back, by the change that made them. */
export const writtenDecisions = async (session: Session): Promise<ChangeRow[]> =>
  decisionRows(
    [...(await writtenRecords(session)).values()].flatMap(asDecided).sort(lastFirst),
    WRITTEN,
  )

/** Of decisions of the same moment, too. */
const lastFirst = (a: NumberedDecision, b: NumberedDecision): number =>
  b.decision.number - a.decision.number
type NumberedDecision = ReturnType<typeof asDecided>[number]

const asDecided = ({ state, decision }: WrittenQuery) =>
  decision ? [{ decision: { ...decision, verdict: state } }] : []

/**
 * Takes the decisions of one change back: accepted queries leave their golden set, but for those
 * changed there since.
 */
export const undoWritten = (session: Session, change: string): Promise<UndoneAnswer> =>
  session.change(async () => {
    const records = [...(await writtenRecords(session)).values()]
    const all = records.filter(({ decision }) => decision?.batch === change)
    if (all.length === 0) throw nothingToUndo()
    const sets = await setsOf(session, all)
    const golden = new Set([...sets.values()].flat().map(writtenId))
    // Left for another set, by a move or by another name of its own.
    const isElsewhere = (each: WrittenQuery): boolean =>
      each.decision?.set !== undefined && !acceptedIn(each, sets) && golden.has(each.id)
    const undone = all.filter((each) => !isChanged(each, sets) && !isElsewhere(each))
    const { put, remove, removed } = without(sets, undone)
    return {
      writtenQueries: {
        put: undone.map(({ decision, ...each }) => ({
          ...each,
          state: decision?.before ?? each.state,
        })),
      },
      goldenSets: { put, remove },
      answer: {
        what: decisionText(all.flatMap(asDecided), WRITTEN),
        undone: undone.length,
        putBack: removed,
        left: all.length - undone.length,
        gone: 0,
        changes: undone.length === all.length ? [change] : [],
      },
    }
  })

type Sets = ReadonlyMap<string, readonly GoldenQuery[]>

/** The golden sets, where any of these was accepted into one. */
async function setsOf(session: Session, records: readonly WrittenQuery[]): Promise<Sets> {
  const sets = new Map<string, readonly GoldenQuery[]>()
  if (records.every(({ decision }) => decision?.set === undefined)) return sets
  const { names } = await goldenSetsOf(session)
  for (const name of names) sets.set(name, await session.goldenQueries(name))
  return sets
}

const acceptedIn = ({ decision }: WrittenQuery, sets: Sets): GoldenQuery | undefined =>
  sets.get(decision?.set ?? '')?.find(({ id }) => id === decision?.query)

/**
 * Whether the golden query was changed since it was accepted. One that is there no more, is not.
 */
function isChanged(each: WrittenQuery, sets: Sets): boolean {
  const there = acceptedIn(each, sets)
  if (!there) return false
  const { id: _, origin: __, extra: ___, ...content } = there
  return canonical(content) !== canonical({ text: textOf(each), tools: toolsOf(each) })
}

/** The id of the written query that it was accepted from. */
function writtenId({ extra }: GoldenQuery): JsonValue | undefined {
  const written = extra?.['written']
  return isJsonObject(written) ? written['id'] : undefined
}

/**
 * The sets without these queries; of one that was made for them and that nothing is left of, its
 * name.
 */
function without(
  sets: Sets,
  undone: readonly WrittenQuery[],
): { put: GoldenSet[]; remove: string[]; removed: number } {
  const bySet = Map.groupBy(undone, ({ decision }) => decision?.set)
  const changed = [...sets].flatMap(([name, queries]) => {
    const decisions = (bySet.get(name) ?? []).flatMap(({ decision }) => decision ?? [])
    const going = new Set(decisions.map(({ query }) => query))
    const left = queries.filter(({ id }) => !going.has(id))
    const isGone = left.length === 0 && decisions.some(({ madeSet }) => madeSet)
    return left.length < queries.length
      ? [{ name, left, isGone, removed: queries.length - left.length }]
      : []
  })
  return {
    put: changed.filter(({ isGone }) => !isGone).map(({ name, left }) => ({ name, queries: left })),
    remove: changed.filter(({ isGone }) => isGone).map(({ name }) => name),
    removed: changed.reduce((sum, { removed }) => sum + removed, 0),
  }
}

function lastDecision(records: Iterable<WrittenQuery>): WrittenQuery['decision'] {
  let last: WrittenQuery['decision']
  for (const { decision } of records) {
    if (decision && decision.number > (last?.number ?? 0)) last = decision
  }
  return last
}
