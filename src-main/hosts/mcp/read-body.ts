import type { IncomingMessage } from 'node:http'
import { MOST_OF_A_MESSAGE } from './read-message'

/**
 * What a request carries, as text; undefined where that is more than a message may have.
 * @throws where it ends before that
 */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_OF_A_MESSAGE) return undefined
  const pieces: Buffer[] = []
  let size = 0
  // Not destroyed when reading stops early: the answer goes out on the same connection.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const piece of body) {
    size += piece.length
    if (size > MOST_OF_A_MESSAGE) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
