import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Readable, Writable } from 'node:stream'
import { lineTransport } from './line-transport'
import { searchServer, type Serving } from './search-server'

/**
 * Serves an agent over standard input and output, in either era of the protocol, until the input
 * ends or `stopped` is done. Nothing else may be written to the output.
 */
export async function serveOverStdio(
  serving: Serving,
  { stdin, stdout, stopped }: { stdin: Readable; stdout: Writable; stopped: Promise<void> },
): Promise<void> {
  const ended = new Promise<void>((done) => {
    stdin.once('close', done).once('end', done)
    stdout.once('error', () => done())
  })
  const handle = serveStdio(() => searchServer(serving), {
    transport: lineTransport(stdin, stdout),
  })
  await Promise.race([ended, stopped])
  await handle.close()
}
