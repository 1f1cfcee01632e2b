import { describe, it } from 'vitest'
import { ollamaEmbedders } from '../../src-main/adapters/ollama/ollama-embedders'
import { ollamaLanguageModels } from '../../src-main/adapters/ollama/ollama-language-models'
import { describeEmbedder } from '../contract/embedder.suite'
import { describeLanguageModel } from '../contract/language-model.suite'

const never = new AbortController().signal
const url = process.env['PEGBOARD_LIVE_OLLAMA'] ?? ''

interface Listed {
  name: string
  size: number
  remote_host?: string
}

async function post<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(url + path, body && { method: 'POST', body: JSON.stringify(body) })
  return (await response.json()) as Answer
}

/** The smallest model on the machine that can do it, as the server says when asked about each. */
async function smallest(capability: string): Promise<string | undefined> {
  const { models } = await post<{ models: Listed[] }>('/api/tags')
  for (const { name } of models
    .filter((each) => !each.remote_host)
    .sort((a, b) => a.size - b.size)) {
    const { capabilities = [] } = await post<{ capabilities?: string[] }>('/api/show', {
      model: name,
    })
    if (capabilities.includes(capability)) return name
  }
  return undefined
}

const embedder = process.env['PEGBOARD_LIVE_EMBEDDER'] ?? (await smallest('embedding'))
const chat = process.env['PEGBOARD_LIVE_CHAT'] ?? (await smallest('completion'))

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
}
