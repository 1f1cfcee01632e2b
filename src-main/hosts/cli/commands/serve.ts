import type { Command } from 'commander'
import { runServer } from '../../browser/run-server'
import { wholeNumber } from '../arguments'

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('serve the window at a loopback address')
    .option('--port <n>', 'the port; default: any that is free', wholeNumber(0), 0)
    .option('--no-open', 'do not open a browser')
    .action(async ({ port, open }: { port: number; open: boolean }) => {
      process.exitCode = await runServer({ port, open })
    })
}
