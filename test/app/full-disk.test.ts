import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { libraryIn } from '../fakes/app-on'
import { fillPlace } from '../fixtures/kills/operations'
import { program, type Program } from '../fixtures/program'
import { emptyFolder } from './open-app'

async function linesOf(running: Program, ...args: string[]): Promise<unknown[]> {
  const child = running.start(...args)
  const printed = child.stdout ? text(child.stdout) : ''
  expect(await once(child, 'exit')).toEqual([0, null])
  return (await printed)
    .split('\n')
    .filter((line) => line.startsWith('{') || line.startsWith('['))
    .map((line) => JSON.parse(line) as unknown)
}

describe.skipIf(process.platform === 'win32')('a process that may write nothing more', () => {
  const nothing = ['sh', '-c', 'ulimit -f 0; exec "$0" "$@"']

  it('deletes a workspace, and says of all else that there is no room', async () => {
    const operating = (await program('kills/operate.ts')).under(...nothing)
    const folder = await emptyFolder()
    const library = libraryIn(folder)
    const { dir } = await fillPlace(folder, library)
    const ask = async (action: string, input: object) =>
      (await linesOf(operating, folder, action, JSON.stringify(input))).at(-1)
    const noRoom = {
      ok: false,
      error: { code: 'storage', message: expect.stringContaining('full') as string },
    }
    const edit = { dir, id: 'mail/tool1', layer: { note: 'x' } }
    expect(await ask('catalog.saveLayer', edit)).toMatchObject(noRoom)
    expect(await ask('workspace.create', { name: 'New' })).toMatchObject(noRoom)
    expect(await ask('workspace.duplicate', { dir, name: 'Copy' })).toMatchObject(noRoom)
    const address = join(folder, 'published')
    expect(await ask('publishing.publish', { dir, address })).toMatchObject(noRoom)
    expect(readdirSync(dir).filter((name) => name.includes('lock'))).toEqual([])
    expect(await library.list()).toMatchObject([{ name: 'Base', info: { revision: 1 } }])
    const deletion = await ask('workspace.delete', { dir, confirm: 'Base' })
    expect(deletion).toEqual({ ok: true, data: { deleted: dir } })
    expect(readdirSync(join(folder, 'workspaces'))).toEqual([])
  }, 60_000)
})

const mount = 'mount -t tmpfs -o size=3m none "$2" && exec "$0" "$1" "$2"'
const mayMount = spawnSync('unshare', ['-Urm', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0

describe.runIf(mayMount)('a disk filled to the last byte', () => {
  it('still lets one delete a workspace and answers agents; all else ends with a plain message and loses nothing', async () => {
    const filling = (await program('fill-disk.ts')).under('unshare', '-Urm', 'sh', '-c', mount)
    const printed = await linesOf(filling, await emptyFolder())
    const noRoom = (action: string) =>
      expect.objectContaining({
        action,
        ok: false,
        code: 'storage',
        message: expect.stringContaining('full') as string,
        fix: expect.stringContaining('space') as string,
      }) as unknown
    const done = (action: string) => ({ action, ok: true })
    expect(printed).toEqual([
      noRoom('catalog.saveLayer'),
      noRoom('workspace.create'),
      noRoom('workspace.duplicate'),
      noRoom('workspace.import'),
      noRoom('settings.write'),
      noRoom('knowledge.index'),
      ['notice', expect.stringMatching(/requests not kept: .* the disk is full\.$/)],
      done('serving.search'),
      done('serving.search'),
      done('workspace.delete'),
      done('workspace.list'),
      done('catalog.tool'),
      done('serving.search'),
      ['kept', expect.objectContaining({ counts: expect.objectContaining({ all: 1 }) as unknown })],
      done('catalog.saveLayer'),
      [['Base', 300, 2]],
    ])
  })
})
