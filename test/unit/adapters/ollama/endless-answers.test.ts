import { expect, it, onTestFinished } from 'vitest'
import { ollamaLanguageModels } from '../../../../src-main/adapters/ollama/ollama-language-models'
import { chatModel, startFakeOllama } from '../../../fakes/ollama/ollama-server'

const { signal } = new AbortController()
const schema = {
  type: 'object',
  properties: {
    tools: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 20 } },
    kind: { type: 'string', enum: ['some', 'none'] },
  },
}

/** Words that never repeat, as a server breaks off a model that does. */
function* endless() {
  for (let at = 0; ; at++) yield ` ${at}`
}

async function open(longestAnswerMs = 20_000) {
  const server = await startFakeOllama([chatModel({ says: () => ({ tokens: endless() }) })])
  onTestFinished(() => server.close())
  const models = ollamaLanguageModels(() => server.url, { longestAnswerMs })
  const model = await models.open('ollama:small-chat', signal)
  return { server, ask: () => model.answer({ text: 'Pick one.', schema, signal }) }
}

it('an answer may have as many tokens as its schema allows, and no more', async () => {
  const { server, ask } = await open()
  expect((await ask()).fault).toBe('it was cut after 86 tokens, more than such an answer takes')
  expect(server.chatted[0]?.options.num_predict).toBe(86)
})

it('is cut here where the server sends words for ever, and the connection is closed', async () => {
  const { server, ask } = await open()
  server.chatFaults.push('drips')
  expect((await ask()).fault).toBe('it was cut after 187 tokens, more than such an answer takes')
  await expect.poll(() => server.brokenOff.count).toBe(1)
})

it('is cut here where it is written too slowly', async () => {
  const { server, ask } = await open(100)
  server.chatFaults.push('drips')
  server.msPerToken = 30
  expect((await ask()).fault).toMatch(/tokens, as it took too long$/)
})
