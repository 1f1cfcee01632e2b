import { z } from 'zod'
import { ProblemCode } from '../domain/problem'

/** An error as it travels: what failed, and what to do about it. */
export const ProblemReport = z.object({
  code: ProblemCode,
  message: z.string(),
  fix: z.string().optional(),
})

export type ProblemReport = z.infer<typeof ProblemReport>

export type Reply<Data> = { ok: true; data: Data } | { ok: false; error: ProblemReport }

/** How far a request has come; several may be sent before its reply. */
export const Progress = z.object({
  /** What is being done, in words: `Embedding tool documents`. */
  what: z.string(),
  done: z.number(),
  /** Absent while unknown. */
  total: z.number().optional(),
  /** Where the end is no sooner known than reached: how many there are at most. */
  atMost: z.number().optional(),
  /** What is counted, in the plural: `queries`. */
  unit: z.string().optional(),
})

export type Progress = z.infer<typeof Progress>

/** The three messages that pass between a window and the app, and their answers. */
export const Request = z.object({
  kind: z.literal('request'),
  id: z.string().min(1).max(64),
  action: z.string().max(64),
  input: z.unknown(),
})

export const Cancel = z.object({ kind: z.literal('cancel'), id: z.string().min(1).max(64) })

export const ClientMessage = z.discriminatedUnion('kind', [Request, Cancel])

export type ClientMessage = z.infer<typeof ClientMessage>

/** What every client is told, whichever of them sent the request. */
export type Broadcast =
  /**
   * A workspace is as of another commit, whichever program wrote it or put another folder in its
   * place: views read again.
   */
  | { kind: 'changed'; dir: string; revision: number; commit: string }
  /** What a workspace's users should know, in words. */
  | { kind: 'notice'; dir: string; text: string }
  /**
   * What this action answers of a workspace is another by now, without a commit: views read it
   * again.
   */
  | { kind: 'outdated'; dir: string; action: string }

export type ServerEvent = { kind: 'progress'; id: string; progress: Progress } | Broadcast
