import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { Transform, type Readable, type Writable } from 'node:stream'
import { searchServer, type Serving } from './search-server'

/**
 * Serves an agent over standard input and output, in either era of the protocol, until the input ends or `stopped` is done. Nothing else
 * may be written to the output.
 */
export async function serveOverStdio(
  serving: Serving,
  { stdin, stdout, stopped }: { stdin: Readable; stdout: Writable; stopped: Promise<void> },
): Promise<void> {
  // Each answer that is not taken yet listens for its turn.
  stdout.setMaxListeners(0)
  const requests = stdin.pipe(whileTaken(stdout))
  const ended = new Promise<void>((done) => {
    stdin.once('close', done).once('end', done)
    stdout.once('error', () => done())
  })
  const handle = serveStdio(() => searchServer(serving), {
    transport: new StdioServerTransport(requests, stdout),
  })
  await Promise.race([ended, stopped])
  await handle.close()
}

/** Lets nothing through while answers wait to be read: a client that reads none would fill the memory with them. */
const whileTaken = (answers: Writable): Transform =>
  new Transform({
    transform(chunk, _encoding, done) {
      const pass = () => done(null, chunk)
      if (answers.writableNeedDrain) answers.once('drain', pass)
      else pass()
    },
  })
