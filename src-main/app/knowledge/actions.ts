import type { KnowledgeIndexAnswer, WithoutVector } from '../../contract/query'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { hasNone, isCut } from '../../pipeline/knowledge-base/embed-documents'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { workspaceSettings } from '../models/workspace-models'
import { storedDocuments } from './stored-documents'
import { indexDocuments } from './index-documents'
import { adopt, moveAhead, moveState, wantMove, type Adopted } from './moving'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { action } from '../action'

const KnowledgeIndexInput = z.object({
  dir: Dir,
  embedder: z
    .string()
    .optional()
    .describe(
      'builtin, sentences or ollama:MODEL; default: the one that the workspace moves to, else its own',
    ),
  use: z.boolean().default(false).describe('have it answer in the workspace once all are embedded'),
})
type KnowledgeIndexInput = z.output<typeof KnowledgeIndexInput>

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
    run: index,
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
  'knowledge.wantMove': action({
    summary:
      'Say whether the move of a workspace goes on, also after the next start; stop it where it runs',
    input: z.object({ dir: Dir, wanted: z.boolean() }),
    async run(context, { dir, wanted }) {
      const move = await moveAhead(context, dir)
      if (!wanted && move) await context.indexings.stop(dir, move.to)
      await wantMove(context, dir, wanted)
      return { wanted }
    },
  }),
}

/** A catalog that is changed more often than that while it is embedded moves another time. */
const MOST_ROUNDS = 20

/** Embeds with the embedder named; with none named, with the one that the workspace moves to, or has. */
async function index(
  context: AppContext,
  { dir, embedder: named, use }: KnowledgeIndexInput,
  call: Call,
): Promise<KnowledgeIndexAnswer> {
  const { sessions, clock } = context
  const started = clock.elapsedMs()
  const session = await sessions.of(dir)
  const move = await moveAhead(context, dir)
  const name = named ?? move?.to ?? (await workspaceSettings(context, dir)).embedder
  const isAdopting = use || move?.to === name
  const embedder = await context.embedders.open(name, call.signal)
  // Whether it can be written to is better known before a minute's work.
  if (isAdopting) await session.store.commit(async () => undefined)
  let [embedded, rounds] = [0, 0]
  for (;;) {
    const work = (shared: Call) => indexDocuments(context, { session, embedder }, shared)
    const done = await context.indexings.join({ dir, embedder: name }, call, work)
    embedded += done.embedded
    const adopted: Adopted = isAdopting
      ? await adopt(context, { session, embedder, name, isAsked: use })
      : 'not wanted'
    // The catalog was changed meanwhile.
    if (adopted === 'documents are missing' && ++rounds < MOST_ROUNDS) continue
    return {
      embedder: embedder.name,
      documents: done.tools.length,
      embedded,
      reused: done.reused,
      ...cutOf(done.tools, done.cut),
      ...noneOf(done.tools, done.none),
      answers: adopted === 'answers',
      elapsedMs: clock.elapsedMs() - started,
    }
  }
}

/** Tools named of those whose documents are cut, or have no vector. */
const MOST_NAMED = 20

const noneOf = (tools: readonly CatalogTool[], places: readonly number[]): WithoutVector =>
  places.length === 0 ? {} : { none: places.length, noneTools: namedAt(tools, places) }

const namedAt = (tools: readonly CatalogTool[], places: readonly number[]): ToolId[] =>
  places.slice(0, MOST_NAMED).flatMap((at) => tools[at]?.tool.id ?? [])

const cutOf = (tools: readonly CatalogTool[], places: readonly number[]) => ({
  cut: places.length,
  cutTools: namedAt(tools, places),
})
