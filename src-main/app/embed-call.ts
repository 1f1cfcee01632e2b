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

const renewalText = (documents: number, embedder: string): string =>
  `The vectors of this workspace were made by another embedder, or by an earlier version of ${embedder}. ` +
  (documents === 1
    ? 'Its tool document is embedded anew.'
    : `Its ${documents} tool documents are embedded anew.`)
