import { describe, expect, it } from 'vitest'
import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import { GOLDEN } from '../../src-main/domain/query/golden-limits'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp, type AppUnderTest } from './open-app'
import { programsOnOneFolder, twoPrograms } from './two-programs'

const tool = (id: string): ToolId => ToolId.parse(id)
const SEND = tool('send_email')
const WEATHER = tool('get_weather')

/** The queries of a set as their texts. */
async function textsOf({ request }: AppUnderTest, dir: string, set = 'asked'): Promise<string[]> {
  const { queries } = await request('golden.queries', { dir, set })
  return queries.map(({ text }) => text)
}

async function queryOf({ request }: AppUnderTest, dir: string, id: string): Promise<GoldenQuery> {
  const { queries } = await request('golden.queries', { dir, set: 'asked' })
  const found = queries.find((query) => query.id === id)
  if (!found) throw new Error(`no query ${id}`)
  return found
}

const small = async () => {
  const app = await openApp()
  return { app, dir: await app.smallWorkspace() }
}

describe('a golden query', () => {
  it('is written into a set that is made for it, with all that it may hold', async () => {
    const { app, dir } = await small()
    const query = {
      text: '  and tell Dana about it ',
      tools: [SEND, WEATHER],
      grades: { [SEND]: 2 },
      calls: [{ tool: SEND, arguments: { to: ['dana@example.org'] } }],
      turns: ['what is the weather in Zurich?'],
      tags: ['mail', 'follow-up'],
    }
    const saved = await app.request('golden.save', { dir, set: 'own', query })
    expect(saved).toMatchObject({ isNew: true, queries: 1, leaks: [], notices: [] })
    const kept = await app.request('golden.queries', { dir, set: 'own' })
    expect(kept.queries).toEqual([
      { ...query, text: 'and tell Dana about it', id: saved.query.id, origin: 'human' },
    ])
  })

  it('keeps what its editor does not know, but for what was recorded of other words', async () => {
    const { app, dir } = await small()
    const rewritten = { toolNeeds: [], extractedArguments: { place: 'text' } }
    const path = await app.file('rich.json', [
      {
        id: 'r',
        query: 'rain in Rome',
        tools: ['get_weather'],
        fold: 3,
        origin: 'published',
        rewritten,
      },
    ])
    await app.request('golden.import', { dir, path })
    const [base] = (await app.request('golden.queries', { dir, set: 'rich' })).queries
    if (!base) throw new Error('nothing imported')
    const tags = ['rain']
    const tagged = await app.request('golden.save', {
      dir,
      set: 'rich',
      base,
      query: { ...base, tags },
    })
    expect(tagged.query).toEqual({ ...base, tags })
    const reworded = await app.request('golden.save', {
      dir,
      set: 'rich',
      base: tagged.query,
      query: { ...tagged.query, text: 'rain in Paris' },
    })
    expect(reworded.query).toMatchObject({ origin: 'human', extra: { fold: 3 } })
    expect(reworded.query.rewritten).toBeUndefined()
  })

  it.each([
    [
      'no tool and no word that none is right',
      { text: 'tell a joke', tools: [] },
      /No tool is named/,
    ],
    ['tools and that none is right', { text: 'x', tools: [SEND], noTool: true }, /names some/],
    ['a tool that is nowhere', { text: 'x', tools: [tool('gone')] }, /no tool “gone”/],
    ['no text', { text: '  ', tools: [SEND] }, /no text/],
    [
      'a text beyond its bound',
      { text: 'x'.repeat(GOLDEN.longestText + 1), tools: [SEND] },
      /4000/,
    ],
    ['an empty earlier turn', { text: 'x', tools: [SEND], turns: [' '] }, /turn is empty/],
    [
      'too many turns',
      { text: 'x', tools: [SEND], turns: Array(51).fill('t') as string[] },
      /50 earlier/,
    ],
    [
      'a grade of a tool that is not right',
      { text: 'x', tools: [SEND], grades: { [WEATHER]: 1 } },
      /has a grade/,
    ],
    ['a grade of nothing', { text: 'x', tools: [SEND], grades: { [SEND]: 0 } }, /above 0/],
    ['a tag without words', { text: 'x', tools: [SEND], tags: [''] }, /tag is empty/],
    ['a tag beyond its bound', { text: 'x', tools: [SEND], tags: ['t'.repeat(61)] }, /60/],
    [
      'arguments that the tool does not take',
      { text: 'x', tools: [SEND], calls: [{ tool: SEND, arguments: { to: 'Dana' } }] },
      /The call of “send_email” does not fit: to is a string, not an array/,
    ],
    [
      'a call of a tool that is not right',
      { text: 'x', tools: [SEND], calls: [{ tool: WEATHER, arguments: {} }] },
      /no right tool/,
    ],
  ])('with %s is refused in words', async (_, query, why) => {
    const { app, dir } = await small()
    const reply = await app.reply('golden.save', { dir, set: 'asked', query })
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: expect.stringMatching(why) },
    })
    const checked = await app.request('golden.check', { dir, set: 'asked', query })
    expect(checked.faults.join(' ')).toMatch(why)
    expect(await textsOf(app, dir)).toHaveLength(4)
  })

  it('of words that the set has already is refused, whatever their case and spaces', async () => {
    const { app, dir } = await small()
    const query = { text: 'Send an  EMAIL to Dana', tools: [SEND] }
    const reply = await app.reply('golden.save', { dir, set: 'asked', query })
    expect(reply).toMatchObject({
      error: { code: 'conflict', message: expect.stringMatching(/these words/) },
    })
    const checked = await app.request('golden.check', { dir, set: 'asked', query })
    expect(checked.same?.id).toBe('q1')
    const after = { ...query, turns: ['who is on holiday?'] }
    expect((await app.request('golden.save', { dir, set: 'asked', query: after })).isNew).toBe(true)
  })

  it('may keep a tool that has left the catalog, and get no other that is gone', async () => {
    const { app, dir } = await small()
    await app.request('catalog.remove', { dir, ids: [WEATHER] })
    const base = await queryOf(app, dir, 'q2')
    const tags = { ...base, tags: ['old'] }
    await app.request('golden.save', { dir, set: 'asked', base, query: tags })
    const { rows, counts } = await app.request('golden.page', { dir, set: 'asked', show: 'astray' })
    expect(rows.map(({ id, tools }) => [id, tools[0]?.isInCatalog])).toEqual([['q2', false]])
    expect(counts).toMatchObject({ all: 4, astray: 1 })
    const query = { text: 'another', tools: [WEATHER] }
    expect(await app.reply('golden.save', { dir, set: 'asked', query })).toMatchObject({
      ok: false,
    })
  })
})

