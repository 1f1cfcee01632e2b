import { z } from 'zod'
import type { ChangeRow, ChangesListAnswer, UndoneAnswer } from '../../contract/changes'
import { page } from '../../contract/page'
import { ProposalId } from '../../contract/review'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { action } from '../action'
import type { Places } from '../context'
import { undoTexts } from '../review/undo'
import type { Session } from '../workspaces/session'
import { changeNamed, allChanges, notKept } from '../changes/stored-changes'
import { EDITS } from './core-decisions'
import { stepBack } from './take-back'

const ChangesUndoInput = z.object({
  dir: Dir,
  change: z
    .string()
    .min(1)
    .optional()
    .describe('the change, by its name or the beginning of that; default: the last'),
  proposal: ProposalId.optional().describe('instead: the decision on one proposed text'),
  run: z
    .string()
    .min(1)
    .optional()
    .describe('instead: all proposed texts accepted of one run of a writer'),
})
type ChangesUndoInput = z.output<typeof ChangesUndoInput> & { of?: string | undefined }

/**
 * An edit or an import is put back whole: where anybody changed the same since, an import or
 * another program included, it is a `conflict`. Of decisions, what they wrote is taken out where it
 * stands as it was written, and the proposals are open again.
 * @param kinds of which the last change can be taken back
 */
export const undoAction = (kinds: readonly string[]) =>
  action({
    summary: 'Undo a change: an edit by hand, an import, or decisions on proposals',
    input: ChangesUndoInput.extend({
      of: z
        .enum(kinds)
        .optional()
        .describe(
          'instead: the last decisions on proposals of this kind, or the last edit or import',
        ),
    }),
    async run({ places, sessions }, input) {
      return undo({ places, session: await sessions.of(input.dir) }, input)
    },
  })

export const changesActions = {
  'changes.list': action({
    summary:
      'Changes that can be undone, newest first: edits by hand, imports and decisions on proposals',
    input: z.object({ dir: Dir, ...page(20) }),
    async run({ places, sessions }, { dir, offset, limit }): Promise<ChangesListAnswer> {
      const rows = await changesOf({ places, session: await sessions.of(dir) })
      return { total: rows.length, rows: rows.slice(offset, offset + limit) }
    },
  }),
  'changes.redo': action({
    summary: 'Redo an edit or an import that was undone',
    input: z.object({
      dir: Dir,
      change: z.string().min(1).describe('the change, by its name or the beginning of that'),
    }),
    async run({ places, sessions }, { dir, change }) {
      const session = await sessions.of(dir)
      const name = await nameOf({ places, session }, change)
      return stepBack(session, await changeNamed(session, name), 'redo')
    },
  }),
}

/** Where changes are looked up. */
interface Place {
  places: Pick<Places, 'decisions'>
  session: Session
}

/** Edits and decisions, all or of one kind, the newest first. */
async function changesOf({ places, session }: Place, of?: string): Promise<ChangeRow[]> {
  const kinds = places.decisions.filter(({ id }) => of === undefined || id === of)
  const decided = await Promise.all(kinds.map(({ rows }) => rows(session)))
  const edits = of === undefined || of === EDITS ? await allChanges(session) : []
  const edited = edits.map(({ name, at, what, isUndone }) => ({ name, at, what, isUndone }))
  return [...edited, ...decided.flat()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

async function undo(place: Place, input: ChangesUndoInput): Promise<UndoneAnswer> {
  const { places, session } = place
  const { change, of, proposal, run } = input
  const which = [change, of, proposal, run].filter((each) => each !== undefined)
  if (which.length > 1) {
    throw new Problem('bad-input', 'Name a change, a kind, a proposal or a run: one of these.')
  }
  if (proposal !== undefined) return undoTexts(session, { proposal })
  if (run !== undefined) return undoTexts(session, { run })
  const name = change === undefined ? await lastChange(place, of) : await nameOf(place, change)
  const isEdit = (await allChanges(session)).some((each) => each.name === name)
  if (isEdit) return stepBack(session, await changeNamed(session, name), 'undo')
  for (const { rows, undo: takeBack } of places.decisions) {
    const isOne = (await rows(session)).some((row) => row.name === name)
    if (isOne) return takeBack(session, name)
  }
  throw notKept()
}

/**
 * The whole name of a change.
 * @throws Problem `not-found`, or `bad-input` where several begin so.
 */
async function nameOf(place: Place, beginning: string): Promise<string> {
  const found = (await changesOf(place)).filter(({ name }) => name.startsWith(beginning))
  const [first, ...others] = found
  if (!first) throw notKept()
  if (others.length === 0 || first.name === beginning) return first.name
  throw new Problem(
    'bad-input',
    `${found.length} changes have names that begin so.`,
    'Name more of it.',
  )
}

async function lastChange(place: Place, of: string | undefined): Promise<string> {
  const last = (await changesOf(place, of)).find(({ isUndone }) => !isUndone)
  if (last) return last.name
  throw new Problem('not-found', 'There is nothing of this kind to undo.')
}
