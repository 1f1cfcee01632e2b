import type { ActionAnswer } from '../../../app/actions'
import { embedderTitle } from '../../../domain/model/names'
import { movedText } from '../../../domain/workspace/move-text'
import { asks } from '../command'
import { EMBEDDER } from '../flags'
import { plainText } from '../print-table'

export const indexCatalog = asks('knowledge.index', {
  input: {
    embedder: EMBEDDER.describe(
      'the embedder: instant, sentences or ollama:MODEL; default: the one that the workspace moves to, else its own, else the one in the settings',
    ),
  },
  asksModels: true,
  print: (indexed) => [
    `${indexed.documents} tool documents: ${indexed.embedded} embedded, ${indexed.reused} ` +
      `unchanged, with ${embedderTitle(indexed.embedder)} in ${(indexed.elapsedMs / 1000).toFixed(2)} s.`,
    ...(indexed.cut > 0 ? [cutText(indexed)] : []),
    ...(indexed.none === undefined ? [] : [noneText(indexed)]),
    ...(indexed.answers ? [movedText(indexed.embedder)] : []),
  ],
})

function noneText({
  none = 0,
  noneTools = [],
  documents,
  embedder,
}: ActionAnswer<'knowledge.index'>): string {
  const [have, whose, are] =
    none === 1 ? ['tools has', 'its', 'it is'] : ['tools have', 'their', 'they are']
  return plainText(
    `${none} of ${documents} ${have} no vector, as ${embedderTitle(embedder)} makes none of ${whose} text; ${are} found by words alone: ${named(noneTools, none)}.`,
  )
}

const named = (tools: readonly string[], all: number): string =>
  tools.join(', ') + (all > tools.length ? ` and ${all - tools.length} more` : '')

function cutText({ cut, cutTools, embedder }: ActionAnswer<'knowledge.index'>): string {
  const what = cut === 1 ? '1 of them is' : `${cut} of them are`
  return plainText(
    `${what} longer than ${embedderTitle(embedder)} takes in and cut at its limit: ${named(cutTools, cut)}.`,
  )
}
