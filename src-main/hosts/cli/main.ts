import { endPlainly } from '../product/own-fault'
import { runCommandLine } from './command-line'
import { watchOutput } from './output'

endPlainly(process)
watchOutput(process)
process.exitCode = await runCommandLine(process.argv.slice(2), process)
