import { describe, expect, it } from 'vitest'
import { toolVersion } from '../../src-main/pipeline/knowledge-base/to-standardise'
import { CURRENCY, harmful, MAIL, proposal, putProposals, reviewing, SEARCH } from './reviewing'
import { SMALL_CATALOG } from './small-catalog'

describe('a proposed text', () => {
  it('is measured by golden queries with it and without, and writes nothing', async () => {
    const { request, dir, list, layer } = await reviewing(proposal())
    const measured = await request('review.measure', { dir, id: 'p1' })
    expect(measured).toMatchObject({ goldenSet: 'asked', heldOut: 0, by: 'golden-queries' })
    expect(measured.own.better + measured.own.fixed + measured.own.same).toBe(1)
    expect(measured.tokens.after).toBeGreaterThan(measured.tokens.before)
    expect(await layer()).toEqual({})
    const { rows, gates } = await list()
    expect(rows[0]?.gate).toMatchObject({ verdict: measured.verdict, reason: measured.reason })
    expect(gates).toMatchObject({ unmeasured: 0, [measured.verdict]: 1 })
  })

  it('is not measured by queries that its writer saw, or that it nearly says itself', async () => {
    const seen = ['How many EUROS is that?']
    const { request, dir } = await reviewing(
      proposal({ seen }),
      proposal({ id: 'p2', proposed: { questions: ['how many euros is that please'] } }),
    )
    expect(await request('review.measure', { dir, id: 'p1' })).toMatchObject({ heldOut: 1 })
    expect(await request('review.measure', { dir, id: 'p2' })).toMatchObject({ heldOut: 1 })
  })

  it('that says what another tool says is stopped', async () => {
    const { request, dir } = await reviewing(harmful())
    expect(await request('review.measure', { dir, id: 'harmful' })).toMatchObject({
      verdict: 'harms',
      by: 'texts',
      reason:
        'The text finds “get_weather” rather than this tool, in a search that knows the golden queries.',
    })
  })

  it('that says what another tool says is not stopped where both have the same description', async () => {
    const topics = proposal({
      tool: SEARCH,
      part: 'topics',
      proposed: { topics: ['weather place'] },
    })
    const { request, dir } = await reviewing(topics)
    const verdict = async () => (await request('review.measure', { dir, id: 'p1' })).verdict
    expect(await verdict()).toBe('harms')
    const layer = { description: 'Weather  forecast for a PLACE.' }
    await request('catalog.saveLayer', { dir, id: SEARCH, layer })
    expect(await verdict()).toBe('untold')
  })

  it('of which nothing is matched changes nothing, and says so', async () => {
    const limits = proposal({ part: 'limits', proposed: { limits: 'Does not pay.' } })
    const { request, dir } = await reviewing(limits)
    expect(await request('review.measure', { dir, id: 'p1' })).toMatchObject({
      verdict: 'no-change',
      reason: 'Nothing that is matched changes.',
    })
  })

  it('is measured once for the same texts, in the next program as well, and anew when a neighbour changes', async () => {
    const { request, dir, list } = await reviewing(proposal(), harmful())
    expect(await request('review.measureAll', { dir })).toMatchObject({ measured: 2, known: 0 })
    expect(await request('review.measureAll', { dir })).toMatchObject({ measured: 0, known: 2 })
    await request('catalog.saveLayer', { dir, id: MAIL, layer: { note: 'Ours.' } })
    expect((await list()).gates.unmeasured).toBeGreaterThan(0)
  })

  it('is accepted with what stands there kept, and taken back again', async () => {
    const { request, dir, layer, decide, list } = await reviewing(proposal())
    await request('catalog.saveLayer', {
      dir,
      id: CURRENCY,
      layer: { questions: ['Mine?'], note: 'Kept.' },
    })
    const done = await decide(['p1'], 'accepted', { reason: 'Good.' })
    expect(done).toMatchObject({ decided: 1, passedOver: {} })
    expect((await layer()).questions).toEqual(['Mine?', ...(proposal().proposed.questions ?? [])])
    const { parts } = await request('review.written', { dir, tool: CURRENCY })
    expect(parts).toMatchObject([
      { part: 'questions', origin: { model: 'ollama:writer' }, isEdited: false, entries: 2 },
    ])
    expect((await list({ state: 'accepted' })).rows).toHaveLength(1)
    expect(await request('changes.undo', { dir, change: done.change })).toMatchObject({
      undone: 1,
      putBack: 1,
      left: 0,
      gone: 0,
    })
    expect(await layer()).toEqual({ questions: ['Mine?'], note: 'Kept.' })
    expect((await list()).counts).toMatchObject({ open: 1, accepted: 0 })
  })

  it('is accepted as its reviewer words it, and says so', async () => {
    const { request, dir, layer, decide } = await reviewing(proposal())
    await decide(['p1'], 'accepted', { edited: { questions: ['In my words?'] }, base: {} })
    expect(await layer()).toEqual({ questions: ['In my words?'] })
    const { parts } = await request('review.written', { dir, tool: CURRENCY })
    expect(parts).toMatchObject([{ isEdited: true, entries: 1 }])
  })

  it('that stands otherwise by now stays as it is when its acceptance is undone', async () => {
    const text = proposal({ part: 'description', proposed: { description: 'Changes money.' } })
    const { request, dir, layer, decide } = await reviewing(text)
    await decide(['p1'], 'accepted')
    await request('catalog.saveLayer', { dir, id: CURRENCY, layer: { description: 'Mine now.' } })
    expect(await request('changes.undo', { dir, of: 'texts' })).toMatchObject({
      putBack: 0,
      left: 1,
    })
    expect(await layer()).toEqual({ description: 'Mine now.' })
  })

  it('leaves its text where another one was accepted over it, and that one goes back to before both', async () => {
    const text = (id: string, description: string) =>
      proposal({ id, part: 'description', proposed: { description } })
    const { request, dir, layer, decide } = await reviewing(text('p1', 'One.'), text('p2', 'Two.'))
    await decide(['p1'], 'accepted')
    await decide(['p2'], 'accepted')
    await request('changes.undo', { dir, proposal: 'p1' })
    expect(await layer()).toEqual({ description: 'Two.' })
    await request('changes.undo', { dir, proposal: 'p2' })
    expect(await layer()).toEqual({})
  })

  it('goes with everything of the same run', async () => {
    const other = proposal({ id: 'p2', tool: MAIL, run: 'another' })
    const { request, dir, layer, decide } = await reviewing(proposal({ run: 'one' }), other)
    await decide(['p1'], 'accepted')
    await decide(['p2'], 'accepted')
    expect(await request('changes.undo', { dir, run: 'one' })).toMatchObject({
      undone: 1,
      putBack: 1,
    })
    expect(await layer()).toEqual({})
    expect((await layer(MAIL)).questions).toHaveLength(2)
  })

  it('is accepted by rule only where it was measured to be worth it, and all of them are undone as one', async () => {
    const { request, dir, layer, list, folder } = await reviewing(harmful())
    const of = toolVersion((await request('catalog.tool', { dir, id: CURRENCY })).entry)
    await putProposals({ folder }, dir, [proposal({ of })])
    const rule = { fixes: 0, breaks: 0 }
    expect(await request('review.preview', { dir, rule })).toMatchObject({
      accepted: 0,
      unmeasured: 2,
    })
    await request('review.measureAll', { dir })
    const preview = await request('review.preview', { dir, rule })
    expect(preview).toMatchObject({ accepted: 1, tools: 1, unmeasured: 0, left: 1 })
    expect(preview.together).toMatchObject({ goldenSet: 'asked', of: 4 })
    const done = await request('review.decide', { dir, chosen: { rule }, verdict: 'accepted' })
    expect(done.decided).toBe(1)
    expect(await layer(SEARCH)).toEqual({})
    await request('changes.undo', { dir, change: done.change })
    expect((await list()).counts.open).toBe(2)
  })
})

