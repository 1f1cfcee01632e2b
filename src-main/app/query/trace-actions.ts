import { TraceId, type TracesListAnswer } from '../../contract/traces'
import { randomUUID } from 'node:crypto'
import { tracedAnswer } from '../../contract/traced-answer'
import { Problem } from '../../domain/problem'
import { absentRecord, RECORD_KINDS } from '../../domain/workspace/record-kinds'
import type { TraceStep } from '../../domain/trace/trace'
import { SavedTrace, TracedAnswer } from '../../domain/trace/answer'
import type { Call } from '../app'
import { readingTools } from '../requests/call-progress'
import type { AppContext } from '../context'
import { runQuery } from './run-query'
import type { Session } from '../workspaces/session'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { action } from '../action'
import { changeRecordsUndoably, removedText } from '../editing/undoable-records'

const TracesSaveInput = z.object({
  dir: Dir,
  name: SavedTrace.shape.name,
  answer: TracedAnswer,
})
type TracesSaveInput = z.output<typeof TracesSaveInput>

const TracesReplayInput = z.object({ dir: Dir, id: TraceId })
type TracesReplayInput = z.output<typeof TracesReplayInput>

/** As many saved traces as a workspace keeps: a list that people still look through. */
export const MOST_TRACES = 200
/**
 * Characters of a saved trace's steps at most, as JSON. Of a dozen parts, each searched twice, some
 * 400,000.
 */
const MOST_CHARACTERS = 1_000_000
/** Tools kept of every list: as told, or where that is too much the first of these. */
const TOOLS_KEPT = [50, 20, 10, 5]

export const traceActions = {
  'traces.save': action({
    summary:
      'Keep an answer as it was given; of long lists the first tools alone, where it would else be too large',
    input: TracesSaveInput,
    run: saveTrace,
  }),
  'traces.list': action({
    summary: 'List the saved answers, the newest first',
    input: z.object({ dir: Dir }),
    run: async ({ sessions }, { dir }): Promise<TracesListAnswer> => ({
      traces: await savedTraces(await sessions.of(dir)),
      most: MOST_TRACES,
    }),
  }),
  'traces.read': action({
    summary: 'A saved answer with its trace',
    input: z.object({ dir: Dir, id: TraceId }),
    run: async ({ sessions }, { dir, id }) => {
      const session = await sessions.of(dir)
      return {
        ...(await savedTrace(session, id)),
        steps: await session.store.members('traces', id),
      }
    },
  }),
  'traces.delete': action({
    summary: 'Remove saved answers',
    input: z.object({ dir: Dir, ids: z.array(TraceId).min(1).max(1000) }),
    run: async ({ sessions }, { dir, ids }) => {
      const session = await sessions.of(dir)
      return changeRecordsUndoably(session, async () => {
        const known = new Set((await savedTraces(session)).map(({ id }) => id))
        const remove = [...new Set(ids)].filter((id) => known.has(id))
        return {
          change: { traces: { remove } },
          what: removedText(remove.length, 'saved answer'),
          answer: { deleted: remove.length },
        }
      })
    },
  }),
  'traces.replay': action({
    summary: 'Ask a saved query again, on today’s catalog; nothing is kept',
    input: TracesReplayInput,
    run: replay,
  }),
}

const savedTraces = async ({ store }: Session): Promise<SavedTrace[]> =>
  (await store.read('traces')).traces

/** @throws Problem `not-found`. */
async function savedTrace(session: Session, id: string): Promise<SavedTrace> {
  const found = (await savedTraces(session)).find((trace) => trace.id === id)
  if (found) return found
  throw absentRecord(RECORD_KINDS.traces, id)
}

async function saveTrace(
  { sessions, clock }: AppContext,
  { dir, name, answer: { steps, ...head } }: TracesSaveInput,
): Promise<SavedTrace> {
  const session = await sessions.of(dir)
  const kept = withinBounds(steps)
  const saved: SavedTrace = {
    ...head,
    id: randomUUID(),
    name,
    savedAt: clock.timestamp(),
    ...(kept.tools !== undefined && { toolsKept: kept.tools }),
  }
  return session.change(async () => {
    if ((await savedTraces(session)).length >= MOST_TRACES) {
      const message = `This workspace holds ${MOST_TRACES} saved traces, as many as it keeps.`
      throw new Problem('conflict', message, 'Delete those you no longer need.')
    }
    return { traces: { put: [{ ...saved, steps: kept.steps }] }, answer: saved }
  })
}

/**
 * The steps, where they are too large with fewer tools of every list. @throws Problem `bad-input`
 * where even that is too much.
 */
function withinBounds(steps: TraceStep[]): { steps: TraceStep[]; tools?: number } {
  if (JSON.stringify(steps).length <= MOST_CHARACTERS) return { steps }
  for (const tools of TOOLS_KEPT) {
    const shorter = steps.map((step) => withFewer(step, tools))
    if (JSON.stringify(shorter).length <= MOST_CHARACTERS) return { steps: shorter, tools }
  }
  throw new Problem(
    'bad-input',
    `This trace is too large to be saved: over ${MOST_CHARACTERS.toLocaleString('en-US')} characters.`,
    'Ask a shorter query, or with fewer variations, and save that.',
  )
}

const withFewer = (step: TraceStep, most: number): TraceStep => ({
  ...step,
  output:
    'tools' in step.output
      ? { ...step.output, tools: step.output.tools.slice(0, most) }
      : step.output,
  branches: step.branches.map(({ label, steps }) => ({
    label,
    steps: steps.map((inner) => withFewer(inner, most)),
  })),
})

async function replay(
  context: AppContext,
  { dir, id }: TracesReplayInput,
  call: Call,
): Promise<TracedAnswer> {
  const session = await context.sessions.of(dir)
  const { query, turns, held, recipe, options, k, embedder } = await savedTrace(session, id)
  const asked = { dir, text: query, turns, held, recipe, options, k, embedder }
  const shown = { withEverything: false, withTrace: true, below: 0 }
  const { promptOverrides } = session
  return session.withCatalog(
    async (catalog, state) =>
      tracedAnswer(
        await runQuery(context, { ...asked, ...shown, catalog, state, promptOverrides }, call),
      ),
    readingTools(call, context.clock),
  )
}