describe('many golden queries', () => {
  it('are put into a set at once, those that cannot be are told and the others added', async () => {
    const { app, dir } = await small()
    const query = (text: string, tools: ToolId[]) => ({
      id: 'q1',
      text,
      tools,
      origin: 'synthetic' as const,
    })
    const queries = [
      query('send an email to DANA', [SEND]),
      query('is it windy', [WEATHER]),
      query('fly to the moon', [tool('rocket')]),
      query('tell a joke', []),
    ]
    const {
      added,
      refused,
      change = '',
    } = await app.request('golden.add', { dir, set: 'asked', queries })
    expect([added, refused.map(({ at, why }) => [at, why])]).toEqual([
      2,
      [
        [0, expect.stringMatching(/these words already/)],
        [2, expect.stringMatching(/no tool “rocket”/)],
      ],
    ])
    const { queries: all } = await app.request('golden.queries', { dir, set: 'asked' })
    expect(new Set(all.map(({ id }) => id)).size).toBe(6)
    await app.request('changes.undo', { dir, change })
    expect(await textsOf(app, dir)).toHaveLength(4)
  })
})

describe('two programs', () => {
  it('that write into one set at once lose nothing of each other', async () => {
    const { first, second, dir } = await twoPrograms((other, at) =>
      other.request('golden.save', {
        dir: at,
        set: 'asked',
        query: { text: 'hail?', tools: [WEATHER] },
      }),
    )
    const query = { text: 'snow?', tools: [WEATHER] }
    await first.request('golden.save', { dir, set: 'asked', query })
    const texts = await textsOf(second, dir)
    expect(texts).toHaveLength(6)
    expect(texts.slice(4).sort()).toEqual(['hail?', 'snow?'])
  })

  it('that change one query to different things are told, and neither loses', async () => {
    const { first, second, meanwhile } = await programsOnOneFolder()
    const dir = await first.smallWorkspace()
    const base = await queryOf(first, dir, 'q1')
    const theirs = { ...base, text: 'mail Dana the plan' }
    meanwhile(() => second.request('golden.save', { dir, set: 'asked', base, query: theirs }))
    const query = { ...base, text: 'mail Dana the minutes' }
    const reply = await first.reply('golden.save', { dir, set: 'asked', base, query })
    expect(reply).toMatchObject({ ok: false, error: { code: 'conflict' } })
    expect(await textsOf(first, dir)).toContain('mail Dana the plan')
    const again = { dir, set: 'asked', base: await queryOf(first, dir, 'q1'), query }
    expect((await first.request('golden.save', again)).query.text).toBe('mail Dana the minutes')
  })

  it('that change one query to the same thing agree', async () => {
    const { first, second, meanwhile } = await programsOnOneFolder()
    const dir = await first.smallWorkspace()
    const base = await queryOf(first, dir, 'q1')
    const edit = { dir, set: 'asked', base, query: { ...base, text: 'mail Dana' } }
    meanwhile(() => second.request('golden.save', edit))
    expect((await first.request('golden.save', edit)).change).toBeUndefined()
  })

  it('of which one removes the query that the other edits: that one is told', async () => {
    const { first, second, meanwhile } = await programsOnOneFolder()
    const dir = await first.smallWorkspace()
    const base = await queryOf(first, dir, 'q1')
    meanwhile(() => second.request('golden.remove', { dir, set: 'asked', ids: ['q1'] }))
    const edit = { dir, set: 'asked', base, query: { ...base, text: 'mail Dana' } }
    expect(await first.reply('golden.save', edit)).toMatchObject({ error: { code: 'not-found' } })
  })
})

