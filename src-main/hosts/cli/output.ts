import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { plainLines } from '../../domain/value/plain-text'
import type { Terminal } from './terminal'

/**
 * What a shell reports of a program that the closing of a pipe ended: 128 and the number of
 * SIGPIPE.
 */
const PIPE_CLOSED = 141

/** Writes some of the bytes to an open file, and says how many. */
type WriteSome = (fd: number, bytes: Uint8Array) => number

/**
 * The terminal of a process. A command may finish when its output is no longer taken; the process
 * then ends with an exit code that says so: quietly where the reader of a pipe had enough (`… |
 * head`), as a failure with its reason where the output could not be written whole.
 */
export function processTerminal(
  process: NodeJS.Process,
  writeSome: WriteSome = writeSync,
): Terminal {
  let exitCode: number | undefined
  const fail = (error: NodeJS.ErrnoException) => {
    if (exitCode !== undefined) return
    exitCode = error.code === 'EPIPE' ? PIPE_CLOSED : 1
    if (exitCode === 1) process.stderr.write(`${plainLines(reasonOf(error))}\n`)
  }
  process.stdout.on('error', fail)
  process.stderr.on('error', () => undefined)
  process.on('exit', (code) => {
    if (code === 0 && exitCode !== undefined) process.exitCode = exitCode
  })
  return {
    stdout: isFile(process.stdout)
      ? {
          write(text) {
            if (exitCode !== undefined) return
            try {
              writeWhole(process.stdout.fd, Buffer.from(text), writeSome)
            } catch (error) {
              fail(error as NodeJS.ErrnoException)
            }
          },
        }
      : process.stdout,
    stderr: process.stderr,
    cwd: () => process.cwd(),
    on: (event, listener) => process.on(event, listener),
    off: (event, listener) => process.off(event, listener),
  }
}

/** Whether it is a file or a device: pipes and terminals are sockets to Node. */
const isFile = (stdout: Writable): boolean => !(stdout instanceof Socket)

/**
 * Node's own stream for files writes once, and takes it for all where the disk had room for a part.
 */
function writeWhole(fd: number, bytes: Uint8Array, writeSome: WriteSome): void {
  for (let rest = bytes; rest.length > 0;) {
    const written = writeSome(fd, rest)
    if (written === 0) throw new Error('nothing more is taken')
    rest = rest.subarray(written)
  }
}

const reasonOf = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOSPC' || code === 'EDQUOT'
    ? 'The output was not written whole: the disk is full.\nFree some space, then try again.'
    : `The output was not written whole: ${message}.\nSend it elsewhere, then try again.`
