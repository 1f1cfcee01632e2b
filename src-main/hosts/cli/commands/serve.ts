import type { Command } from 'commander'
import { runServer } from '../../browser/run-server'
import { wholeNumber } from '../arguments'
import { OLLAMA_OPTION } from '../ollama-option'

interface ServeFlags {
  port: number
  open: boolean
  ollama?: string
}

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('serve the window at a loopback address')
    .option('--port <n>', 'the port; default: any that is free', wholeNumber(0), 0)
    .option('--no-open', 'do not open a browser')
    .option(...OLLAMA_OPTION)
    .action(async (flags: ServeFlags) => {
      process.exitCode = await runServer(flags)
    })
}
