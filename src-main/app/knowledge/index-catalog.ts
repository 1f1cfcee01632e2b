import { z } from 'zod'
import type { KnowledgeIndexAnswer, WithoutVector } from '../../contract/query'
import { Dir } from '../../contract/workspace'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { moveAhead, workspaceSettings } from '../models/workspace-models'
import { indexDocuments } from './index-documents'
import { adopt, wantMove, type Adopted } from './moving'

export const KnowledgeIndexInput = z.object({
  dir: Dir,
  embedder: z
    .string()
    .optional()
    .describe(
      'builtin, sentences or ollama:MODEL; default: the one that the workspace moves to, else its own',
    ),
  use: z.boolean().default(false).describe('have it answer in the workspace once all are embedded'),
})
export type KnowledgeIndexInput = z.output<typeof KnowledgeIndexInput>

/** A catalog that is changed more often than that while it is embedded moves another time. */
const MOST_ROUNDS = 20

/**
 * Embeds with the embedder named; with none named, with the one that the workspace moves to, or
 * has. A move is made once all is embedded.
 */
export async function indexCatalog(
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
  // Who asks for it goes on with a move that was paused.
  if (move?.to === name && move.wanted === false) await wantMove(context, dir, true)
  let embedded = 0
  let rounds = 0
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

export const noneOf = (tools: readonly CatalogTool[], places: readonly number[]): WithoutVector =>
  places.length === 0 ? {} : { none: places.length, noneTools: namedAt(tools, places) }

const namedAt = (tools: readonly CatalogTool[], places: readonly number[]): ToolId[] =>
  places.slice(0, MOST_NAMED).flatMap((at) => tools[at]?.tool.id ?? [])

export const cutOf = (tools: readonly CatalogTool[], places: readonly number[]) => ({
  cut: places.length,
  cutTools: namedAt(tools, places),
})
