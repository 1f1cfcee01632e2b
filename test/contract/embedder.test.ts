import { openStaticEmbedder } from '../../src-main/adapters/builtin/static-embedder'
import { openSentenceEmbedder } from '../../src-main/adapters/builtin/sentence-embedder'
import { ollamaEmbedders } from '../../src-main/adapters/ollama/ollama-embedders'
import { fakeModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { SENTENCE_EMBEDDER } from '../fixtures/sentence-embedder'
import { describeEmbedder } from './embedder.suite'

describeEmbedder('built-in', {
  open: () =>
    openStaticEmbedder({ folder: 'resources/embedder', splitIdentifiers: (text) => text }),
})

describeEmbedder('sentences', {
  open: () => openSentenceEmbedder(SENTENCE_EMBEDDER),
})

const never = new AbortController().signal
const servers = Promise.all([
  startFakeOllama(),
  startFakeOllama([fakeModel({ digest: 'another-digest' })]),
])
const openAt = async (which: 0 | 1) => {
  const { url } = (await servers)[which]
  return ollamaEmbedders(() => url).open('ollama:nomic-embed-text', never)
}

describeEmbedder('Ollama', {
  open: () => openAt(0),
  openOther: () => openAt(1),
  async close() {
    for (const server of await servers) await server.close()
  },
})
