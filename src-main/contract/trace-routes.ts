import { z } from 'zod'
import { SavedTrace, TracedAnswer } from '../domain/traced-answer'
import { Dir } from './workspace-routes'

const TraceId = z.string().min(1).max(64)

/** Answers kept with their traces: to look at, run again and compare. */
export const traceRoutes = {
  /** Keeps an answer as it was given; of long lists the first tools alone, where it would else be too large. */
  'traces.save': {
    input: z.object({
      dir: Dir,
      name: SavedTrace.shape.name,
      answer: TracedAnswer,
    }),
    output: SavedTrace,
  },
  'traces.list': {
    input: z.object({ dir: Dir }),
    output: z.object({
      /** Newest first. */
      traces: z.array(SavedTrace),
      /** As many as a workspace keeps. */
      most: z.number().int(),
    }),
  },
  'traces.read': {
    input: z.object({ dir: Dir, id: TraceId }),
    output: SavedTrace.extend({ steps: TracedAnswer.shape.steps }),
  },
  'traces.delete': {
    input: z.object({ dir: Dir, ids: z.array(TraceId).min(1).max(1000) }),
    output: z.object({ deleted: z.number().int() }),
  },
  /** Asks the same again, on today's catalog; nothing is kept. */
  'traces.replay': {
    input: z.object({ dir: Dir, id: TraceId }),
    output: TracedAnswer,
  },
}
