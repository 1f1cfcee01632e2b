import {
  parseJSONRPCMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client'
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import spawn from 'cross-spawn'
import type { ChildProcess } from 'node:child_process'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { parseExact } from '../../domain/value/exact-json'
import type { MostBytes } from './limits'
import { nesting, TOO_DEEP } from './nesting'
import type { Traffic } from './traffic'

/** What is kept of a program's standard error: its end says why it stopped. */
const KEPT_ERROR_CHARACTERS = 4_000
/** For a program to end by itself once its input is closed. */
const GRACE_MS = 300
/** Of what a program is sent and does not read. */
const MOST_UNREAD = 64 << 20
/** Between two pieces of standard error: what floods it is slowed down. */
const ERROR_PAUSE_MS = 5

export interface Started {
  program: string
  args: readonly string[]
  cwd: string
  variables: Readonly<Record<string, string>>
}

export interface ChildTransport extends Transport {
  /**
   * Both stand for standard input and output: a server there may leave a question that it does not
   * know unanswered.
   */
  readonly pid: number | undefined
  readonly stderr: null
  /** The end of what it wrote to its standard error. */
  errorText(): string
  /** How it ended, where it did. */
  ending(): string | undefined
}

interface Guarding {
  /** Bytes that it may write before it is given up. */
  most: MostBytes
  traffic: Traffic
  /** The variable by which what it starts is found. */
  mark: Readonly<Record<string, string>>
  onStart: (pid: number) => void
  /** Told of each message. */
  onHeard: () => void
  /** Told once, where it writes more than is taken. */
  onFlood: (what: string) => void
}

/**
 * A program that speaks MCP over its standard input and output: started without a shell, with the
 * variables named and the usual few. To close it is to close its input and its output; ending it,
 * with all that it started, is left to who asks for it.
 */
export function childTransport(
  started: Started,
  { most, traffic, mark, onStart, onHeard, onFlood }: Guarding,
): ChildTransport {
  let child: ChildProcess | undefined
  let ended: string | undefined
  let closing: Promise<void> | undefined
  const errors = tail(KEPT_ERROR_CHARACTERS)
  // That it ends once it is told to is no reason for anything.
  const endedBy = (how: string): void => void (closing || (ended ??= how))

  const over = onceOnly(() => transport.onclose?.())
  const transport: ChildTransport = {
    get pid() {
      return child?.pid
    },
    stderr: null,
    start: () =>
      new Promise((resolve, reject) => {
        child = spawned(started, mark)
        const { pid, stdin, stdout, stderr } = child
        if (pid !== undefined) onStart(pid)
        child.once('error', (error) => {
          void startingFault(error, started).then((fault) => {
            endedBy(`it could not be started: ${fault}`)
            reject(error)
          })
        })
        child.once('spawn', resolve)
        child.once('exit', (code, signal) => {
          endedBy(signal ? `it was ended by ${signal}` : `it ended with code ${code}`)
          // What it started may hold on to its output, and say nothing.
          setTimeout(over, GRACE_MS).unref()
        })
        child.once('close', over)
        stdin?.on('error', () => undefined)
        if (stderr) inTurns(stderr, errors.add, ERROR_PAUSE_MS)
        if (!stdout) return
        const flood = (what: string): void => {
          if (closing) return
          endedBy(`it wrote ${what}`)
          onFlood(what)
        }
        inTurns(stdout, lines(most, { line: (line) => receive(line, flood), flood }))
      }),
    async send(message) {
      traffic.sent(message)
      const stdin = child?.stdin
      if (!stdin?.writable) throw new Error(ended ?? 'it does not run')
      if (stdin.writableLength > MOST_UNREAD) throw new Error('it does not read what it is sent')
      if (!stdin.write(serializeMessage(message))) {
        await new Promise((resolve) => stdin.once('drain', resolve).once('close', resolve))
      }
    },
    close: () => (closing ??= end()),
    errorText: errors.text,
    ending: () => ended,
  }

  /** What is no message of the protocol is passed over: some programs print greetings. */
  function receive(line: Buffer, flood: (what: string) => void): void {
    if (closing) return
    const message = messageIn(line, flood)
    if (!message) return traffic.noise(line.length)
    onHeard()
    if (traffic.admits(message, line.length)) transport.onmessage?.(message)
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
    for (const pipe of [running.stdin, running.stdout, running.stderr]) pipe?.destroy()
    over()
  }
  return transport
}

const spawned = (
  { program, args, cwd, variables }: Started,
  mark: Guarding['mark'],
): ChildProcess =>
  spawn(program, [...args], {
    cwd,
    env: { ...getDefaultEnvironment(), ...variables, ...mark },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that what it starts can be ended with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })

function onceOnly(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
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

/**
 * Takes a stream piece by piece, and lets everything else have its turn between two of them; what
 * is not taken yet waits in the pipe.
 */
function inTurns(stream: Readable, take: (piece: Buffer) => void, pauseMs = 0): void {
  const goOn = (): void => void (stream.destroyed || stream.resume())
  stream.on('data', (piece: Buffer) => {
    stream.pause()
    take(piece)
    if (pauseMs > 0) setTimeout(goOn, pauseMs)
    else setImmediate(goOn)
  })
}

const OPEN_OBJECT = 0x7b

/** The message that a line is, if it is one. */
function messageIn(line: Buffer, flood: (what: string) => void): JSONRPCMessage | undefined {
  if (line.find((byte) => byte > 0x20) !== OPEN_OBJECT) return undefined
  if (!nesting()(line)) {
    flood(TOO_DEEP)
    return undefined
  }
  try {
    return parseJSONRPCMessage(parseExact(line.toString('utf8')))
  } catch {
    return undefined
  }
}

/**
 * Parts bytes into lines. Told of each, and once where there are more bytes than allowed; nothing
 * is taken in after that.
 */
function lines(most: MostBytes, told: { line(line: Buffer): void; flood(what: string): void }) {
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
      const line = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
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
