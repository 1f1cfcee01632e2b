import { describe, expect, it } from 'vitest'
import { openApp } from './open-app'

const call = () => ({ signal: new AbortController().signal, emit: () => undefined })

describe('dispatch', () => {
  it('answers an unknown action with an error instead of throwing', async () => {
    const { app } = await openApp()
    expect(await app.dispatch('no.such', {}, call())).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })

  it('does not take names of inherited properties for actions', async () => {
    const { app } = await openApp()
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect(await app.dispatch(name, {}, call())).toMatchObject({ error: { code: 'not-found' } })
    }
  })

  it('refuses a request that is nested too deep to be read, in plain words', async () => {
    const { app, folder } = await openApp()
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)
    const input = { dir: folder, text: 'x', recipe: 'bm25', options: { deep } }
    for (const request of [input, deep]) {
      expect(await app.dispatch('query.run', request, call())).toEqual({
        ok: false,
        error: {
          code: 'bad-input',
          message: 'The request is nested deeper than 200 levels.',
          fix: 'Leave out the inner levels.',
        },
      })
    }
  })

  it('tells of a name that is longer than anyone reads by its beginning', async () => {
    const { request, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const id = (await request('catalog.list', { dir })).rows[0]?.id ?? ('' as never)
    const answer = await reply('catalog.tool', {
      dir,
      id: `${id}${'x'.repeat(1_000_000)}` as typeof id,
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'not-found' } })
    expect(JSON.stringify(answer).length).toBeLessThan(3_000)
  })

  it.each([
    ['catalog.list', { filter: { search: 'a '.repeat(500_000) } }],
    ['golden.queries', { set: 'golden', search: 'a'.repeat(1_000_000) }],
  ])('refuses %s to look for a megabyte of words', async (action, input) => {
    const { app, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    expect(await app.dispatch(action, { dir, ...input }, call())).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: expect.stringMatching(/at most 1000 characters/) },
    })
  })
})
