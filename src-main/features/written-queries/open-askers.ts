import type { Problem } from '../../domain/problem'
import { promptName, type Prompt } from '../../pipeline/prompt'
import { judgeQuery } from '../../pipeline/prompts/judge-query'
import { writeAnyQueries } from '../../pipeline/prompts/write-queries'
import { inWordsOf, withPromptOverrides, type PromptOverrides } from '../../pipeline/ask'
import { noChatModel } from '../../app/models/chat-model'
import { connectedModel } from '../../app/models/connected-model'
import type { AppContext } from '../../app/context'
import { withWorkspaceModels } from '../../app/models/workspace-models'
import type { Asker } from './ask-written'
import type { AskedNow } from './written-records'

/**
 * The chat model, which writes, and the model that judges: the same one unless another is named.
 * @throws Problem where none is chosen, or one cannot be opened.
 */
export async function openAskers(
  context: AppContext,
  { dir, judge }: { dir: string; judge?: string | undefined },
  signal: AbortSignal,
): Promise<{ writer: Asker; judge: Asker }> {
  const own = withWorkspaceModels(context, dir)
  const { chatModel } = await own.settings.read()
  if (chatModel === undefined) throw noModel()
  const promptOverrides = await (await context.sessions.of(dir)).promptOverrides()
  const open = async (name: string) => {
    const read = async () => ({ ...(await own.settings.read()), chatModel: name })
    const model = await connectedModel({ ...own, settings: { ...own.settings, read } }, signal)
    if (!model) throw noModel()
    return { model: name, ask: withPromptOverrides(model.ask, promptOverrides) }
  }
  const prompts = promptsIn(promptOverrides)
  const writer = await open(chatModel)
  const judging = judge === undefined || judge === chatModel ? writer : await open(judge)
  return {
    writer: { ...writer, prompt: prompts.writer },
    judge: { ...judging, prompt: prompts.judge },
  }
}

/** The names of the prompts, as a workspace words them. */
function promptsIn(promptOverrides: PromptOverrides): Record<'writer' | 'judge', string> {
  const named = <Input, Answer>(prompt: Prompt<Input, Answer>) =>
    promptName(inWordsOf(promptOverrides, prompt))
  return { writer: named(writeAnyQueries), judge: named(judgeQuery) }
}

/**
 * Who would be asked now, the chat model judging as well unless another is named; opens no model.
 */
export async function askedNow(
  context: AppContext,
  { dir, judge }: { dir: string; judge?: string | undefined },
): Promise<AskedNow> {
  const { chatModel = '' } = await withWorkspaceModels(context, dir).settings.read()
  const prompts = promptsIn(await (await context.sessions.of(dir)).promptOverrides())
  return {
    writer: { model: chatModel, prompt: prompts.writer },
    judge: { model: judge ?? chatModel, prompt: prompts.judge },
  }
}

/** What keeps a model from writing where none is chosen. */
export const noModel = (): Problem =>
  noChatModel('write golden queries', 'Without one, write them from templates, or by hand.')
