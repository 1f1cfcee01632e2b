import type { Settings } from '../../domain/settings'
import type { SettingsStore } from '../../ports/settings-store'
import type { Sessions } from '../sessions'

interface Reading {
  sessions: Sessions
  settings: SettingsStore
}

/** What reads settings, with the models that the workspace in `dir` names of its own in place of those of the settings. */
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
