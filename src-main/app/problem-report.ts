import { z } from 'zod'
import type { ProblemReport } from '../contract/reply'
import { Problem } from '../domain/problem'
import { UnreadableFile } from '../importing/reading/unreadable-file'

/** An error as it travels; once a request is stopped, whatever else its work throws is not worth telling. */
export function problemReport(error: unknown, signal: AbortSignal): ProblemReport {
  if (error instanceof Problem) {
    return { code: error.code, message: error.message, fix: error.fix }
  }
  if (error instanceof UnreadableFile) {
    return { code: 'unreadable', message: error.message, fix: error.fix }
  }
  if (error instanceof z.ZodError) {
    return { code: 'bad-input', message: `The request does not fit: ${z.prettifyError(error)}` }
  }
  if (signal.aborted) return { code: 'cancelled', message: 'Stopped.' }
  return {
    code: 'internal',
    message: error instanceof Error ? error.message : String(error),
    fix: 'This is a fault of Pegboard’s own. Nothing was lost; please report it with what you did.',
  }
}
