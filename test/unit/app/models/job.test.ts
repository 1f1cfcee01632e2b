import { describe, expect, it } from 'vitest'
import { MOST_REFUSED, refuse, runJob, type Job } from '../../../../src-main/app/models/job'
import { Problem } from '../../../../src-main/domain/problem'
import type { Progress } from '../../../../src-main/contract/reply'
import { manualClock } from '../../../fakes/clock'

/** Runs a job about letters. @param ask what asking about one does */
function running(items: string, ask: Job<string, string, string>['ask'], stop?: AbortSignal) {
  const clock = manualClock()
  const kept: string[][] = []
  const progress: Progress[] = []
  const job: Job<string, string, string> = {
    what: 'Spelling',
    unit: 'letters',
    stage: 'spell',
    items: [...items],
    ask,
    find: async (item) => (item === '-' ? undefined : item),
    keep: async (batch) => kept.push([...batch]),
    stopped: (finished) => [`Stopped at ${finished}.`, 'Go on.'],
  }
  const { signal } = new AbortController()
  const call = { clock, emit: (each: Progress) => progress.push(each), signal: stop ?? signal }
  return { clock, kept, progress, ended: runJob(job, call) }
}

const lost = (letter: string) => new Problem('unavailable', `No ${letter}.`, 'Start it.')

describe('a job', () => {
  it('asks about what is still to ask, tells how far it is, and keeps all at the end', async () => {
    const { ended, kept, progress } = running('a-b', (letter, { keep }) => keep(letter, false))
    expect(await ended).toEqual({ failed: [], left: 0 })
    expect(kept).toEqual([['a', 'b']])
    expect(progress.map(({ done, total, unit }) => [done, total, unit])).toEqual([
      ...[0, 1, 2].map((done) => [done, 3, 'letters']),
    ])
  })

  it('keeps at once what could not be had again, and the rest every 50 answers or 5 s', async () => {
    const { ended, kept, clock } = running(`${'.'.repeat(52)}!..s..`, async (letter, { keep }) => {
      if (letter === 's') clock.moveOn(5000)
      await keep(letter, letter === '!')
    })
    await ended
    expect(kept.map((batch) => batch.length)).toEqual([50, 3, 3, 2])
  })

  it('passes over what fails, tells each reason once, and ends after three in a row', async () => {
    const { ended } = running('xaxxaxxxa', async (letter) => {
      if (letter === 'x') throw lost('x')
    })
    expect(await ended).toEqual({ failed: ['No x. Start it.'], left: 7 })
  })

  it('ends where answers cannot be written, as asking on would lose them', async () => {
    const asked: string[] = []
    const { ended } = running('ab', async (letter) => {
      asked.push(letter)
      throw new Problem('storage', 'The disk is full.')
    })
    await expect(ended).rejects.toThrow('The disk is full.')
    expect(asked).toEqual(['a'])
  })

  it('that is stopped keeps what was answered, and says how far it got', async () => {
    const stop = new AbortController()
    const ask: Job<string, string, string>['ask'] = async (letter, { question, keep }) => {
      if (letter === 'c') stop.abort()
      await keep(await question(async () => letter), false)
    }
    const { ended, kept } = running('abcd', ask, stop.signal)
    await expect(ended).rejects.toMatchObject({
      code: 'cancelled',
      message: 'Stopped at 2.',
      fix: 'Go on.',
    })
    expect(kept).toEqual([['a', 'b']])
  })

  it('counts all refusals and tells the first', () => {
    const done = { refused: [] as number[], refusals: 0 }
    for (let at = 0; at <= MOST_REFUSED; at++) refuse(done, at)
    expect(done).toMatchObject({ refusals: MOST_REFUSED + 1 })
    expect(done.refused).toHaveLength(MOST_REFUSED)
  })
})
