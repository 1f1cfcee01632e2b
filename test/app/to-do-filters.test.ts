import { describe, expect, it } from 'vitest'
import type { EdgeClue } from '../../src-main/domain/proposal/edge'
import type { ActionInput } from '../../src-main/features/actions'
import { AIRLINE } from './airline'
import { openApp } from './open-app'
import { CURRENCY, proposal, reviewing } from './reviewing'

const kitchen = (name: string, description: string, intent: string) => ({
  name,
  description,
  parameters: { type: 'object', properties: {} },
  examples: [{ intent, arguments: {} }],
})
const KITCHEN = {
  server: null,
  tools: [
    kitchen('cook_pasta', 'Tells how pasta is cooked.', 'Boil me some pasta'),
    kitchen('fry_eggs', 'Tells how eggs are fried.', 'Make me breakfast'),
  ],
}

describe('what the queue shows', () => {
  /** A workspace with findings, proposed texts and proposed edges, nothing of it decided. */
  async function proposed() {
    const all = await openApp()
    const { request, file } = all
    const dir = await all.smallWorkspace()
    for (const [name, content] of Object.entries({
      'kitchen.json': KITCHEN,
      'airline.json': AIRLINE,
    })) {
      await request('import.commit', { dir, path: await file(name, content) })
    }
    await request('enhance.collect', { dir })
    await request('proposals.find', { dir })
    const queue = (filters: Omit<ActionInput<'queue.list'>, 'dir'> = {}) =>
      request('queue.list', { dir, ...filters })
    const things = (filters: Omit<ActionInput<'queue.things'>, 'dir'>) =>
      request('queue.things', { dir, ...filters })
    return { ...all, dir, queue, things }
  }

  it('is narrowed by rule and by severity, with as many findings as lint finds', async () => {
    const { request, dir, queue, things } = await proposed()
    const { rules } = await queue()
    const rule = rules.find(({ found }) => found > 0)
    const { total } = await request('lint.run', { dir, rules: [rule?.id ?? ''] })
    const filters = { kinds: ['finding'], rules: [rule?.id ?? ''] }
    const { shown, rows } = await queue(filters)
    expect(shown.finding).toBe(total)
    expect(rows.reduce((sum, { counts }) => sum + (counts.finding ?? 0), 0)).toBe(total)
    expect(
      (await things({ ...filters, kind: 'finding' })).findings.map((each) => each.rule),
    ).toEqual(Array.from({ length: total }, () => rule?.id))
    const severe = await queue({ kinds: ['finding'], severities: ['error'] })
    const errors = rules.filter(({ severity }) => severity === 'error')
    expect(severe.shown.finding).toBe(errors.reduce((sum, { found }) => sum + found, 0))
    await expect(queue({ rules: ['luck'] })).rejects.toThrow('There is no lint rule “luck”.')
  })

  it('leaves other kinds as they are where one is narrowed', async () => {
    const { queue } = await proposed()
    const before = (await queue()).shown
    const after = (await queue({ atLeast: 1, gates: ['helps'] })).shown
    expect(after).toEqual({ ...before, text: 0, edge: 0 })
    expect(before.edge).toBeGreaterThan(0)
    expect(before.text).toBeGreaterThan(0)
  })

  it('is narrowed by what was measured of texts and by their part', async () => {
    const { request, dir, queue } = await proposed()
    const { gates, parts, shown } = await queue()
    expect(gates.unmeasured).toBe(shown.text)
    expect(parts).toEqual({ questions: shown.text })
    await request('review.measureAll', { dir })
    const measuredNow = await queue({ kinds: ['text'] })
    expect(measuredNow.gates.unmeasured).toBe(0)
    for (const gate of ['helps', 'no-change', 'harms', 'untold'] as const) {
      expect((await queue({ kinds: ['text'], gates: [gate] })).shown.text).toBe(
        measuredNow.gates[gate],
      )
    }
    expect((await queue({ kinds: ['text'], parts: ['topics'] })).total).toBe(0)
  })

  it('is narrowed by how sure edges are and by what speaks for them', async () => {
    const { request, dir, queue, things } = await proposed()
    const { rows } = await request('proposals.list', { dir, sort: 'probability' })
    const sure = rows[0]?.probability ?? 0
    const surest = rows.filter(({ probability = 0 }) => probability >= sure)
    const filters = { kinds: ['edge'], atLeast: sure }
    expect((await queue(filters)).shown.edge).toBe(surest.length)
    const { edges } = await things({ ...filters, kind: 'edge' })
    expect(edges).toEqual(expect.arrayContaining(surest.map(({ from, on }) => ({ from, on }))))
    const first = (await queue({ kinds: ['edge'], sort: 'sure' })).rows[0]
    expect(surest.map(({ from }) => from)).toContain(first?.tool)
    const { clues } = await queue()
    const counts = await Promise.all(
      Object.keys(clues).map(async (clue) => {
        const only = await queue({ kinds: ['edge'], clues: [clue as EdgeClue] })
        return [clue, only.shown.edge]
      }),
    )
    expect(Object.fromEntries(counts)).toEqual(clues)
  })

  it('holds what words of a thing hold, and everything of a tool of that name', async () => {
    const { request, dir, queue } = await proposed()
    const { rows } = await request('proposals.list', { dir })
    const edge = rows[0]
    const found = await queue({ kinds: ['edge'], search: edge?.on ?? '' })
    expect(found.rows.map(({ tool }) => tool)).toContain(edge?.from)
    const all = await queue()
    const own = all.rows.find(({ tool }) => tool === edge?.from)
    const named = await queue({ search: edge?.from ?? '' })
    expect(named.rows.find(({ tool }) => tool === edge?.from)).toEqual(own)
  })

  it('is what was decided, the last first, where that is asked for', async () => {
    const { request, dir, queue, things } = await proposed()
    const before = (await queue()).states
    expect(before).toMatchObject({ accepted: 0, rejected: 0, skipped: 0 })
    const { edges } = await things({ kind: 'edge' })
    const { texts } = await things({ kind: 'text' })
    const { findings } = await things({ kind: 'finding' })
    const [edge] = edges
    const [text] = texts
    const [finding] = findings
    if (!edge || text === undefined || !finding) throw new Error('There is too little to decide.')
    await request('proposals.decide', { dir, chosen: { pairs: [edge] }, verdict: 'rejected' })
    await request('lint.setAside', { dir, findings: [finding], reason: 'It is meant so.' })
    await request('review.decide', { dir, chosen: { ids: [text] }, verdict: 'accepted' })
    const rejected = await queue({ state: 'rejected' })
    expect(rejected.shown).toMatchObject({ edge: 1, finding: 1, text: 0, missed: 0 })
    const tools = [finding.tool, edge.from]
    expect(rejected.rows.map(({ tool }) => tool)).toEqual([...new Set(tools)])
    const { items } = await request('queue.tool', { dir, tool: edge.from, state: 'rejected' })
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: 'edge',
        proposal: expect.objectContaining({
          on: edge.on,
          decision: expect.objectContaining({ verdict: 'rejected' }) as object,
        }) as object,
      }),
    )
    const accepted = await queue({ state: 'accepted' })
    expect([accepted.total, accepted.shown.text]).toEqual([1, 1])
  })

  it('says of one tool how much of it the filters leave out', async () => {
    const { request, dir, queue } = await proposed()
    const [row] = (await queue({ kinds: ['edge'] })).rows
    const tool = row?.tool ?? ''
    const whole = await request('queue.tool', { dir, tool })
    expect(whole.leftOut).toBe(0)
    const edges = await request('queue.tool', { dir, tool, kinds: ['edge'] })
    expect(edges.items.every(({ kind }) => kind === 'edge')).toBe(true)
    expect(edges.items.length + edges.leftOut).toBe(whole.items.length)
    expect(edges.items.length).toBe(row?.counts.edge)
  })

  it('says of one tool how much of it is too much to be given', async () => {
    const put = Array.from({ length: 503 }, (_, at) => proposal({ id: `p${at}` }))
    const { request, dir } = await reviewing(...put)
    const answer = await request('queue.tool', { dir, tool: CURRENCY, kinds: ['text'] })
    expect(answer.items).toHaveLength(500)
    const { shown } = await request('queue.list', { dir, about: CURRENCY })
    const all = Object.values(shown).reduce((sum, count) => sum + count)
    expect(shown.text).toBe(503)
    expect(answer.leftOut).toBe(all - 500)
  })

  it('is named for chosen tools alone, and no more of it than is asked for', async () => {
    const { things, queue } = await proposed()
    const all = await things({ kind: 'edge' })
    expect(all.edges).toHaveLength(all.total)
    const first = await things({ kind: 'edge', limit: 1 })
    expect([first.total, first.edges]).toEqual([all.total, all.edges.slice(0, 1)])
    const [row] = (await queue({ kinds: ['edge'] })).rows
    const own = await things({ kind: 'edge', tools: [row?.tool ?? ''] })
    expect(own.edges.map(({ from }) => from)).toEqual(
      Array.from({ length: row?.counts.edge ?? 0 }, () => row?.tool),
    )
    expect((await things({ kind: 'edge', kinds: ['text'] })).total).toBe(0)
  })

  it('is named in the order in which it is listed', async () => {
    const { things, queue } = await proposed()
    for (const sort of ['name', 'sure', 'worth'] as const) {
      const { rows } = await queue({ kinds: ['edge'], sort })
      const { edges } = await things({ kinds: ['edge'], kind: 'edge', sort })
      expect([...new Set(edges.map(({ from }) => from))]).toEqual(rows.map(({ tool }) => tool))
      const first = await things({ kinds: ['edge'], kind: 'edge', sort, limit: 1 })
      expect(first.edges[0]?.from).toBe(rows[0]?.tool)
    }
  })

  it('is of one tool alone, with the edges to it, where one is named', async () => {
    const { request, dir, queue, things } = await proposed()
    const [edge] = (await things({ kind: 'edge' })).edges
    const about = edge?.on ?? ''
    const { rows } = await request('proposals.list', { dir, tool: about })
    const { edges } = await things({ kind: 'edge', about })
    const named = (pairs: readonly { from: string; on: string }[]) =>
      pairs.map(({ from, on }) => `${from} ${on}`).sort()
    expect(named(edges)).toEqual(named(rows))
    const { shown } = await queue({ about })
    const counts = (await queue()).rows.find(({ tool }) => tool === about)?.counts
    expect(shown).toMatchObject({ finding: counts?.finding ?? 0, text: counts?.text ?? 0 })
    expect((await queue({ about: 'no such tool' })).total).toBe(0)
  })

  it('counts what was measured of what waits alone', async () => {
    const { request, dir, queue, things } = await proposed()
    const [text = ''] = (await things({ kind: 'text' })).texts
    await request('review.decide', { dir, chosen: { ids: [text] }, verdict: 'rejected' })
    const rejected = await queue({ state: 'rejected' })
    expect(rejected.shown.text).toBe(1)
    expect(Object.values(rejected.gates).reduce((sum, count) => sum + count)).toBe(0)
    expect((await queue()).gates.unmeasured).toBeGreaterThan(0)
  })

  it('refuses filters of no value, of too many and of too long ones', async () => {
    const { reply, dir } = await proposed()
    const wrong: Pick<ActionInput<'queue.list'>, 'kinds' | 'rules' | 'gates'>[] = [
      { kinds: [] },
      { rules: [] },
      { gates: [] },
      { kinds: ['k'.repeat(201)] },
      { rules: Array.from({ length: 101 }, () => 'edge-self') },
    ]
    const refused = {
      ok: false,
      error: {
        code: 'bad-input',
        message: expect.stringContaining('This cannot be done') as string,
      },
    }
    for (const filters of wrong) {
      expect(await reply('queue.list', { dir, ...filters })).toMatchObject(refused)
      expect(await reply('queue.things', { dir, kind: 'text', ...filters })).toMatchObject(refused)
    }
  })

  it('is asked for anew by windows once texts were measured', async () => {
    const { app, request, dir } = await proposed()
    const told = new Set<string>()
    app.onBroadcast((event) => {
      if (event.kind === 'outdated' && event.dir === dir) told.add(event.action)
    })
    await request('review.measureAll', { dir })
    expect([...told]).toEqual(expect.arrayContaining(['queue.list', 'queue.things', 'queue.tool']))
    told.clear()
    expect(await request('review.measureAll', { dir })).toMatchObject({ measured: 0 })
    expect([...told]).toEqual([])
  })

  it('keeps texts of a tool that is gone until they are rejected', async () => {
    const { request, dir, queue } = await proposed()
    const { rows } = await queue({ kinds: ['text'] })
    const tool = rows[0]?.tool ?? ''
    await request('catalog.remove', { dir, ids: [tool] })
    const gone = (await queue({ kinds: ['text'] })).rows.find((each) => each.tool === tool)
    expect(gone).toMatchObject({ name: tool, isGone: true })
    const { items } = await request('queue.tool', { dir, tool })
    const ids = items.flatMap((item) => (item.kind === 'text' ? [item.proposal.id] : []))
    expect(ids).toHaveLength(gone?.counts.text ?? 0)
    await request('review.decide', { dir, chosen: { ids }, verdict: 'rejected' })
    expect((await queue({ kinds: ['text'] })).rows.map((each) => each.tool)).not.toContain(tool)
  })

  it('is measured, and accepted by rule, among those named and no others', async () => {
    const { request, dir, things } = await proposed()
    const [text, ...others] = (await things({ kind: 'text' })).texts
    if (text === undefined || others.length === 0) throw new Error('There are too few texts.')
    const { measured: done } = await request('review.measureAll', { dir, among: [text] })
    expect(done).toBe(1)
    await request('review.measureAll', { dir })
    const rule = { fixes: 0, breaks: 100, noNeighbourWorse: false }
    const { accepted } = await request('review.preview', { dir, rule })
    expect(accepted).toBeGreaterThan(1)
    const among = await request('review.preview', { dir, rule, among: [text] })
    const { decided } = await request('review.decide', {
      dir,
      chosen: { rule, among: [text] },
      verdict: 'accepted',
    })
    expect(decided).toBe(among.accepted)
    expect(decided).toBeLessThanOrEqual(1)
  })
})
