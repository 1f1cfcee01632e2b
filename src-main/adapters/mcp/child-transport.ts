import { deserializeMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client'
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import spawn from 'cross-spawn'
import type { ChildProcess } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { endTree, noteStarted } from './process-tree'

/** Of a message, and of all of them. */
export interface MostBytes {
  message: number
  all: number
}

/** What is kept of a program's standard error: its end says why it stopped. */
const KEPT_ERROR_CHARACTERS = 4_000
/** For a program to end by itself once its input is closed. */
const GRACE_MS = 300

export interface Started {
  program: string
  args: readonly string[]
  cwd: string
  variables: Readonly<Record<string, string>>
}

export interface ChildTransport extends Transport {
  /** Both stand for standard input and output: a server there may leave a question that it does not know unanswered. */
  readonly pid: number | undefined
  readonly stderr: null
  /** The end of what it wrote to its standard error. */
  errorText(): string
  /** How it ended, where it did. */
  ending(): string | undefined
}

/**
 * A program that speaks MCP over its standard input and output: started without a shell, with the variables named and the usual
 * few, and ended with all that it started.
 * @param most bytes that it may write before it is ended
 */
export function childTransport(started: Started, most: MostBytes): ChildTransport {
  let child: ChildProcess | undefined
  let ended: string | undefined
  let closing: Promise<void> | undefined
  const errors = tail(KEPT_ERROR_CHARACTERS)
  // That it ends once it is told to is no reason for anything.
  const endedBy = (how: string): void => void (closing || (ended ??= how))

  const transport: ChildTransport = {
    get pid() {
      return child?.pid
    },
    stderr: null,
    start: () =>
      new Promise((resolve, reject) => {
        child = spawn(started.program, [...started.args], {
          cwd: started.cwd,
          env: { ...getDefaultEnvironment(), ...started.variables },
          stdio: ['pipe', 'pipe', 'pipe'],
          // A group of its own, so that what it starts can be ended with it.
          detached: process.platform !== 'win32',
          windowsHide: true,
        })
        const { pid, stdin, stdout, stderr } = child
        if (pid !== undefined) noteStarted(pid)
        child.once('error', (error) => {
          void startingFault(error, started).then((fault) => {
            endedBy(`it could not be started: ${fault}`)
            reject(error)
          })
        })
        child.once('spawn', resolve)
        child.once('exit', (code, signal) => {
          endedBy(signal ? `it was ended by ${signal}` : `it ended with code ${code}`)
        })
        child.once('close', () => transport.onclose?.())
        stdin?.on('error', () => undefined)
        stderr?.on('data', (piece: Buffer) => errors.add(piece))
        stdout?.on(
          'data',
          lines(most, {
            line: (text) => receive(transport, text),
            flood(what) {
              endedBy(`it wrote ${what}`)
              void transport.close()
            },
          }),
        )
      }),
    async send(message) {
      const stdin = child?.stdin
      if (!stdin?.writable) throw new Error(ended ?? 'it does not run')
      if (!stdin.write(serializeMessage(message))) {
        await new Promise((resolve) => stdin.once('drain', resolve).once('close', resolve))
      }
    },
    close: () => (closing ??= end()),
    errorText: errors.text,
    ending: () => ended,
  }

  async function end(): Promise<void> {
    const running = child
    if (running?.pid === undefined) return
    const isOver = new Promise<void>((resolve) => {
      if (running.exitCode !== null || running.signalCode !== null) resolve()
      else running.once('exit', () => resolve())
    })
    running.stdin?.end()
    await Promise.race([isOver, pause(GRACE_MS)])
    await endTree(running.pid, isOver)
    for (const pipe of [running.stdin, running.stdout, running.stderr]) pipe?.destroy()
  }
  return transport
}

/** A folder that is not there counts as a program that is not, to who starts it. */
async function startingFault(error: Error, { cwd }: Started): Promise<string> {
  const isThere = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isThere ? error.message : `there is no folder ${cwd}`
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What is no message of the protocol is passed over: some programs print greetings. */
function receive(transport: Transport, text: string): void {
  if (!text.trimStart().startsWith('{')) return
  try {
    transport.onmessage?.(deserializeMessage(text))
  } catch (error) {
    transport.onerror?.(error as Error)
  }
}

/** Parts bytes into lines. Told of each, and once where there are more bytes than allowed; nothing is taken in after that. */
function lines(most: MostBytes, told: { line(text: string): void; flood(what: string): void }) {
  let pieces: Buffer[] = []
  let length = 0
  let taken = 0
  let isOver = false
  const keep = (piece: Buffer): void => {
    pieces.push(piece)
    length += piece.length
    if (length > most.message) giveUp(`a message of more than ${most.message >> 20} MB`)
  }
  const giveUp = (what: string): void => {
    isOver = true
    pieces = []
    told.flood(what)
  }
  return (piece: Buffer): void => {
    if (isOver) return
    taken += piece.length
    if (taken > most.all) return giveUp(`more than ${most.all >> 20} MB`)
    let from = 0
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      keep(piece.subarray(from, end))
      if (isOver) return
      from = end + 1
      const line = Buffer.concat(pieces).toString('utf8').replace(/\r$/, '')
      pieces = []
      length = 0
      told.line(line)
    }
    if (from < piece.length) keep(piece.subarray(from))
  }
}

/** The last characters of a stream of text. */
function tail(most: number) {
  const decoder = new StringDecoder('utf8')
  let kept = ''
  return {
    add: (piece: Buffer): void => void (kept = (kept + decoder.write(piece)).slice(-most)),
    text: (): string => kept.trim(),
  }
}
