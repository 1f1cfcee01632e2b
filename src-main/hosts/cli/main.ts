import { endPlainly } from '../product/own-fault'
import { runCommandLine } from './command-line'
import { processTerminal } from './output'

endPlainly(process)
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal(process))
