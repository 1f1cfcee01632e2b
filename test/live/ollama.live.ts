import { describe, it } from 'vitest'
import { ollamaEmbedders } from '../../src-main/adapters/ollama/ollama-embedders'
import { ollamaLanguageModels } from '../../src-main/adapters/ollama/ollama-language-models'
import { describeEmbedder } from '../contract/embedder.suite'
import { describeLanguageModel } from '../contract/language-model.suite'
import { describeChatServer } from './chat-server.suite'
import { chatName, embedderName, url } from './live-server'

const never = new AbortController().signal
const embedder = await embedderName()
const chat = await chatName()

if (embedder === undefined) describe('an embedding model', () => it.skip('is not installed'))
else {
  describeEmbedder(embedder, {
    open: () => ollamaEmbedders(() => url).open(`ollama:${embedder}`, never),
  })
}
if (chat === undefined) describe('a chat model', () => it.skip('is not installed'))
else {
  describeLanguageModel(chat, {
    open: () => ollamaLanguageModels(() => url).open(`ollama:${chat}`, never),
  })
  describeChatServer(chat, url)
}
