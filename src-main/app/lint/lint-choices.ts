import type { LintSwitchAnswer, LintSetAsideAnswer, LintTakeBackAnswer } from '../../contract/lint'
import { Problem } from '../../domain/problem'
import { findingKey, LintFinding, SET_ASIDE, type SetAsideFinding } from '../../domain/catalog/lint'
import { canonical } from '../../domain/value/canonical'
import type { ReplacedOf } from '../../domain/workspace/change'
import type { Call } from '../app'
import { changeUndoably, type Restored } from '../changes/stored-changes'
import type { AppContext } from '../context'
import type { Session } from '../workspaces/session'
import { choicesOf, findingsOf, requireRules, type LintsBy } from './findings'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const LintSwitchInput = z.object({
  dir: Dir,
  rules: z.array(z.string()).min(1).max(100).describe('the rules, by their ids'),
  isOn: z.boolean().describe('whether they are on from now on'),
})
export type LintSwitchInput = z.output<typeof LintSwitchInput>

export const LintSetAsideInput = z.object({
  dir: Dir,
  findings: z
    .array(LintFinding.pick({ rule: true, tool: true, where: true, mark: true }))
    .min(1)
    .max(SET_ASIDE.mostAtOnce)
    .describe('as lint.run gives them'),
  reason: z.string().trim().min(1).max(SET_ASIDE.longestReason).describe('why they are dismissed'),
})
export type LintSetAsideInput = z.output<typeof LintSetAsideInput>

export const LintTakeBackInput = z.object({
  dir: Dir,
  findings: z
    .array(LintFinding.pick({ rule: true, tool: true, where: true }))
    .min(1)
    .max(SET_ASIDE.mostAtOnce)
    .describe('as lint.run gives them'),
})
export type LintTakeBackInput = z.output<typeof LintTakeBackInput>

/** Switches rules off, or on again. */
export function switchRules(
  { places }: Pick<AppContext, 'places'>,
  session: Session,
  { rules, isOn }: LintSwitchInput,
): Promise<LintSwitchAnswer> {
  requireRules(places.lintRules, rules)
  return session.change(async () => {
    const { off } = await choicesOf(session)
    const changed = [...new Set(rules)].filter((rule) => off.has(rule) === isOn)
    const after = new Set(
      isOn ? [...off].filter((rule) => !rules.includes(rule)) : [...off, ...rules],
    )
    return {
      ruleSwitches: isOn
        ? { remove: changed }
        : { put: changed.map((rule) => ({ rule, isOn: false as const })) },
      answer: { off: [...after].sort() },
    }
  })
}

/** Sets findings aside whose text is still the one that was read. */
export function setAside(
  context: LintsBy,
  session: Session,
  { findings, reason, call }: LintSetAsideInput & { call: Call },
): Promise<LintSetAsideAnswer> {
  const at = context.clock.timestamp()
  return changeUndoably(session, async (catalog) => {
    const { findings: all } = await findingsOf(context, catalog, call)
    const standing = new Map(all.map((each) => [findingKey(each), each.mark]))
    const asked = [...new Map(findings.map((each) => [findingKey(each), each])).values()]
    const put = asked
      .filter((each) => standing.get(findingKey(each)) === each.mark)
      .map(({ rule, tool, where, mark }): SetAsideFinding => ({
        rule,
        tool,
        where,
        mark,
        reason,
        at,
      }))
    const { setAside: before } = await choicesOf(session)
    const more = put.filter((each) => !before.has(findingKey(each)))
    requireRoom(before.size + more.length)
    return {
      change: { setAsideFindings: { put } },
      replaced: put.map((after) => replacedFinding(before.get(findingKey(after)), after)),
      what: `Dismiss ${findingsText(put.length)}`,
      answer: { setAside: put.length, passedOver: asked.length - put.length },
    }
  })
}

function requireRoom(findings: number): void {
  if (findings <= SET_ASIDE.most) return
  throw new Problem(
    'bad-input',
    `A workspace keeps ${SET_ASIDE.most} dismissed findings; there would be ${findings}.`,
    'Switch the rule off instead, or restore some of them.',
  )
}

/** Lets findings count again. */
export function takeBack(
  session: Session,
  { findings }: LintTakeBackInput,
): Promise<LintTakeBackAnswer> {
  return changeUndoably(session, async () => {
    const { setAside: before } = await choicesOf(session)
    const remove = [...new Set(findings.map(findingKey))].filter((key) => before.has(key))
    return {
      change: { setAsideFindings: { remove } },
      replaced: remove.map((key) => replacedFinding(before.get(key), undefined)),
      what: `Restore ${findingsText(remove.length)}`,
      answer: { takenBack: remove.length },
    }
  })
}

const findingsText = (count: number): string => `${count} ${count === 1 ? 'finding' : 'findings'}`

const replacedFinding = (
  before: SetAsideFinding | undefined,
  after: SetAsideFinding | undefined,
): ReplacedOf<'finding'> => ({
  of: 'finding',
  ...(before && { before }),
  ...(after && { after }),
})

/**
 * Findings as taking a change back, or making it again, leaves them, but for those that were
 * decided otherwise since.
 */
export async function restoredFindings(
  session: Session,
  replaced: readonly ReplacedOf<'finding'>[],
  way: 'undo' | 'redo',
): Promise<Restored> {
  const { setAside: now } = await choicesOf(session)
  const put: SetAsideFinding[] = []
  const remove: string[] = []
  let left = 0
  for (const { before, after } of replaced) {
    const [from, to] = way === 'undo' ? [after, before] : [before, after]
    const key = findingKey((from ?? to) as SetAsideFinding)
    if (canonical(now.get(key)) !== canonical(from)) left++
    else if (to) put.push(to)
    else remove.push(key)
  }
  requireRoom(now.size + put.length - remove.length)
  return {
    change: { setAsideFindings: { put, remove } },
    undone: put.length + remove.length,
    left,
  }
}
