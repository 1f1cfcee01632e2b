import { z } from 'zod'
import type { ProblemReport } from '../../contract/reply'
import { Problem } from '../../domain/problem'
import { plainText } from '../../domain/value/plain-text'
import { UnreadableFile } from '../../importing/reading/place'

/**
 * Characters of a message: it may name what a request or a file calls something, which may be a
 * megabyte long.
 */
const LONGEST_TEXT = 2_000

/**
 * An error as it travels, its texts plain and no longer than is read; once a request is stopped,
 * whatever else its work throws is not worth telling.
 */
export function problemReport(error: unknown, signal?: AbortSignal): ProblemReport {
  const { message, fix, ...report } = wholeReport(error, signal)
  return { ...report, message: readable(message), ...(fix && { fix: readable(fix) }) }
}

/** What a name holds that a reader would obey rather than show is written out. */
function readable(text: string): string {
  const plain = plainText(text)
  return plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT)} …` : plain
}

function wholeReport(error: unknown, signal?: AbortSignal): ProblemReport {
  if (error instanceof Problem) {
    return { code: error.code, message: error.message, fix: error.fix }
  }
  if (error instanceof UnreadableFile) {
    return { code: 'unreadable', message: error.message, fix: error.fix }
  }
  if (signal?.aborted) return { code: 'cancelled', message: 'Stopped.' }
  return {
    code: 'internal',
    message: reasonOf(error),
    fix: 'This is a fault of Pegboard’s own. Nothing was lost; please report it with what you did.',
  }
}

/** In one line; of data that was expected in another form, only where in it. */
function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const places = new Set(error.issues.map(({ path }) => path.join('.') || 'its top'))
    return `Something that was read does not have the form it must have: see ${[...places].slice(0, 5).join(', ')}.`
  }
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
}
