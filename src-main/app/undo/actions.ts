import { z } from 'zod'
import type { ChangeRow, ChangesListAnswer, UndoneAnswer } from '../../contract/changes'
import { page } from '../../contract/page'
import { ProposalId } from '../../contract/review'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { action, inSession } from '../action'
import { edgeDecisions, undoEdges } from '../proposals/decide'
import { textDecisions, undoTexts } from '../review/undo'
import type { Session } from '../workspaces/session'
import { undoWritten, writtenDecisions } from '../writing/decide'
import { changeNamed, allChanges, notKept } from '../changes/stored-changes'
import { stepBack } from './take-back'

interface Decisions {
  rows(session: Session): Promise<ChangeRow[]>
  undo(session: Session, change: string): Promise<UndoneAnswer>
}

/** Proposals by kind: what was decided of them at once is a change. */
const DECISIONS = {
  texts: { rows: textDecisions, undo: (session, change) => undoTexts(session, { change }) },
  edges: { rows: edgeDecisions, undo: undoEdges },
  queries: { rows: writtenDecisions, undo: undoWritten },
} satisfies Record<string, Decisions>
const KINDS = Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]

const ChangesUndoInput = z.object({
  dir: Dir,
  change: z
    .string()
    .min(1)
    .optional()
    .describe('the change, by its name or the beginning of that; default: the last'),
  of: z
    .enum([...KINDS, 'edits'])
    .optional()
    .describe('instead: the last decisions on proposals of this kind, or the last edit or import'),
  proposal: ProposalId.optional().describe('instead: the decision on one proposed text'),
  run: z
    .string()
    .min(1)
    .optional()
    .describe('instead: all proposed texts accepted of one run of a writer'),
})
type ChangesUndoInput = z.output<typeof ChangesUndoInput>

export const changesActions = {
  'changes.list': action({
    summary:
      'Changes that can be undone, newest first: edits by hand, imports and decisions on proposals',
    input: z.object({ dir: Dir, ...page(20) }),
    run: inSession(async (session, { offset, limit }): Promise<ChangesListAnswer> => {
      const rows = await changesOf(session)
      return { total: rows.length, rows: rows.slice(offset, offset + limit) }
    }),
  }),
  /**
   * An edit or an import is put back whole: where anybody changed the same since, an import or
   * another program included, it is a `conflict`. Of decisions, what they wrote is taken out where
   * it stands as it was written, and the proposals are open again.
   */
  'changes.undo': action({
    summary: 'Undo a change: an edit by hand, an import, or decisions on proposals',
    input: ChangesUndoInput,
    run: inSession(undo),
  }),
  'changes.redo': action({
    summary: 'Redo an edit or an import that was undone',
    input: z.object({
      dir: Dir,
      change: z.string().min(1).describe('the change, by its name or the beginning of that'),
    }),
    run: inSession(async (session, { change }) =>
      stepBack(session, await changeNamed(session, await nameOf(session, change)), 'redo'),
    ),
  }),
}

/** Edits and decisions, all or of one kind, the newest first. */
async function changesOf(session: Session, of?: ChangesUndoInput['of']): Promise<ChangeRow[]> {
  const kinds = KINDS.filter((kind) => of === undefined || kind === of)
  const decided = await Promise.all(kinds.map((kind) => DECISIONS[kind].rows(session)))
  const edits = of === undefined || of === 'edits' ? await allChanges(session) : []
  const edited = edits.map(({ name, at, what, isUndone }) => ({ name, at, what, isUndone }))
  return [...edited, ...decided.flat()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

async function undo(session: Session, input: ChangesUndoInput): Promise<UndoneAnswer> {
  const { change, of, proposal, run } = input
  const which = [change, of, proposal, run].filter((each) => each !== undefined)
  if (which.length > 1) {
    throw new Problem('bad-input', 'Name a change, a kind, a proposal or a run: one of these.')
  }
  if (proposal !== undefined) return undoTexts(session, { proposal })
  if (run !== undefined) return undoTexts(session, { run })
  const name = change === undefined ? await lastChange(session, of) : await nameOf(session, change)
  const isEdit = (await allChanges(session)).some((each) => each.name === name)
  if (isEdit) return stepBack(session, await changeNamed(session, name), 'undo')
  for (const { rows, undo: takeBack } of Object.values<Decisions>(DECISIONS)) {
    const isOne = (await rows(session)).some((row) => row.name === name)
    if (isOne) return takeBack(session, name)
  }
  throw notKept()
}

/**
 * The whole name of a change.
 * @throws Problem `not-found`, or `bad-input` where several begin so.
 */
async function nameOf(session: Session, beginning: string): Promise<string> {
  const found = (await changesOf(session)).filter(({ name }) => name.startsWith(beginning))
  const [first, ...others] = found
  if (!first) throw notKept()
  if (others.length === 0 || first.name === beginning) return first.name
  throw new Problem(
    'bad-input',
    `${found.length} changes have names that begin so.`,
    'Name more of it.',
  )
}

async function lastChange(session: Session, of: ChangesUndoInput['of']): Promise<string> {
  const last = (await changesOf(session, of)).find(({ isUndone }) => !isUndone)
  if (last) return last.name
  throw new Problem('not-found', 'There is nothing of this kind to undo.')
}
