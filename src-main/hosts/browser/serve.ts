import { endPlainly } from '../product/own-fault'
import { runServer } from './run-server'
import { serverArguments } from './server-arguments'

endPlainly(process)
process.exitCode = await start()

function start(): Promise<number> | number {
  try {
    return runServer(serverArguments(process.argv.slice(2)))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
}
