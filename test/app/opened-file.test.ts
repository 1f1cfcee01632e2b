import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handedInFiles, localFiles } from '../../src-main/adapters/files/local-files'
import type { App } from '../../src-main/app/app'
import type { Opened } from '../../src-main/contract/opened'
import { hearOpening } from '../../src-main/hosts/desktop/opened'
import { appOn, libraryIn } from '../fakes/app-on'
import { workerOver } from '../fakes/app'
import { eventually } from '../fixtures/eventually'

vi.mock('electron', () => import('../fakes/electron'))

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'pegboard-test-'))))
afterEach(() => rm(folder, { recursive: true }))

const importOf = (app: App, path: string) =>
  app.dispatch(
    'workspace.import',
    { path },
    { signal: new AbortController().signal, emit: () => undefined },
  )

it('a workspace file that the system opens is imported once it is handed in, and never by its path', async () => {
  const library = libraryIn(folder)
  const made = await library.create('Shop')
  await made.close()
  const path = join(folder, 'shop.pegboard')
  await writeFile(path, await library.exportArchive(made.dir))

  const app = appOn(folder, { files: handedInFiles(localFiles(), []) })
  const worker = workerOver(app)
  const opening = hearOpening()
  const heard: Opened[] = []
  opening.tell((opened) => heard.push(opened))
  opening.start([path], folder)
  await eventually(() => expect(heard).toHaveLength(1))
  const [file] = heard
  expect(await importOf(app, path)).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  const handedIn = await opening.handIn(worker, file?.kind === 'file' ? file.ticket : '')
  expect(handedIn.ok && (await importOf(app, handedIn.data))).toMatchObject({
    data: { name: 'Shop' },
  })
  expect(await library.list()).toHaveLength(2)
  await worker.close()
})
