import type { ModelsTestAnswer, ModelTestRow } from '../../contract/model'
import type { ModelInfo } from '../../domain/model/model'
import { canChat, canEmbed } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import type { Call } from '../app'
import { chatRows } from './test-chat'
import { embedderRows } from './test-embedding'
import type { TestContext } from './test-rows'

/** Tries a model with what it can do. @throws Problem where it cannot be asked at all. */
export async function testModel(
  context: TestContext,
  model: ModelInfo,
  call: Call,
): Promise<ModelsTestAnswer> {
  const rows: ModelTestRow[] = []
  if (canEmbed(model)) rows.push(...(await embedderRows(context, model, call)))
  if (canChat(model)) rows.push(...(await chatRows(context, model, call)))
  if (rows.length > 0) return { model: model.name, rows }
  throw new Problem(
    'bad-input',
    `The model ${model.title} neither chats nor embeds.`,
    'Choose another: the list of models says what each can do.',
  )
}
