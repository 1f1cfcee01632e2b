import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { processTerminal } from '../../../../src-main/hosts/cli/output'

const failure = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: it failed, write`), { code })

/** Takes what Node would write to a file, and calls back an error where it is given one. */
const stream = (error?: Error) => new Writable({ write: (_chunk, _as, done) => done(error) })

/** A pipe or a terminal, which Node has as a socket. */
function pipe(error?: Error): Writable {
  const socket = new Socket()
  socket._write = (_chunk, _as, done) => done(error)
  return socket
}

/**
 * A process with this stdout: what it says on stderr, and the code that it ends with after a
 * command that gave `code`.
 */
function processWith(stdout: Writable) {
  const told: string[] = []
  const stderr = Object.assign(new EventEmitter(), { write: (text: string) => told.push(text) })
  const process = Object.assign(new EventEmitter(), {
    stdout: Object.assign(stdout, { fd: 1 }),
    stderr,
    cwd: () => '/',
    exitCode: undefined as number | undefined,
  })
  return {
    process: process as unknown as NodeJS.Process,
    told,
    async end(code = 0) {
      await new Promise(setImmediate)
      process.exitCode = code
      process.emit('exit', code)
      return process.exitCode
    },
  }
}

/** A disk that takes so many bytes at once, and so many in all. */
function disk({ atOnce, room = Infinity }: { atOnce: number; room?: number }) {
  const taken: Buffer[] = []
  const size = () => Buffer.concat(taken).length
  const writeSome = (_fd: number, bytes: Uint8Array): number => {
    const part = Buffer.from(bytes.subarray(0, Math.min(atOnce, room - size())))
    if (part.length === 0) throw failure('ENOSPC')
    taken.push(part)
    return part.length
  }
  return { writeSome, text: () => Buffer.concat(taken).toString() }
}

describe('output to a file', () => {
  it('is written whole where the disk takes a part at a time', async () => {
    const { process, told, end } = processWith(stream())
    const { writeSome, text } = disk({ atOnce: 3 })
    const { stdout } = processTerminal(process, writeSome)
    stdout.write('höher und ')
    stdout.write(Buffer.from('weiter'))
    expect(text()).toBe('höher und weiter')
    expect([await end(), told]).toEqual([0, []])
  })

  it('fails once, with its reason, where the disk takes a part and is full then', async () => {
    const { process, told, end } = processWith(stream())
    const { writeSome, text } = disk({ atOnce: 8, room: 10 })
    const { stdout } = processTerminal(process, writeSome)
    stdout.write('as much as ten bytes')
    stdout.write('more')
    expect(text()).toBe('as much as')
    expect(await end()).toBe(1)
    expect(told).toEqual([expect.stringContaining('not written whole: the disk is full.')])
  })

  it('fails where nothing more is taken', async () => {
    const { process, told, end } = processWith(stream())
    processTerminal(process, () => 0).stdout.write('x')
    expect(await end()).toBe(1)
    expect(told.join('')).toContain('nothing more is taken')
  })

  it('leaves a command that failed its own exit code', async () => {
    const { process, end } = processWith(stream())
    processTerminal(process, disk({ atOnce: 1, room: 0 }).writeSome).stdout.write('x')
    expect(await end(2)).toBe(2)
  })
})

describe('output to a pipe', () => {
  it('fails where writing calls back an error', async () => {
    const { process, told, end } = processWith(pipe(failure('EIO')))
    processTerminal(process).stdout.write('x')
    expect(await end()).toBe(1)
    expect(told).toEqual([expect.stringContaining('not written whole: EIO: it failed, write.')])
  })

  it('ends as the shell would have it where the pipe is closed, and says nothing', async () => {
    const { process, told, end } = processWith(pipe(failure('EPIPE')))
    processTerminal(process).stdout.write('x')
    expect([await end(), told]).toEqual([141, []])
  })
})
