import { runServer } from '../../browser/run-server'
import { wholeNumber } from '../arguments'
import type { TerminalCommand } from '../command'
import { OLLAMA_OPTION } from '../ollama-option'

/** It composes an app of its own, so it has no session as others have. */
export const serve: TerminalCommand = {
  summary: 'serve the window at a loopback address',
  addTo(to) {
    to.option('--port <n>', 'the port; default: any that is free', wholeNumber(0), 0)
      .option('--no-open', 'do not open a browser')
      .option(...OLLAMA_OPTION)
      .action(async (flags: { port: number; open: boolean; ollama?: string }) => {
        process.exitCode = await runServer(flags)
      })
  },
}
