import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  encoderThreads,
  type EncoderThreadsOptions,
} from '../../../../src-main/adapters/builtin/encoder-threads'
import type { EncoderThreadData } from '../../../../src-main/adapters/builtin/encoder-thread'
import { eventually } from '../../../fixtures/eventually'

/**
 * A thread that notes in a file that it began, which tokens it got and that it ended; it dies of
 * 666, once of 667, and waits at 1.
 */
const THREAD = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
const log = (line) => appendFileSync(workerData.folder + '/log', line + '\\n')
log('start')
parentPort.on('message', ({ tokens }) => {
  log(String(tokens[0]))
  const again = readFileSync(workerData.folder + '/log', 'utf8').split('667').length > 2
  if (tokens[0] === 666 || (tokens[0] === 667 && !again)) process.exit(3)
  const answer = () => parentPort.postMessage({ vectors: Float32Array.from(tokens) })
  if (tokens[0] !== 1) return answer()
  const look = setInterval(() => {
    if (!existsSync(workerData.folder + '/go')) return
    clearInterval(look)
    answer()
  }, 5)
})
`

async function threadsOf(options: Partial<EncoderThreadsOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-threads-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const threadFile = join(folder, 'thread.mjs')
  await writeFile(threadFile, THREAD)
  const threads = encoderThreads({ folder } as EncoderThreadData, { threadFile, ...options })
  const encode = async (token: number, isUrgent = false, { signal } = new AbortController()) => {
    const input = { tokens: Int32Array.of(token), texts: 1 }
    return [...(await threads.encode(input, { isUrgent, signal }))]
  }
  const log = async () => (await readFile(join(folder, 'log'), 'utf8')).trimEnd().split('\n')
  return { encode, log, go: () => writeFile(join(folder, 'go'), '') }
}

describe('encoder threads', () => {
  it('give one thread what is asked, one after the other, and answer each', async () => {
    const { encode, log } = await threadsOf({ most: 2 })
    expect(await Promise.all([encode(5), encode(6), encode(7)])).toEqual([[5], [6], [7]])
    expect(await log()).toEqual(['start', '5', '6', '7'])
  })

  it('start another where much waits, and never more than the most', async () => {
    const { encode, log } = await threadsOf({ most: 2 })
    await Promise.all(Array.from({ length: 40 }, (_, at) => encode(at + 10)))
    expect((await log()).filter((line) => line === 'start')).toHaveLength(2)
  })

  it('take what is urgent first', async () => {
    const { encode, log, go } = await threadsOf({ most: 1 })
    const held = encode(1)
    const others = [encode(20), encode(21), encode(30, true)]
    await go()
    await Promise.all([held, ...others])
    expect(await log()).toEqual(['start', '1', '30', '20', '21'])
  })

  it('ask nothing that was stopped while it waited', async () => {
    const { encode, log, go } = await threadsOf({ most: 1 })
    const stopper = new AbortController()
    const held = encode(1)
    const stopped = encode(20, false, stopper)
    stopper.abort(new Error('Stopped.'))
    await expect(stopped).rejects.toThrow('Stopped.')
    await go()
    await held
    expect(await encode(21)).toEqual([21])
    expect(await log()).not.toContain('20')
  })

  it('ask again what a thread died of, once', async () => {
    const { encode, log } = await threadsOf()
    expect(await encode(667)).toEqual([667])
    await expect(encode(666)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await log()).filter((line) => line === '666')).toHaveLength(2)
    expect(await encode(8)).toEqual([8])
  })

  it('ask nothing again that was stopped when its thread died', async () => {
    const { encode, log } = await threadsOf()
    const stopper = new AbortController()
    const stopped = encode(666, false, stopper)
    stopper.abort(new Error('Stopped.'))
    await expect(stopped).rejects.toThrow('Stopped.')
    expect(await encode(8)).toEqual([8])
    expect((await log()).filter((line) => line === '666')).toHaveLength(1)
  })

  it('go on with what else waits when a thread died', async () => {
    const { encode } = await threadsOf({ most: 1 })
    const died = encode(666)
    const others = [encode(8), encode(9)]
    await expect(died).rejects.toMatchObject({ code: 'unavailable' })
    expect(await Promise.all(others)).toEqual([[8], [9]])
  })

  it('end where they have had nothing to do for a while, and start again', async () => {
    const { encode, log } = await threadsOf({ idleMs: { first: 1, others: 1 } })
    await encode(5)
    await eventually(async () => {
      await encode(6)
      expect((await log()).filter((line) => line === 'start').length).toBeGreaterThan(1)
    })
  })

  it('are not started where too few addresses are left, as V8 would end the program', async () => {
    const { encode } = await threadsOf({ addressesLeft: () => 1 * 2 ** 30 })
    await expect(encode(5)).rejects.toMatchObject({
      code: 'unavailable',
      message:
        'The sentence embedder has not the memory that it needs: it reserves 2.0 GB of addresses, and the limit of this program leaves 1.0 GB.',
      fix: expect.stringMatching(/ulimit -v.*choose the embedder Instant/),
    })
  })

  it('tell whoever waits that none can be started, and start one once it can', async () => {
    let left = 0
    const { encode } = await threadsOf({ addressesLeft: () => left })
    await Promise.all([5, 6].map((token) => expect(encode(token)).rejects.toThrow('addresses')))
    left = Infinity
    expect(await encode(7)).toEqual([7])
  })
})
