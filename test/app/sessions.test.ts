import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSessions } from '../../src-main/app/workspaces/sessions'
import { catalogTool } from '../fakes/catalog-tool'
import { libraryIn, portsOn, withStores } from '../fakes/app-on'
import { emptyFolder } from './open-app'

/** Two open workspaces, and what listeners were told of them. */
async function twoOpen() {
  const folder = await emptyFolder()
  const library = libraryIn(folder)
  const first = await library.create('First')
  const second = await library.create('Second')
  const told: string[] = []
  const sessions = openSessions(portsOn(folder), (dir, { revision }) =>
    told.push(`${dir} ${revision}`),
  )
  for (const { dir } of [first, second]) await (await sessions.of(dir)).catalog()
  return { first, second, library, sessions, told }
}

describe('open workspaces', () => {
  it('are looked at for commits of other programs, also when one of them is gone', async () => {
    const { first, second, sessions, told } = await twoOpen()
    await second.commit({ name: 'Changed' })
    rmSync(first.dir, { recursive: true })
    await sessions.refresh()
    expect(told).toEqual([`${second.dir} 1`])
    await sessions.close()
  })

  it('that could not be opened are tried again when they are asked for again', async () => {
    const { first, library, sessions } = await twoOpen()
    const elsewhere = `${first.dir}-elsewhere`
    await expect(sessions.of(elsewhere)).rejects.toMatchObject({ code: 'not-found' })
    await library.create('Late', elsewhere)
    const late = await sessions.of(elsewhere)
    expect(await late.store.info()).toMatchObject({ name: 'Late' })
    expect(await sessions.of(elsewhere)).toBe(late)
    await sessions.close()
  })

  it('are looked at once for all that ask while one looks, and never with an old answer', async () => {
    const folder = await emptyFolder()
    const library = libraryIn(folder)
    const { dir } = await library.create('Busy')
    let looks = 0
    const counting = withStores(library, (store) => ({
      state() {
        looks++
        return store.state()
      },
    }))
    const sessions = openSessions({ ...portsOn(folder), library: counting }, () => undefined)
    const session = await sessions.of(dir)
    const before = await session.catalog()
    looks = 0
    const first = session.catalog()
    const writer = await library.open(dir)
    await writer.commit({ layers: { put: [] }, tools: { put: [catalogTool('late').tool] } })
    const all = await Promise.all(Array.from({ length: 30 }, () => session.catalog()))
    expect(looks).toBeLessThanOrEqual(3)
    expect(all.every((catalog) => catalog.tools.length === 1)).toBe(true)
    expect(before.tools).toEqual([])
    await first
    await writer.close()
    await sessions.close()
  })

  it('tell each that asks at once what failed for it alone', async () => {
    const { first, sessions } = await twoOpen()
    const session = await sessions.of(first.dir)
    const failing = session.withCatalog(() => Promise.reject(new Error('mine')))
    const working = session.withCatalog((catalog) => Promise.resolve(catalog.tools.length))
    await expect(failing).rejects.toThrow('mine')
    expect(await working).toBe(0)
    await sessions.close()
  })
})
