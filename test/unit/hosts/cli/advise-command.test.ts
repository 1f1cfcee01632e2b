import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Advice } from '../../../../src-main/domain/run/advice'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()

const measure = async () => {
  await importSmall()
  const both = ['--recipe', 'bm25', '--recipe', 'hybrid', '--k', '1,3']
  await pegboard('eval', ...inSmall, '--golden', 'asked', ...both)
}

const Printed = Advice.extend({
  cost: z.object({ model: z.string(), requests: z.literal(1000), amount: z.number() }).optional(),
})
const advised = async (...args: string[]) => {
  const { out, err } = await pegboard('advise', ...inSmall, ...args, '--json')
  return { err, ...Printed.parse(JSON.parse(out)) }
}

describe('pegboard advise', () => {
  it('names a recipe and k with an interval, and says what counted the tokens', async () => {
    await measure()
    const { chosen, queries, points, tokenizer, err } = await advised('--recall', '0.2')
    expect(chosen.simultaneous[0]).toBeGreaterThanOrEqual(0.2)
    expect(chosen.k).toBeLessThanOrEqual(3)
    expect([queries, points]).toEqual([4, 6])
    expect(tokenizer).toBe('o200k_base')
    expect(err).toContain('By 2 runs on “asked”.')
  })

  it('says that four queries are too few to decide, and what is safest', async () => {
    await measure()
    const { out } = await pegboard('advise', ...inSmall, '--recall', '0.9')
    expect(out).toMatch(
      /4 queries can’t decide; the safest is \w+, k = \d — recall [01]\.\d{3} \[0\.\d{3}, 1\.000\] \(simultaneous 95 % interval, 6 points\) · \d+ tokens a request/,
    )
    expect(out).toMatch(/Instead: \w+, k = \d .*points/)
    expect(out).toContain('counted by o200k_base')
  })

  it('keeps within a budget of tokens', async () => {
    await measure()
    const { chosen } = await advised('--tokens', '120')
    expect(chosen.tokens).toBeLessThanOrEqual(120)
    const none = await pegboard('advise', ...inSmall, '--tokens', '1')
    expect(none.out).toMatch(/Nothing here takes as few as 1 tokens\. The least is /)
  })

  it('tells what it costs, with the model and the day of the price', async () => {
    await measure()
    expect((await advised()).cost).toBeUndefined()
    await pegboard('prices', 'set', 'model-x', '--per-million', '0.25', '--as-of', '2026-10-01')
    const { chosen, cost } = await advised()
    expect(cost?.amount).toBeCloseTo((chosen.tokens * 0.25) / 1000, 12)
    const { out } = await pegboard('advise', ...inSmall, '--model', 'model-x')
    expect(out).toMatch(/ · \$0\.0\d+ per 1,000 requests with model-x at the price of 2026-10-01\./)
    const { code, err } = await pegboard('advise', ...inSmall, '--model', 'other')
    expect(code).toBe(1)
    expect(err).toContain('There is no price of “other”.')
  })

  it('leaves out runs that measured other queries, and takes each measurement once', async () => {
    await measure()
    await pegboard('eval', ...inSmall, '--golden', 'asked', '--recipe', 'bm25', '--k', '1,3')
    await pegboard('eval', ...inSmall, '--golden', 'asked', '--recipe', 'dense', '--sample', '2')
    const { points, err } = await advised('--golden', 'asked')
    expect(points).toBe(10)
    expect(err).toContain('3 others are older, measured other queries or a part of a recipe')
  })

  it('leaves out runs that are not of what is in use now, unless they are named', async () => {
    await measure()
    await pegboard('models', 'use', 'sentences', '--for', 'embedder', ...inSmall)
    const { points, leftOut = {} } = await advised()
    expect(points).toBe(3)
    const [hybrid = ''] = Object.keys(leftOut)
    const printed = await pegboard('advise', ...inSmall)
    expect(printed.out).toContain(
      'Left out, not of what is in use now: hybrid: Instant, now Sentences.',
    )
    const named = await advised('--run', hybrid)
    expect(named).toMatchObject({ points: 3, chosen: { run: hybrid } })
  })

  it('goes by runs of what is in use now, also where newer ones are of an edit taken back', async () => {
    await measure()
    const before = await advised()
    await pegboard('tools', 'edit', 'convert_currency', ...inSmall, '--description', 'Euros.')
    await pegboard('again', ...inSmall)
    const edited = await advised()
    expect(edited.chosen.run).not.toBe(before.chosen.run)
    expect(edited).not.toHaveProperty('outdated')
    await pegboard('undo', ...inSmall)
    const undone = await advised()
    expect(undone.chosen).toEqual(before.chosen)
    expect(undone).not.toHaveProperty('outdated')
    expect((await pegboard('again', ...inSmall)).out).toContain('All of it was measured on')
  })

  it('says what to do where nothing is measured, and refuses a recall that is no share', async () => {
    await importSmall()
    const none = await pegboard('advise', ...inSmall)
    expect([none.code, none.err]).toEqual([
      1,
      expect.stringContaining('Measure with: pegboard eval'),
    ])
    const wrong = await pegboard('advise', ...inSmall, '--recall', '90')
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('between 0 and 1')])
  })
})

describe('pegboard prices', () => {
  it('begins empty, lists what was written, and forgets it', async () => {
    expect((await pegboard('prices')).out).toContain('There are no prices.')
    await pegboard('prices', 'set', 'a', '--per-million', '0.25', '--as-of', '2026-10-01')
    await pegboard('prices', 'set', 'b', '--per-million', '3', '--as-of', '2026-10-02')
    const again = await pegboard(
      ...['prices', 'set', 'a', '--per-million', '0.3', '--as-of', '2026-10-03'],
      ...['--currency', 'EUR'],
    )
    expect(again.out).toMatch(/a +0\.3 +EUR +2026-10-03\nb +3 +USD +2026-10-02/)
    expect((await pegboard('prices', 'remove', 'a')).out).not.toContain('EUR')
    expect((await pegboard('prices', 'remove', 'a')).err).toContain('There is no price of “a”.')
  })

  it.each([
    [['--per-million', '$0.25', '--as-of', '2026-10-01'], '“$0.25” is no price'],
    [['--per-million', 'cheap', '--as-of', '2026-10-01'], '“cheap” is no price'],
    [['--per-million', '1e9', '--as-of', '2026-10-01'], '“1e9” is no price'],
    [['--per-million', '1', '--as-of', 'yesterday'], 'a day is written as 2026-10-01'],
    [['--per-million', '1', '--as-of', '2026-02-30'], 'a day is written as 2026-10-01'],
    [['--per-million', '1', '--as-of', '2026-10-01', '--currency', '$'], 'three letters'],
  ])('refuses %j', async (args, said) => {
    const { code, err } = await pegboard('prices', 'set', 'a', ...args)
    expect([code, err]).toEqual([2, expect.stringContaining(said)])
    expect((await pegboard('prices')).out).toContain('There are no prices.')
  })
})
