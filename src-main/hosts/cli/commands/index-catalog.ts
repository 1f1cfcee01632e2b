import { z } from 'zod'
import { actions, type ActionAnswer } from '../../../features/actions'
import { BUILTIN, embedderTitle } from '../../../domain/model/names'
import { movedText } from '../../../domain/workspace/move-text'
import { command } from '../command'
import { EMBEDDER } from '../flags'
import { plainText } from '../print-table'

const { dir, use } = actions['knowledge.index'].input.shape

export const indexCatalog = command({
  summary: 'embed the tool documents whose text changed; a move to another embedder is made so',
  input: {
    dir,
    use,
    embedder: EMBEDDER.describe(
      'the embedder: instant, sentences or ollama:MODEL; default: the one that the workspace moves to, else its own, else the one in the settings',
    ),
    pause: z
      .boolean()
      .optional()
      .describe('put the move of the workspace off instead; without this flag, index goes on'),
  },
  asksModels: true,
  async run(session, { pause, ...given }) {
    if (!pause) return session.request('knowledge.index', given)
    return session.request('knowledge.wantMove', { dir: given.dir, wanted: false })
  },
  print: (done) => ('wanted' in done ? pausedLines(done) : indexedLines(done)),
})

const pausedLines = (done: ActionAnswer<'knowledge.wantMove'>): string[] => [
  `The move to ${embedderTitle(done.to)} is paused: ${done.embedded} of ${done.documents} tool documents are embedded and kept. ${embedderTitle(BUILTIN)} answers.`,
]

const indexedLines = (indexed: ActionAnswer<'knowledge.index'>): string[] => [
  `${indexed.documents} tool documents: ${indexed.embedded} embedded, ${indexed.reused} ` +
    `unchanged, with ${embedderTitle(indexed.embedder)} in ${(indexed.elapsedMs / 1000).toFixed(2)} s.`,
  ...(indexed.cut > 0 ? [cutText(indexed)] : []),
  ...(indexed.none === undefined ? [] : [noneText(indexed)]),
  ...(indexed.answers ? [movedText(indexed.embedder)] : []),
]

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
