import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Problem } from '../../domain/problem'

/**
 * Has a server listen on this machine alone, and gives its port.
 * @param port 0 for any that is free
 * @throws Problem `bad-input` for a port that programs may not use, `busy` when it is in use
 */
export function listen(server: Server, port: number): Promise<number> {
  if (port !== 0) checkPort(port)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenProblem(error, port)))
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** @throws Problem `bad-input` for a port that programs may not use */
export function checkPort(port: number): void {
  if (port >= 1024 && port <= 65_535) return
  throw new Problem(
    'bad-input',
    `Pegboard cannot use port ${port}.`,
    'Choose a port from 1024 to 65535.',
  )
}

function listenProblem(error: NodeJS.ErrnoException, port: number): Problem {
  const fix = 'Choose another port; in a terminal, --port names it, and 0 is any that is free.'
  if (error.code === 'EADDRINUSE')
    return new Problem('busy', `Port ${port} is already in use.`, fix)
  return new Problem('unavailable', `Port ${port} cannot be used: ${error.message}`, fix)
}