describe('what a rule would do', () => {
  it('is not told by queries that writers saw, or that the texts nearly say themselves', async () => {
    const { request, dir, folder } = await reviewing()
    const versionOf = async (id: string) =>
      toolVersion((await request('catalog.tool', { dir, id })).entry)
    const own = { questions: ['send an email to Dana please'] }
    await putProposals({ folder }, dir, [
      proposal({ of: await versionOf(CURRENCY), seen: ['How many EUROS is that?'] }),
      proposal({ id: 'p2', tool: MAIL, of: await versionOf(MAIL), proposed: own }),
    ])
    await request('review.measureAll', { dir })
    const rule = { fixes: 0, breaks: 0 }
    const { accepted, together } = await request('review.preview', { dir, rule })
    expect(accepted).toBe(2)
    expect(together).toMatchObject({ queries: 2, of: 2 })
  })
})

describe('a queue of proposed texts', () => {
  it('keeps a proposal whose tool was deleted, says so, and lets it be rejected', async () => {
    const { request, reply, dir, list, decide } = await reviewing(proposal())
    await request('catalog.remove', { dir, ids: [CURRENCY] })
    expect((await list()).rows).toMatchObject([{ isGone: true, name: 'convert_currency' }])
    expect(await request('review.measureAll', { dir })).toMatchObject({ passedOver: 1 })
    const refused = await reply('review.decide', {
      dir,
      chosen: { ids: ['p1'] },
      verdict: 'accepted',
    })
    expect(refused).toMatchObject({ ok: false, error: { code: 'conflict' } })
    expect(await decide(['p1'], 'rejected')).toMatchObject({ decided: 1 })
  })

  it('undoes after a re-import, and not while the tool is gone', async () => {
    const { request, dir, file, layer, decide } = await reviewing(proposal())
    await decide(['p1'], 'accepted')
    await request('catalog.remove', { dir, ids: [CURRENCY] })
    expect(await request('changes.undo', { dir, of: 'texts' })).toMatchObject({
      undone: 0,
      putBack: 0,
      left: 0,
      gone: 1,
    })
    await request('import.commit', { dir, path: await file('again.json', SMALL_CATALOG) })
    expect(await request('changes.undo', { dir, of: 'texts' })).toMatchObject({
      undone: 1,
      left: 1,
    })
    await decide(['p1'], 'accepted')
    const described = SMALL_CATALOG.map((tool) => ({
      ...tool,
      function: { ...tool.function, description: `${tool.function.description} Anew.` },
    }))
    await request('import.commit', { dir, path: await file('anew.json', described) })
    expect((await layer()).questions).toHaveLength(2)
    expect(await request('changes.undo', { dir, of: 'texts' })).toMatchObject({
      undone: 1,
      putBack: 1,
    })
    expect(await layer()).toEqual({})
  })

  it('tells of a proposal that is empty or ten times too long, and accepts neither', async () => {
    const long = 'word '.repeat(10_000)
    const { list, reply, request, dir, decide } = await reviewing(
      proposal({ id: 'empty', proposed: { questions: [' '] } }),
      proposal({ id: 'long', part: 'description', proposed: { description: long } }),
      proposal({ id: 'none', part: 'topics', proposed: {} }),
    )
    const { rows } = await list()
    expect(rows.map(({ fault }) => fault)).toEqual([
      'It says nothing: there is nothing to accept.',
      'It is too long: 50000 characters, where 4000 are room enough. Edit it, or reject it.',
      'It says nothing: there is nothing to accept.',
    ])
    const { then } = await request('review.proposal', { dir, id: 'long' })
    expect(then.description?.length).toBeLessThan(11_000)
    for (const id of ['empty', 'long', 'none']) {
      const chosen = { ids: [id] }
      expect(await reply('review.decide', { dir, chosen, verdict: 'accepted' })).toMatchObject({
        ok: false,
      })
      expect(await reply('review.measure', { dir, id })).toMatchObject({ ok: false })
    }
    await decide(['long'], 'accepted', { edited: { description: 'Short.' } })
    expect((await list()).counts).toMatchObject({ accepted: 1, open: 2 })
  })

  it('says of a proposal that its tool changed since, but not because of what was accepted beside it', async () => {
    const { request, dir, list, decide, folder } = await reviewing()
    const version = toolVersion((await request('catalog.tool', { dir, id: CURRENCY })).entry)
    const text = { part: 'description', proposed: { description: 'Changes money.' } } as const
    await putProposals({ folder }, dir, [
      proposal({ of: version }),
      proposal({ id: 'p2', of: version, ...text }),
    ])
    expect((await list()).rows.map(({ isStale }) => isStale)).toEqual([false, false])
    await decide(['p2'], 'accepted')
    expect((await list()).rows).toMatchObject([{ id: 'p1', isStale: false }])
    const fields = { description: 'Changes one kind of money into another.' }
    await request('catalog.edit', { dir, id: CURRENCY, fields })
    expect((await list()).rows).toMatchObject([{ id: 'p1', isStale: true }])
  })

  it('has nothing to undo where nothing was decided', async () => {
    const { reply, dir } = await reviewing(proposal())
    expect(await reply('changes.undo', { dir, of: 'texts' })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })
})
