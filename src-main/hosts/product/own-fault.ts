import { Problem } from '../../domain/problem'
import { plainLines } from '../../domain/value/plain-text'

/**
 * What to tell of an error that nothing expected: its first line, and never where in the code it
 * came from.
 */
export function ownFault(error: unknown): Problem {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  // Data that does not fit is told by its checker as JSON, which is nothing to read.
  const told = /^\s*([[{]|$)/.test(reason) ? '.' : `: ${reason}`
  return new Problem(
    'internal',
    `Pegboard failed${told}`,
    'This is a fault of Pegboard’s own. What was committed is kept; please report it with what you did.',
  )
}

/** Ends the process with a sentence where it would end with a stack trace. */
export function endPlainly(process: NodeJS.Process): void {
  process.on('uncaughtException', (error) => {
    const { message, fix } = ownFault(error)
    process.stderr.write(`${plainLines(message)}\n${fix}\n`)
    process.exit(1)
  })
}
