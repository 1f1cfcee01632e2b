import { expect, test } from 'vitest'
import type { Briefing } from '../../../../src-main/contract/serving'
import { lastBriefing } from '../../../../src-main/hosts/mcp/last-briefing'

/** A reader whose next answers are these. */
function reader(...answers: (string | Error)[]) {
  let reads = 0
  const read = async (): Promise<Briefing> => {
    const answer = answers[reads++]
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('No more.')
    return { instructions: answer, tools: [] }
  }
  return { ...lastBriefing(read), reads: () => reads }
}

const saidBy = async (read: Promise<Briefing>) => (await read).instructions

test('is read once for all who ask while it is read, and again for who asks later', async () => {
  const { now, reads } = reader('one', 'two')
  expect(await Promise.all([saidBy(now()), saidBy(now())])).toEqual(['one', 'one'])
  expect(await saidBy(now())).toBe('two')
  expect(reads()).toBe(2)
})

test('the last one is given without reading, and where it cannot be read', async () => {
  const { now, last, reads } = reader('one', new Error('Gone.'), 'three')
  expect(await saidBy(last())).toBe('one')
  expect(await saidBy(last())).toBe('one')
  expect(reads()).toBe(1)
  expect(await saidBy(now())).toBe('one')
  expect(await saidBy(now())).toBe('three')
})

test('nothing is given where nothing could be read so far', async () => {
  const { now, last } = reader(new Error('Gone.'), 'two')
  await expect(now()).rejects.toThrow('Gone.')
  expect(await saidBy(last())).toBe('two')
})