describe('every change of golden sets', () => {
  const ids = ['q2', 'q3']
  const changes: Record<
    string,
    (app: AppUnderTest, dir: string) => Promise<{ change?: string | undefined }>
  > = {
    save: (app, dir) =>
      app.request('golden.save', { dir, set: 'asked', query: { text: 'new', tools: [SEND] } }),
    remove: (app, dir) => app.request('golden.remove', { dir, set: 'asked', ids }),
    tag: (app, dir) => app.request('golden.tag', { dir, set: 'asked', ids, add: ['hard'] }),
    move: (app, dir) => app.request('golden.move', { dir, set: 'asked', ids, to: 'other' }),
    copy: (app, dir) =>
      app.request('golden.move', { dir, set: 'asked', ids, to: 'other', copy: true }),
    split: (app, dir) =>
      app.request('golden.split', {
        dir,
        set: 'asked',
        way: { by: 'seed', share: 0.5 },
        names: { part: 'a', rest: 'b' },
      }),
    create: (app, dir) => app.request('golden.create', { dir, set: 'empty' }),
    rename: (app, dir) => app.request('golden.rename', { dir, set: 'asked', name: 'renamed' }),
    delete: (app, dir) => app.request('golden.delete', { dir, set: 'asked' }),
  }
  const all = async (app: AppUnderTest, dir: string) => {
    const sets = await app.request('golden.list', { dir })
    const read = sets.map(async ({ name }) => [
      name,
      (await app.request('golden.queries', { dir, set: name })).queries,
    ])
    return Object.fromEntries((await Promise.all(read)) as [string, GoldenQuery[]][])
  }

  it.each(Object.keys(changes))('%s is one commit, undone and done again', async (name) => {
    const { app, dir } = await small()
    const before = await all(app, dir)
    const { revision } = await app.request('workspace.read', { dir })
    const { change = '' } = (await changes[name]?.(app, dir)) ?? {}
    const after = await all(app, dir)
    expect(after).not.toEqual(before)
    expect((await app.request('workspace.read', { dir })).revision).toBe(revision + 1)
    await app.request('changes.undo', { dir, change })
    expect(await all(app, dir)).toEqual(before)
    await app.request('changes.redo', { dir, change })
    expect(await all(app, dir)).toEqual(after)
  })

  it('is not undone where somebody changed the same since, and nothing else is', async () => {
    const { app, dir } = await small()
    const { change = '' } = await app.request('golden.tag', {
      dir,
      set: 'asked',
      ids,
      add: ['hard'],
    })
    await app.request('golden.remove', { dir, set: 'asked', ids: ['q3'] })
    const reply = await app.reply('changes.undo', { dir, change })
    expect(reply).toMatchObject({
      error: { code: 'conflict', message: expect.stringMatching(/was changed/) },
    })
    expect((await queryOf(app, dir, 'q2')).tags).toEqual(['hard'])
  })

  it('leaves what others wrote since where it is', async () => {
    const { app, dir } = await small()
    const { change = '' } = await app.request('golden.remove', { dir, set: 'asked', ids })
    await app.request('golden.save', { dir, set: 'asked', query: { text: 'new', tools: [SEND] } })
    await app.request('changes.undo', { dir, change })
    expect(
      (await app.request('golden.queries', { dir, set: 'asked' })).queries.map(({ id }) => id),
    ).toEqual(['q1', 'q2', 'q3', 'q4', expect.stringMatching(/^q-/)])
  })
})

