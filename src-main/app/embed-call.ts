import type { EmbedCall } from '../pipeline/knowledge-base/embed-documents'
import type { Call } from './app'
import type { AppContext } from './handlers'

/** How a call that may embed the workspace in `dir` is stopped and what it tells meanwhile. */
export const embedCall = (
  { notify }: Pick<AppContext, 'notify'>,
  dir: string,
  { signal, emit }: Call,
): EmbedCall => ({
  signal,
  onProgress: (done, total) => emit({ what: 'Embedding tool documents', done, total }),
  onRenewal: (documents, embedder) => notify(dir, renewalText(documents, embedder)),
})

function renewalText(documents: number, embedder: string): string {
  const name = embedder === 'builtin' ? 'the built-in embedder' : embedder
  const what = documents === 1 ? 'tool document is' : `${documents} tool documents are`
  return `This workspace was embedded by another embedder, or by an earlier version of ${name}. Its ${what} embedded anew.`
}
