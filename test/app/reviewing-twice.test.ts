import { describe, expect, it } from 'vitest'
import type { AppUnderTest } from './open-app'
import { CURRENCY, harmful, proposal, putProposals } from './reviewing'
import { programsOnOneFolder } from './two-programs'

/** Two programs on the small catalog with two proposals. */
async function reviewingTwice() {
  const { first, second, meanwhile, folder } = await programsOnOneFolder()
  const dir = await first.smallWorkspace()
  const text = { part: 'description', proposed: { description: 'Changes money.' } } as const
  await putProposals({ folder }, dir, [proposal(), proposal({ id: 'p2', ...text }), harmful()])
  const decide = (app: AppUnderTest, id: string, more: object = {}) =>
    app.reply('review.decide', { dir, chosen: { ids: [id] }, verdict: 'accepted', ...more })
  const layer = async (app: AppUnderTest) =>
    (await app.request('catalog.tool', { dir, id: CURRENCY })).entry.layer
  return { first, second, meanwhile, dir, decide, layer }
}

describe('two programs that review the same proposals', () => {
  it('the later one that accepts what the other rejected is told, and nothing is lost', async () => {
    const { first, second, meanwhile, dir, decide, layer } = await reviewingTwice()
    meanwhile(() =>
      second.request('review.decide', {
        dir,
        chosen: { ids: ['p1'] },
        verdict: 'rejected',
        reason: 'Wrong.',
      }),
    )
    expect(await decide(first, 'p1')).toMatchObject({
      ok: false,
      error: { code: 'conflict', message: expect.stringMatching(/decided meanwhile/) },
    })
    expect(await layer(first)).toEqual({})
    const { rows } = await first.request('review.list', { dir, state: 'rejected' })
    expect(rows.map(({ id }) => id)).toEqual(['p1'])
  })

  it('each accepts one of the same tool, and both stand', async () => {
    const { first, second, meanwhile, decide, layer } = await reviewingTwice()
    meanwhile(() => decide(second, 'p2'))
    expect(await decide(first, 'p1')).toMatchObject({ ok: true })
    expect(await layer(second)).toEqual({
      description: 'Changes money.',
      questions: proposal().proposed.questions,
    })
  })

  it('a text written by hand while its proposal is accepted is not written over', async () => {
    const { first, second, meanwhile, dir, decide, layer } = await reviewingTwice()
    const mine = { description: 'In my words.' }
    meanwhile(() => second.request('catalog.saveLayer', { dir, id: CURRENCY, layer: mine }))
    expect(await decide(first, 'p2', { base: {} })).toMatchObject({
      ok: false,
      error: { code: 'conflict', message: expect.stringMatching(/Someone else changed this text/) },
    })
    expect(await layer(first)).toEqual(mine)
    expect((await first.request('review.list', { dir })).counts.open).toBe(3)
    expect(await decide(first, 'p2', { base: mine })).toMatchObject({ ok: true })
    await first.request('changes.undo', { dir, of: 'texts' })
    expect(await layer(second)).toEqual(mine)
  })

  it('one undoes a batch that the other undid already, and is told', async () => {
    const { first, second, meanwhile, dir, decide, layer } = await reviewingTwice()
    const done = await decide(first, 'p1')
    const batch = done.ok ? done.data.change : undefined
    meanwhile(() => second.request('changes.undo', { dir, change: batch }))
    expect(await first.reply('changes.undo', { dir, change: batch })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
    expect(await layer(first)).toEqual({})
  })

  it('one that is stopped while it measures leaves what it measured to the other', async () => {
    const { first, second, dir } = await reviewingTwice()
    const stopper = new AbortController()
    const watching = setInterval(() => {
      if (first.progress.some(({ done }) => done === 1)) stopper.abort()
    }, 0)
    const stopped = await first.reply('review.measureAll', { dir }, stopper.signal)
    clearInterval(watching)
    const { unmeasured } = (await second.request('review.list', { dir })).gates
    const rest = await second.request('review.measureAll', { dir })
    expect(rest).toMatchObject({ measured: unmeasured, known: 3 - unmeasured })
    if (!stopped.ok) expect(stopped.error.message).toMatch(/\d of 3 proposals were measured/)
  })
})
