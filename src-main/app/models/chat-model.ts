import { Problem } from '../../domain/problem'
import { withPromptOverrides, type Ask, type PromptOverrides } from '../../pipeline/ask'
import { connectedModel } from './connected-model'
import type { AppContext } from '../context'
import { withWorkspaceModels } from './workspace-models'
import type { Session } from '../workspaces/session'

/**
 * The chat model that a workspace asks, by the name that it was chosen by, in the workspace's own
 * words.
 */
interface ChatModel {
  model: string
  ask: Ask
  promptOverrides: PromptOverrides
}

/**
 * The chat model that is chosen for a workspace.
 * @throws Problem `noModel` where none is, and another one where it cannot be opened
 */
export async function chatModelOf(
  context: AppContext,
  { session, dir, signal }: { session: Session; dir: string; signal: AbortSignal },
  noModel: () => Problem,
): Promise<ChatModel> {
  const own = withWorkspaceModels(context, dir)
  const { chatModel } = await own.settings.read()
  const model = await connectedModel(own, signal)
  if (!model || chatModel === undefined) throw noModel()
  const promptOverrides = await session.promptOverrides()
  return { model: chatModel, ask: withPromptOverrides(model.ask, promptOverrides), promptOverrides }
}

/**
 * @param so what no model can, such as “be asked for texts”
 * @param without a sentence on what there is without one
 */
export const noChatModel = (so: string, without: string): Problem =>
  new Problem(
    'unavailable',
    `No chat model is chosen, so none can ${so}.`,
    `Choose one under Settings, Models. ${without}`,
  )
