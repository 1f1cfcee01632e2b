import { randomUUID } from 'node:crypto'
import type { ParsedInput, RouteOutput } from '../contract/routes'
import { tracedAnswer } from '../contract/traced-answer'
import { Problem } from '../domain/problem'
import { absentRecord, RECORD_KINDS } from '../domain/record-kinds'
import type { TraceStep } from '../domain/trace'
import type { SavedTrace } from '../domain/traced-answer'
import type { Call } from './app'
import { readingTools } from './call-progress'
import type { AppContext, Handlers } from './handlers'
import { runQuery } from './run-query'
import type { Session } from './session'

/** As many saved traces as a workspace keeps: a list that people still look through. */
export const MOST_TRACES = 200
/** Characters of a saved trace's steps at most, as JSON. Of a dozen parts, each searched twice, some 400,000. */
const MOST_CHARACTERS = 1_000_000
/** Tools kept of every list: as told, or where that is too much the first of these. */
const TOOLS_KEPT = [50, 20, 10, 5]

export const tracesHandlers = (context: AppContext): Handlers<'traces'> => {
  const { sessions } = context
  return {
    'traces.save': async (input) => saveTrace(context, await sessions.of(input.dir), input),
    'traces.list': async ({ dir }) => ({
      traces: await savedTraces(await sessions.of(dir)),
      most: MOST_TRACES,
    }),
    'traces.read': async ({ dir, id }) => {
      const session = await sessions.of(dir)
      return {
        ...(await savedTrace(session, id)),
        steps: await session.store.members('traces', id),
      }
    },
    'traces.delete': async ({ dir, ids }) => {
      const session = await sessions.of(dir)
      return session.change(async () => {
        const known = new Set((await savedTraces(session)).map(({ id }) => id))
        const remove = [...new Set(ids)].filter((id) => known.has(id))
        return { traces: { remove }, answer: { deleted: remove.length } }
      })
    },
    'traces.replay': (input, call) => replay(context, input, call),
  }
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
  { clock }: Pick<AppContext, 'clock'>,
  session: Session,
  { name, answer: { steps, ...head } }: ParsedInput<'traces.save'>,
): Promise<SavedTrace> {
  const kept = withinBounds(steps)
  const saved: SavedTrace = {
    ...head,
    ...{ id: randomUUID(), name, savedAt: clock.timestamp() },
    ...(kept.tools !== undefined && { toolsKept: kept.tools }),
  }
  return session.change(async () => {
    if ((await savedTraces(session)).length >= MOST_TRACES) {
      const message = `This workspace holds ${MOST_TRACES} saved traces, as many as it keeps.`
      throw new Problem('conflict', message, 'Delete those that are not needed any more.')
    }
    return { traces: { put: [{ ...saved, steps: kept.steps }] }, answer: saved }
  })
}

/** The steps, where they are too large with fewer tools of every list. @throws Problem `bad-input` where even that is too much. */
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
  { dir, id }: ParsedInput<'traces.replay'>,
  call: Call,
): Promise<RouteOutput<'traces.replay'>> {
  const session = await context.sessions.of(dir)
  const { query, turns, held, recipe, options, k, embedder } = await savedTrace(session, id)
  const asked = { dir, text: query, turns, held, recipe, options, k, embedder }
  const shown = { withEverything: false, withTrace: true, below: 0 }
  const { wordings } = session
  return session.withCatalog(
    async (catalog, state) =>
      tracedAnswer(await runQuery(context, { ...asked, ...shown, catalog, state, wordings }, call)),
    readingTools(call, context.clock),
  )
}
