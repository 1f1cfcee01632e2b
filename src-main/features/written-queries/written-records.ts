import type { WrittenQuery } from '../../domain/query/written-query'
import type { ToolId } from '../../domain/tool/tool'
import { isRefusedToOthers, type ModelAndPrompt } from '../../app/models/job'
import { memoPerCommit } from '../../app/workspaces/memo-per-commit'
import type { Session } from '../../app/workspaces/session'

/** What is drawn and written in a workspace, by id, in its order. */
export type WrittenRecords = ReadonlyMap<string, WrittenQuery>

export async function writtenRecords({ store }: Pick<Session, 'store'>): Promise<WrittenRecords> {
  const { writtenQueries } = await store.read('writtenQueries')
  return new Map(writtenQueries.map((each) => [each.id, each]))
}

/** {@link writtenRecords}, read again only after a commit. */
export const currentRecords = (session: Session): (() => Promise<WrittenRecords>) =>
  memoPerCommit(session, () => writtenRecords(session))

/** The query as it is to be accepted. */
export const textOf = ({ text, edited }: Pick<WrittenQuery, 'text' | 'edited'>): string =>
  edited?.text ?? text ?? ''

export const toolsOf = ({ bundle, edited }: Pick<WrittenQuery, 'bundle' | 'edited'>): ToolId[] =>
  edited?.tools ?? bundle.tools

/** Who is asked now. */
export type AskedNow = Record<'writer' | 'judge', ModelAndPrompt>

/** Whether it was refused, and those asked now may answer. */
export const isToAskAgain = (
  { state, refusedBy, text }: Pick<WrittenQuery, 'state' | 'refusedBy' | 'text'>,
  { writer, judge }: AskedNow,
): boolean =>
  state === 'refused' && isRefusedToOthers(refusedBy, text === undefined ? writer : judge)

/** A record that was refused, as it stood before. */
export function reopened(record: WrittenQuery): WrittenQuery {
  if (record.state !== 'refused') return record
  const { why: _, refusedBy: __, ...before } = record
  return { ...before, state: before.text === undefined ? 'drawn' : 'unjudged' }
}

/** Whether a model is still to be asked about it. */
export const isToDo = ({ state }: Pick<WrittenQuery, 'state'>): boolean =>
  state === 'drawn' || state === 'unjudged'
