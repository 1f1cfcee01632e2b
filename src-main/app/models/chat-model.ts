import { withWordings, type Ask, type Wordings } from '../../pipeline/ask'
import { connectedModel } from './connected-model'
import type { AppContext } from '../context'
import { withWorkspaceModels } from './workspace-models'
import type { Session } from '../workspaces/session'

/** The chat model that a workspace asks, by the name that it was chosen by, in the workspace's own words. */
export interface ChatModel {
  model: string
  ask: Ask
  wordings: Wordings
}

/** The chat model that is chosen for a workspace; undefined where none is. @throws Problem where it cannot be opened. */
export async function chatModelOf(
  context: AppContext,
  { session, dir }: { session: Session; dir: string },
  signal: AbortSignal,
): Promise<ChatModel | undefined> {
  const own = withWorkspaceModels(context, dir)
  const { chatModel } = await own.settings.read()
  const model = await connectedModel(own, signal)
  if (!model || chatModel === undefined) return undefined
  const wordings = await session.wordings()
  return { model: chatModel, ask: withWordings(model.ask, wordings), wordings }
}
