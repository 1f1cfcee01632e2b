import { BUILTIN, SENTENCES } from '../../domain/model/names'
import { EMBEDDED_COMPONENTS } from '../../domain/tool/document'
import type { Move, MoveState } from '../../domain/workspace/move'
import { secondsToEmbed } from '../../domain/workspace/move-text'
import { missingTexts, storedAs } from '../../pipeline/knowledge-base/embed-documents'
import type { Embedder } from '../../ports/embedder'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { moveAhead, workspaceSettings } from '../models/workspace-models'
import type { PlannedChange, Session } from '../workspaces/session'
import { storedDocuments } from './stored-documents'

type Context = Pick<AppContext, 'clock' | 'embedders' | 'sessions' | 'settings'>

/**
 * What a workspace is made with that is to move to Sentences; nothing where another embedder than
 * Instant answers in it.
 */
export async function markOfNew({
  settings,
}: Pick<AppContext, 'settings'>): Promise<{ move?: Move }> {
  const { embedder, movesToSentences } = await settings.read()
  return movesToSentences && embedder === BUILTIN ? { move: { to: SENTENCES } } : {}
}

/**
 * How far the move of a workspace is; undefined where it has none.
 * @throws Problem where its embedder cannot be opened.
 */
export async function moveState(
  context: Context,
  dir: string,
  call: Call,
): Promise<MoveState | undefined> {
  const move = await moveAhead(context, dir)
  if (!move) return undefined
  const { embedder, stored } = await storedDocuments(context, { dir, name: move.to }, call)
  const session = await context.sessions.of(dir)
  const texts = await session.withCatalog(async (now) => {
    const all = await now.kit(embedder.name).textsToEmbed(EMBEDDED_COMPONENTS, embedder)
    return missingTexts({ store: session.store, embedder }, all)
  })
  return {
    ...move,
    documents: stored.length,
    embedded: stored.filter((key) => key !== undefined).length,
    seconds: secondsToEmbed(texts),
  }
}

/**
 * What came of having an embedder answer in a workspace: it does, it cannot yet, or another is
 * wanted by now.
 */
export type Adopted = 'answers' | 'answered before' | 'documents are missing' | 'not wanted'

interface Adopting {
  session: Session
  embedder: Embedder
  /** What it is chosen by. */
  name: string
  /** Whether that was asked for, rather than marked. */
  isAsked: boolean
}

/**
 * Has an embedder answer in a workspace from the next commit on, if by then all tool documents are
 * embedded with it.
 */
export const adopt = (
  context: Pick<Context, 'sessions' | 'settings'>,
  { session, embedder, name, isAsked }: Adopting,
): Promise<Adopted> =>
  session.change(async (catalog): Promise<PlannedChange<Adopted>> => {
    const { dir } = session.store
    const { embedder: answering } = await workspaceSettings(context, dir)
    if (answering === name) return { answer: 'answered before' }
    const move = await moveAhead(context, dir)
    // Another program may have paused it meanwhile, which ends nothing that is under way here.
    const isWanted = move?.to === name && move.wanted !== false
    if (!isAsked && !isWanted) return { answer: 'not wanted' }
    const texts = await catalog.kit(embedder.name).textsToEmbed(EMBEDDED_COMPONENTS, embedder)
    // One that is still empty is to be answered at once when it is filled.
    if (texts.hashes.length === 0 && !isAsked) return { answer: 'not wanted' }
    const stored = await storedAs(session.store, embedder.fingerprint, texts.hashes)
    if (stored.includes(undefined)) return { answer: 'documents are missing' }
    return { answer: 'answers', models: { embedder: name } }
  })

/** Goes on with the move of a workspace, or stops it. */
export async function wantMove(context: Context, dir: string, wanted: boolean): Promise<void> {
  const session = await context.sessions.of(dir)
  await session.change(async (): Promise<PlannedChange<undefined>> => {
    const { move } = await session.store.info()
    return move && move.wanted !== wanted ? { move: { ...move, wanted } } : {}
  })
}
