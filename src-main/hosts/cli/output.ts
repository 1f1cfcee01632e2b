import { plainLines } from '../../domain/plain-text'

/** What a shell reports of a program that the closing of a pipe ended: 128 and the number of SIGPIPE. */
const PIPE_CLOSED = 141

/**
 * Lets a command finish when its output is no longer taken, and ends with an exit code that says so: quietly where the reader
 * of a pipe had enough (`… | head`), as a failure with its reason where the output could not be written.
 */
export function watchOutput(process: NodeJS.Process): void {
  let exitCode: number | undefined
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (exitCode !== undefined) return
    exitCode = error.code === 'EPIPE' ? PIPE_CLOSED : 1
    if (exitCode === 1) process.stderr.write(`${plainLines(reasonOf(error))}\n`)
  })
  process.stderr.on('error', () => undefined)
  process.on('exit', (code) => {
    if (code === 0 && exitCode !== undefined) process.exitCode = exitCode
  })
}

const reasonOf = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOSPC' || code === 'EDQUOT'
    ? 'The output was not written whole: the disk is full.\nFree some space, then try again.'
    : `The output was not written whole: ${message}.\nSend it elsewhere, then try again.`
