import { BUILTIN } from '../../domain/model/names'
import type { Move } from '../../domain/workspace/move'
import type { Settings } from '../../domain/workspace/settings'
import type { SettingsStore } from '../../ports/settings-store'
import type { Sessions } from '../workspaces/sessions'

interface Reading {
  sessions: Sessions
  settings: SettingsStore
}

/**
 * What reads settings, with what the workspace in `dir` chose of its own in place of what they say.
 */
export const withWorkspaceModels = <Context extends Reading>(
  context: Context,
  dir: string,
): Context => ({
  ...context,
  settings: { ...context.settings, read: () => workspaceSettings(context, dir) },
})

/** The settings as they are for a workspace. */
export async function workspaceSettings(
  { sessions, settings }: Reading,
  dir: string,
): Promise<Settings> {
  const { store } = await sessions.of(dir)
  const [{ models }, all] = await Promise.all([store.info(), settings.read()])
  return {
    ...all,
    embedder: models?.embedder ?? all.embedder,
    chatModel: models?.chat ?? all.chatModel,
    reranker: models?.reranker ?? all.reranker,
  }
}

/** The move that a workspace has before it: while Instant answers in it. */
export async function moveAhead(context: Reading, dir: string): Promise<Move | undefined> {
  const { embedder } = await workspaceSettings(context, dir)
  const { store } = await context.sessions.of(dir)
  return embedder === BUILTIN ? (await store.info()).move : undefined
}
