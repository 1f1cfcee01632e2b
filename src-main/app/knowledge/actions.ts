import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { hasNone, isCut } from '../../pipeline/knowledge-base/embed-documents'
import { action } from '../action'
import { cutOf, indexCatalog, KnowledgeIndexInput, noneOf } from './index-catalog'
import { moveState, wantMove } from './moving'
import { storedDocuments } from './stored-documents'

const nothingMoves = (): Problem =>
  new Problem(
    'bad-input',
    'This workspace does not move to another embedder, so there is nothing to pause.',
    'Choose another embedder first.',
  )

export const knowledgeActions = {
  'knowledge.status': action({
    summary: 'Which tool documents are embedded by which embedder',
    input: z.object({ dir: Dir, embedder: z.string().optional() }),
    async run(context, { dir, embedder: name }, call) {
      const { embedder, tools, stored } = await storedDocuments(context, { dir, name }, call)
      return {
        embedder: embedder.name,
        documents: tools.length,
        embedded: new Set(stored.filter((key) => key !== undefined && !hasNone(key))).size,
        ...cutOf(
          tools,
          [...stored.keys()].filter((at) => isCut(stored[at])),
        ),
        ...noneOf(
          tools,
          [...stored.keys()].filter((at) => hasNone(stored[at])),
        ),
        dimensions: embedder.dimensions,
      }
    },
  }),
  /**
   * Where the workspace moves to the embedder, it answers in the workspace once all are embedded.
   */
  'knowledge.index': action({
    summary: 'Embed the tool documents whose text changed',
    input: KnowledgeIndexInput,
    run: indexCatalog,
  }),
  'knowledge.move': action({
    summary:
      'How far a workspace is on its move to another embedder; nothing where it has none before it',
    input: z.object({ dir: Dir }),
    async run(context, { dir }, call) {
      const move = await moveState(context, dir, call)
      return { ...(move && { move }) }
    },
  }),
  /** Refuses where the workspace does not move. */
  'knowledge.wantMove': action({
    summary:
      'Say whether the move of a workspace goes on, also after the next start; pause it where it runs',
    input: z.object({ dir: Dir, wanted: z.boolean() }),
    async run(context, { dir, wanted }, call) {
      const move = await moveState(context, dir, call)
      if (!move) throw nothingMoves()
      if (!wanted) await context.indexings.stop(dir, move.to)
      await wantMove(context, dir, wanted)
      return { wanted, to: move.to, documents: move.documents, embedded: move.embedded }
    },
  }),
}
