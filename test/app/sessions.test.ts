import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSessions } from '../../src-main/app/sessions'
import { libraryIn, portsOn } from '../fakes/app-on'
import { emptyFolder } from './open-app'

/** Two open workspaces, and what listeners were told of them. */
async function twoOpen() {
  const folder = await emptyFolder()
  const library = libraryIn(folder)
  const [first, second] = [await library.create('First'), await library.create('Second')]
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
})
