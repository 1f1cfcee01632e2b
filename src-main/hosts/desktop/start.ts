import { app } from 'electron'
import { runCommandLine } from '../cli/command-line'
import { processTerminal } from '../cli/output'
import { endPlainly } from '../product/own-fault'
import { terminalArguments } from './terminal-arguments'

// Fuses keep the packaged program from being Node, so that it is the terminal itself: agents start
// it as their server.
const args = terminalArguments(process.argv, app.isPackaged)
if (args) await runTerminal(args)
else await import('./main')

async function runTerminal(args: string[]): Promise<void> {
  endPlainly(process)
  app.dock?.hide()
  // A server has no display, and the terminal needs none.
  if (process.platform === 'linux') app.commandLine.appendSwitch('ozone-platform', 'headless')
  const exitCode = await runCommandLine(args, processTerminal(process))
  await new Promise((written) => process.stdout.write('', written))
  app.exit(exitCode)
}
