import { endPlainly } from '../product/own-fault'
import { runCommandLine } from './command-line'
import { processTerminal } from './output'

endPlainly(process)
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal(process))

/**
 * A request to a store that does not answer goes on for minutes after it was given up: it is not
 * waited for.
 */
const LEFT_AFTER_MS = 1_000
setInterval(() => {
  if (process.stdout.writableLength === 0) process.exit()
}, LEFT_AFTER_MS).unref()