describe('golden sets', () => {
  it('have names of their own', async () => {
    const { app, dir } = await small()
    const taken = { error: { code: 'conflict', message: expect.stringMatching(/“asked” already/) } }
    expect(await app.reply('golden.create', { dir, set: 'asked' })).toMatchObject(taken)
    await app.request('golden.create', { dir, set: 'other' })
    expect(await app.reply('golden.rename', { dir, set: 'other', name: 'asked' })).toMatchObject(
      taken,
    )
    const split = { dir, set: 'asked', way: { by: 'seed' as const, share: 0.5 } }
    expect(
      await app.reply('golden.split', { ...split, names: { part: 'other', rest: 'c' } }),
    ).toMatchObject({ error: { code: 'conflict' } })
  })

  it('stay empty when they are made, and are measured by a clear word', async () => {
    const { app, dir } = await small()
    await app.request('golden.create', { dir, set: 'empty' })
    expect(await app.request('golden.queries', { dir, set: 'empty' })).toMatchObject({ total: 0 })
    expect(
      await app.reply('evaluation.run', { dir, goldenSet: 'empty', recipes: [{ recipe: 'bm25' }] }),
    ).toMatchObject({ error: { code: 'bad-input' } })
  })

  it('split by tools keep the tools apart, and tell of queries on both sides', async () => {
    const { app, dir } = await small()
    const split = await app.request('golden.split', {
      dir,
      set: 'asked',
      way: { by: 'tools', tools: [SEND] },
      names: { part: 'mail', rest: 'others' },
    })
    expect(split).toMatchObject({
      part: 1,
      rest: 2,
      tools: 1,
      both: { queries: 1, first: [{ id: 'q3' }] },
    })
    expect(await textsOf(app, dir, 'mail')).toEqual(['send an email to Dana'])
    expect(await textsOf(app, dir, 'asked')).toHaveLength(4)
  })

  it('split by seed are the same for the same seed, and nothing is in both', async () => {
    const { app, dir } = await small()
    const way = { by: 'seed' as const, share: 0.5, seed: 7 }
    for (const [part, rest] of [
      ['a', 'b'],
      ['c', 'd'],
    ] as const) {
      await app.request('golden.split', { dir, set: 'asked', way, names: { part, rest } })
    }
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((set) => textsOf(app, dir, set)))
    expect(a).toEqual(c)
    expect([...(a ?? []), ...(b ?? [])].sort()).toEqual((await textsOf(app, dir)).sort())
  })

  it('take queries of others without their ids or words twice', async () => {
    const { app, dir } = await small()
    const move = { dir, set: 'asked', ids: ['q1', 'q2'], to: 'other', copy: true }
    expect(await app.request('golden.move', move)).toMatchObject({ moved: 2, left: 0 })
    expect(await app.request('golden.move', { ...move, copy: false })).toEqual({
      moved: 0,
      left: 2,
    })
    expect(await textsOf(app, dir)).toHaveLength(4)
  })
})
