import { absentSet } from '../../domain/query/golden-set'
import { LONGEST_WHY } from '../../domain/query/golden-limits'
import { MOST_LOOKS, type GoldenUse, type SetPurpose } from '../../domain/query/set-use'
import { Problem } from '../../domain/problem'
import type { GoldenSetSummary } from '../../domain/run/run'
import type { WorkspaceChange } from '../../ports/workspace-store'
import type { Session } from '../workspaces/session'
import { developmentSets, usedSets, type Stored } from '../workspaces/used-sets'
import { z } from 'zod'

/** Why a test set is to be measured on. */
export const Why = z.string().trim().min(1).max(LONGEST_WHY).optional().meta({
  title: 'reason',
  description: 'why a test set is measured on now: it is counted, and told in reports',
})

/** The runs that were not measured on what is a test set. */
export async function ofDevelopment<Of extends { goldenSet: string }>(
  session: Stored,
  runs: readonly Of[],
): Promise<Of[]> {
  const sets = await usedSets(session)
  const tests = new Set(sets.filter(({ purpose }) => purpose === 'test').map(({ name }) => name))
  return runs.filter(({ goldenSet }) => !tests.has(goldenSet))
}

/** @throws Problem `not-found` for a set that is not there, `conflict` for a test set. */
export async function requireDevelopment(session: Stored, name: string): Promise<void> {
  const set = (await usedSets(session)).find((each) => each.name === name)
  if (!set) throw absentSet(name)
  if (set.purpose === 'development') return
  throw new Problem(
    'conflict',
    `“${name}” is a test set: nothing is learned from it or judged by it.`,
    'Choose a development set, or make it one.',
  )
}

/**
 * The golden set that changes of a workspace are judged by: the one it chose, as long as that is
 * there and for development; else the one of `best`, the first of the development sets.
 */
export async function judgedOn(
  session: Pick<Session, 'store'>,
  best: (sets: GoldenSetSummary[]) => Promise<GoldenSetSummary[]> | GoldenSetSummary[],
): Promise<string | undefined> {
  const [sets, { worksWith }] = await Promise.all([developmentSets(session), session.store.info()])
  const chosen = sets.find(({ name }) => name === worksWith?.judgedOn)
  return (chosen ?? (await best(sets))[0])?.name
}

/**
 * What a golden set is for, and how often a test set was looked at.
 * @throws Problem `not-found`.
 */
export async function looksAt({ store }: Stored, { set }: { set: string }): Promise<GoldenUse> {
  const { goldenSets, goldenUses } = await store.read('goldenSets', 'goldenUses')
  if (!goldenSets.some(({ name }) => name === set)) throw absentSet(set)
  return goldenUses.find((use) => use.set === set) ?? unused(set)
}

/**
 * What sets are for after a change that makes test sets and gives others another name, by the name
 * that they had.
 */
export async function usesAfter(
  { store }: Pick<Session, 'store'>,
  { tests, renamed }: { tests: readonly string[]; renamed: ReadonlyMap<string, string> },
): Promise<Pick<WorkspaceChange, 'goldenUses' | 'worksWith'>> {
  if (tests.length === 0 && renamed.size === 0) return {}
  const [{ goldenUses }, { worksWith }] = await Promise.all([
    store.read('goldenUses'),
    store.info(),
  ])
  const moved = goldenUses.flatMap((use) => {
    const set = renamed.get(use.set)
    return set === undefined ? [] : [{ ...use, set }]
  })
  const judgedOn = renamed.get(worksWith?.judgedOn ?? '')
  const made = tests.map((set): GoldenUse => ({ ...unused(set), purpose: 'test' }))
  return {
    goldenUses: { put: [...moved, ...made] },
    ...(worksWith && judgedOn !== undefined && { worksWith: { ...worksWith, judgedOn } }),
  }
}

const unused = (set: string): GoldenUse => ({
  set,
  purpose: 'development',
  looked: 0,
  looks: [],
})

/** Says what a golden set is for. @throws Problem `not-found`. */
export const useSet = (
  session: Session,
  { set, purpose }: { set: string; purpose: SetPurpose },
): Promise<GoldenUse> => changeUse(session, set, (before) => ({ ...before, purpose }))

/**
 * Counts a measurement on a test set; a development set may be measured on at any time.
 * @throws Problem `conflict` for a test set without a reason.
 */
export async function lookAt(
  session: Session,
  { goldenSet: set, why }: { goldenSet: string; why?: string | undefined },
): Promise<void> {
  const known = (await usedSets(session)).find(({ name }) => name === set)
  if (known?.purpose !== 'test') return
  if (why === undefined) {
    throw new Problem(
      'conflict',
      `“${set}” is a test set, which is locked.`,
      'Say why it is to be measured on now, or measure on a development set.',
    )
  }
  const look = { at: session.clock.timestamp(), why }
  await changeUse(session, set, (before) => ({
    ...before,
    looked: before.looked + 1,
    looks: [look, ...before.looks].slice(0, MOST_LOOKS),
  }))
}

const changeUse = (
  session: Session,
  set: string,
  changed: (before: GoldenUse) => GoldenUse,
): Promise<GoldenUse> =>
  session.change(async () => {
    const before = await looksAt(session, { set })
    const now = changed(before)
    const isNew = JSON.stringify(now) !== JSON.stringify(before)
    return { ...(isNew && { goldenUses: { put: [now] } }), answer: now }
  })
