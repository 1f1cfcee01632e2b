import { embedderTitle } from '../../domain/model/names'
import type { PrepareCall } from '../../pipeline/stage'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { moveAhead } from '../models/workspace-models'

/**
 * How preparing the workspace in `dir`, which may embed it, is stopped and what it tells meanwhile.
 */
export const prepareCall = (
  { notify, ...places }: Pick<AppContext, 'notify' | 'sessions' | 'settings'>,
  dir: string,
  { signal, emit }: Call,
): PrepareCall => ({
  signal,
  onProgress: (done, total) => emit({ what: 'Embedding tool documents', done, total }),
  onAnalysed: (done, total) => emit({ what: 'Indexing words', done, total }),
  onLearned: (done, total) => emit({ what: 'Learning from logged queries', done, total }),
  onLabelled: (done, total) => emit({ what: 'Reading golden queries', done, total }),
  async onRenewal(documents, embedder) {
    // A move embeds by another embedder than the one that answers meanwhile.
    if (!(await moveAhead(places, dir))) notify(dir, renewalText(documents, embedder))
  },
  onCut: (keys, embedder) => notify(dir, cutText(keys, embedder)),
  onNone: (keys, sent) => notify(dir, noneText(keys, sent)),
})

function renewalText(documents: number, embedder: string): string {
  const what = documents === 1 ? 'tool document is' : `${documents} tool documents are`
  return `This workspace was embedded by another embedder, or by an earlier version of ${embedderTitle(embedder)}. Its ${what} embedded again.`
}

/** Names shown of what may be many. */
const MOST_NAMED = 10

function namedIn(keys: readonly string[]): string {
  const named = [...new Set(keys)].slice(0, MOST_NAMED).join(', ')
  return named + (keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : '')
}

function noneText(
  keys: readonly string[],
  { of, embedder, why }: { of: number; embedder: string; why: string },
): string {
  const [have, them, their] =
    keys.length === 1 ? ['has', 'It is', 'its'] : ['have', 'They are', 'their']
  return [
    `${keys.length} of ${of} texts of tools ${have} no vector: ${namedIn(keys)}.`,
    `${embedderTitle(embedder)} ${why} for ${their} text. ${them} found by words alone;`,
    `change ${their} text, or choose another embedder.`,
  ].join(' ')
}

function cutText(keys: readonly string[], embedder: string): string {
  const [what, each] =
    keys.length === 1
      ? ['1 tool document is', 'its']
      : [`${keys.length} tool documents are`, 'their']
  return `${what} longer than ${embedderTitle(embedder)} takes in: only ${each} beginning is embedded (${namedIn(keys)}).`
}
