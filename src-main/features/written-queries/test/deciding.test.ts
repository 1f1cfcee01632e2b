import { describe, expect, it } from 'vitest'
import { ToolId } from '../../../domain/tool/tool'
import { writing } from '../../../../test/app/writing-queries'

const PAIRS = { sizes: [{ size: 2, count: 3 }], ways: ['random' as const] }
const PASTA = ToolId.parse('cook_pasta')

/** Three queries that the judge kept, and one that it dropped. */
async function written() {
  let left = 3
  const app = await writing({
    judge: () => {
      left -= 0.5
      return { reason: 'So.', solving: left < 0 ? 'none' : left % 1 === 0.5 ? 'exact' : 'partial' }
    },
  })
  await app.draw({ ...PAIRS, sizes: [{ size: 2, count: 4 }] })
  await app.write()
  const { rows } = await app.list()
  const edit = (id: string, changed: object) =>
    app.request('writing.edit', { dir: app.dir, id, ...changed })
  const undo = (batch?: string) =>
    app.request('changes.undo', {
      dir: app.dir,
      ...(batch ? { change: batch } : { of: 'queries' }),
    })
  const counts = async () => (await app.list()).counts
  return { ...app, rows, ids: rows.map(({ id }) => id), edit, undo, counts }
}

describe('deciding written queries', () => {
  it('puts an accepted one at the end of its golden set, with who wrote it and what the judge said', async () => {
    const { ids, rows, decide, golden, counts, request, dir } = await written()
    await decide('accepted', ids.slice(0, 1), 'asked')
    expect(await counts()).toMatchObject({ accepted: 1, waiting: 2, dropped: 1 })
    const queries = await golden('asked')
    expect(queries).toHaveLength(4)
    expect(queries.at(-1)).toEqual({
      id: `written-${ids[0]}`,
      text: rows[0]?.text,
      origin: 'synthetic',
      tools: rows[0]?.bundle.tools,
      extra: {
        written: {
          by: 'model',
          model: 'ollama:scripted',
          prompt: 'write-queries@1',
          id: ids[0],
          at: expect.any(String) as string,
          seed: 1,
          way: 'random',
          judge: {
            model: 'ollama:scripted',
            prompt: 'judge-query@2',
            passed: true,
            whole: 'exact',
            less: 'partial',
          },
          checked: 'by its author',
        },
      },
    })
    const { rows: known } = await request('writing.list', { dir, states: ['accepted'] })
    expect(known[0]).toMatchObject({ near: [], decision: { set: 'asked' } })
  })

  it('accepts all that the judge kept at once, which says that nobody read them', async () => {
    const { request, dir, golden, counts } = await written()
    const chosen = { passed: true as const }
    const done = await request('writing.decide', { dir, verdict: 'accepted', chosen })
    expect(done).toMatchObject({ decided: 3, passedOver: {} })
    expect(await counts()).toMatchObject({ accepted: 3, dropped: 1 })
    const said = (await golden()).map(({ extra }) => extra?.written)
    expect(said).toMatchObject([1, 2, 3].map(() => ({ checked: 'by the judge alone' })))
  })

  it('lets text and tools be edited first, says so, and knows what is no edit', async () => {
    const { ids, rows, edit, decide, golden } = await written()
    const [id = ''] = ids
    const edited = await edit(id, { text: 'Cook me some pasta', tools: [PASTA] })
    expect(edited.tools.map((tool) => tool.id)).toEqual([PASTA])
    const back = await edit(id, { text: rows[0]?.text })
    expect(back.edited).toEqual({ tools: [PASTA] })
    expect((await edit(id, { tools: rows[0]?.bundle.tools.toReversed() })).edited).toBeUndefined()
    await edit(id, { text: 'Cook me some pasta' })
    await decide('accepted', [id])
    expect(await golden()).toMatchObject([
      { text: 'Cook me some pasta', origin: 'synthetic', extra: { written: { edited: ['text'] } } },
    ])
    await expect(edit(id, { text: 'Later' })).rejects.toThrow('This query is accepted')
    await expect(edit(ids[1] ?? '', { tools: ['nowhere'] })).rejects.toThrow('no tool “nowhere”')
  })

  it('takes decisions back, the last first, and leaves what was changed in the golden set since', async () => {
    const { ids, decide, undo, counts, golden, request, dir, file } = await written()
    const [one = '', other = '', third = ''] = ids
    await decide('rejected', [one])
    await decide('accepted', [other, third])
    expect(await undo()).toMatchObject({ undone: 2, putBack: 2, left: 0 })
    // Nothing is left of the set that they made.
    expect((await request('golden.list', { dir })).map(({ name }) => name)).toEqual(['asked'])
    expect(await undo()).toMatchObject({ undone: 1, putBack: 0, left: 0 })
    expect(await counts()).toMatchObject({ waiting: 3, dropped: 1 })
    await expect(undo()).rejects.toThrow('nothing of this kind')
    await decide('accepted', [other, third])
    const [query, second] = await golden()
    const changed = [{ ...query, text: 'Changed since' }, second]
    const path = await file('written.json', { name: 'written', queries: changed })
    await request('golden.import', { dir, path, name: 'written', replace: true })
    expect(await undo()).toMatchObject({ undone: 1, left: 1 })
    expect((await golden()).map(({ text }) => text)).toEqual(['Changed since'])
  })

  it('leaves what stands in another set by now, so that it is not accepted twice', async () => {
    const { ids, decide, undo, golden, request, dir } = await written()
    const [one = '', other = ''] = ids
    await decide('accepted', [one])
    const { id = '' } = (await golden())[0] ?? {}
    await request('golden.move', { dir, set: 'written', ids: [id], to: 'moved' })
    expect(await undo()).toMatchObject({ undone: 0, putBack: 0, left: 1 })
    await decide('accepted', [other], 'mine')
    await request('golden.rename', { dir, set: 'mine', name: 'ours' })
    expect(await undo()).toMatchObject({ undone: 0, putBack: 0, left: 1 })
    expect([await golden('moved'), await golden('ours')]).toMatchObject([[{ id }], [{}]])
  })

  it('leaves a set that was made on purpose, empty as it was', async () => {
    const { ids, decide, undo, golden, request, dir } = await written()
    await request('golden.create', { dir, set: 'mine' })
    await decide('accepted', ids.slice(0, 1), 'mine')
    expect(await undo()).toMatchObject({ undone: 1, putBack: 1, left: 0 })
    expect(await golden('mine')).toEqual([])
  })

  it('gives an accepted query an id of its own where the set has another of that id', async () => {
    const { ids, decide, undo, golden, request, dir, file } = await written()
    const id = `written-${ids[0]}`
    const queries = [{ id, query: 'something else', tools: [PASTA] }]
    await request('golden.import', { dir, path: await file('mine.json', queries) })
    await decide('accepted', ids.slice(0, 1), 'mine')
    expect((await golden('mine')).map((query) => query.id)).toEqual([id, `${id}-2`])
    expect(await undo()).toMatchObject({ undone: 1, putBack: 1, left: 0 })
    expect((await golden('mine')).map(({ text }) => text)).toEqual(['something else'])
  })

  it('passes over what is decided already, names a tool that is gone, or stands in the set word for word', async () => {
    const { ids, rows, decide, edit, request, dir } = await written()
    const [one = '', other = '', third = ''] = ids
    await edit(other, { text: rows[0]?.text?.toUpperCase() })
    expect(await decide('accepted', [one, other])).toMatchObject({
      decided: 1,
      passedOver: { there: 1 },
    })
    expect(await decide('accepted', [one, 'nowhere'])).toEqual({
      decided: 0,
      passedOver: { decided: 1, absent: 1 },
    })
    await request('catalog.remove', { dir, ids: [rows[2]?.bundle.tools[0] ?? PASTA] })
    await expect(decide('accepted', [third])).rejects.toThrow('not in the catalog any more')
    expect(await decide('rejected', [third])).toMatchObject({ decided: 1 })
  })

  it('tells of golden queries and indexed texts that say nearly the same', async () => {
    const { ids, edit, request, dir } = await written()
    const layer = { questions: ['How is pasta cooked?'] }
    await request('catalog.saveLayer', { dir, id: PASTA, layer })
    await request('history.add', { dir, query: 'how is the pasta cooked', tools: [PASTA] })
    const { near } = await edit(ids[0] ?? '', { text: 'How is Pasta cooked' })
    expect(near.map(({ of, where }) => [of, where])).toEqual([
      ['golden', 'asked'],
      ['question', PASTA],
      ['logged', 'logged queries'],
    ])
  })

  it('lists for one who asks while another one stops', async () => {
    const { reply, request, dir, file } = await written()
    const many = Array.from({ length: 200 }, (_, at) => ({
      id: `m${at}`,
      query: `ask for thing number ${at}`,
      tools: [PASTA],
    }))
    await request('golden.import', { dir, path: await file('many.json', many) })
    const stop = new AbortController()
    const stopped = reply('writing.list', { dir }, stop.signal)
    const other = reply('writing.list', { dir })
    setTimeout(() => stop.abort(), 1)
    await stopped
    expect(await other).toMatchObject({ ok: true, data: { total: 4 } })
  })
})
