import { z } from 'zod'
import type { SavedTrace } from '../domain/trace/answer'

export const TraceId = z.string().min(1).max(64)

export interface TracesListAnswer {
  /** Newest first. */
  traces: SavedTrace[]
  /** As many as a workspace keeps. */
  most: number
}
