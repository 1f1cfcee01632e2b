import { Worker, type ResourceLimits } from 'node:worker_threads'
import {
  readInPlace,
  readOf,
  type ReadFiles,
  type ReadingInput,
  type ReadingName,
} from '../../app/readings'
import type { Reply } from '../../contract/reply'
import { Problem } from '../../domain/problem'
import { importFormats } from '../../features/import-formats'
import { joinPieces } from './pieces'

/** Bytes that are read in place: 40 ms at worst, where starting a thread takes as long. */
const READ_IN_PLACE_BYTES = 64 * 1024

const readSmall = readInPlace(importFormats)

/** What the thread is started for. */
export interface ReaderTask {
  reading: ReadingName
  input: ReadingInput
}

/**
 * Reads files in a thread that is started for it and ended with it, so that other requests are
 * answered meanwhile, a stop takes effect at once, and what takes too much memory ends nothing but
 * the thread.
 * @param readerFile the thread's entry
 * @param limits its memory; left out, what Node gives a thread
 */
export const readInThread =
  (readerFile: string, limits?: ResourceLimits): ReadFiles =>
  async (reading, input, signal) => {
    const bytes = input.files.reduce((sum, file) => sum + file.bytes.byteLength, 0)
    if (bytes <= READ_IN_PLACE_BYTES) return readSmall(reading, input, signal)
    signal.throwIfAborted()
    const thread = new Worker(readerFile, {
      workerData: { reading, input } satisfies ReaderTask,
      transferList: wholeBuffers(input),
      resourceLimits: limits,
    })
    const reply = await replyOf(thread, signal)
    signal.throwIfAborted()
    if (!reply) throw new Error('The thread that reads files ended before it was done.')
    return readOf(reply as never)
  }

/** What the thread gives by its end; undefined where it ends before it is done. */
function replyOf(thread: Worker, signal: AbortSignal): Promise<Reply<unknown> | undefined> {
  const reply = joinPieces()
  return new Promise((resolve, reject) => {
    const stop = (): void => void thread.terminate()
    signal.addEventListener('abort', stop)
    thread.on('message', (piece: string) => {
      reply.add(piece)
      thread.postMessage('next')
    })
    thread.on('error', (error: Error) => reject(isOutOfMemory(error) ? tooMuch() : error))
    thread.on('exit', (code) => {
      signal.removeEventListener('abort', stop)
      resolve(code === 0 ? (reply.value() as unknown as Reply<unknown>) : undefined)
    })
  })
}

/** What is handed over rather than copied: buffers that hold one file's bytes and nothing else. */
function wholeBuffers({ files }: ReadingInput): ArrayBuffer[] {
  const buffers = files.flatMap(({ bytes: { buffer, byteLength } }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )
  return [...new Set(buffers)]
}

const isOutOfMemory = (error: Error): boolean =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const tooMuch = (): Problem =>
  new Problem(
    'bad-input',
    'Reading these files takes more memory than there is.',
    'Split them into parts and import them one after the other.',
  )
