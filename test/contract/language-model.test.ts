import { ollamaLanguageModels } from '../../src-main/adapters/ollama/ollama-language-models'
import { chatModel, startFakeOllama, type FakeModel } from '../fakes/ollama/ollama-server'
import { describeLanguageModel } from './language-model.suite'

const never = new AbortController().signal

/** Calls the last tool it is offered, and one that it is not. */
const says: FakeModel['says'] = ({ tools }) => ({
  tokens: ['{"tool":', '"send_mail"', '}'],
  calls: tools.length > 0 ? ['send_mail', 'none'].map((name) => ({ name, arguments: {} })) : [],
})

for (const capabilities of [['completion'], ['completion', 'tools', 'thinking']]) {
  const server = startFakeOllama([chatModel({ capabilities, says })])
  describeLanguageModel(`Ollama (${capabilities.join(', ')})`, {
    open: async () =>
      ollamaLanguageModels(async () => (await server).url).open('ollama:small-chat', never),
    close: async () => (await server).close(),
  })
}
