import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import type { Readable, Writable } from 'node:stream'
import { MOST_OF_A_MESSAGE, readMessage, tooLong, type RefusedMessage } from './read-message'

const LINE_END = 10

/**
 * Messages as lines over two streams. What cannot be handed on is answered with why. Nothing more
 * is read while answers wait to be taken: a client that takes none would fill the memory with them.
 */
export function lineTransport(input: Readable, output: Writable): Transport {
  let isOver = false
  const write = (message: JSONRPCMessage | RefusedMessage): Promise<void> =>
    new Promise((done, failed) => {
      const line = `${JSON.stringify(message)}\n`
      output.write(line, (error) => (error ? failed(error) : done()))
    })
  const answered = (line: Buffer | undefined): void => {
    if (isOver) return
    const text = line?.toString('utf8')
    if (text?.trim() === '') return
    const read = text === undefined ? { refused: tooLong() } : readMessage(text)
    if ('message' in read) transport.onmessage?.(read.message)
    else void write(read.refused).catch(fail)
  }
  const fail = (error: Error): void => transport.onerror?.(error)
  const linesOf = lines(answered)
  const onData = (chunk: Buffer): void => {
    linesOf(chunk)
    if (!output.writableNeedDrain) return
    input.pause()
    output.once('drain', () => input.resume())
  }
  const end = (): void => void transport.close()
  const broken = (error: Error): void => {
    fail(error)
    end()
  }
  const transport: Transport = {
    async start() {
      input.on('data', onData).on('end', end).on('close', end).on('error', broken)
      output.on('error', broken)
    },
    async send(message) {
      if (!isOver) await write(message)
    },
    async close() {
      if (isOver) return
      isOver = true
      input.off('data', onData).off('end', end).off('close', end)
      input.pause()
      transport.onclose?.()
    },
  }
  return transport
}

/** Cuts what comes into lines; of one that is too long only that is told. */
function lines(onLine: (line: Buffer | undefined) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = []
  let length = 0
  const add = (piece: Buffer): void => {
    length += piece.length
    if (length > MOST_OF_A_MESSAGE) pieces = []
    else pieces.push(piece)
  }
  return (chunk) => {
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      add(chunk.subarray(from, end))
      const line = length > MOST_OF_A_MESSAGE ? undefined : Buffer.concat(pieces)
      pieces = []
      length = 0
      from = end + 1
      onLine(line)
    }
    add(chunk.subarray(from))
  }
}
