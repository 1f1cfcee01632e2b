import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { workspaceLibrary } from '../../../../src-main/adapters/lancedb/workspace-library'
import type { WorkspaceStore } from '../../../../src-main/ports/workspace-store'
import { bundle, catalogTool, putting } from '../../../fixtures/workspace/content'
import { program, type Program } from '../../../fixtures/program'
import { filesOfPart, recordFiles } from '../../../fixtures/workspace/record-files'
import { filesIn, sampleWorkspace, stateOf, temporaryFolder } from './temporary-workspaces'

/** Nothing can be written where no lock can be made. */
const disk = vi.hoisted(() => ({ readOnly: '' }))
vi.mock('../../../../src-main/adapters/files/lock-file', async (original) => {
  const actual = await original<typeof import('../../../../src-main/adapters/files/lock-file')>()
  const createLock: typeof actual.createLock = (path, holder) =>
    disk.readOnly && path.startsWith(disk.readOnly)
      ? Promise.reject(new Error('EROFS: read-only file system, open'))
      : actual.createLock(path, holder)
  return { ...actual, createLock }
})

afterEach(() => {
  disk.readOnly = ''
})

/** Copies a folder, or some of it onto what was copied before. */
const copyOf = (from: string, to: string, names: string[] = readdirSync(from)): void => {
  for (const name of names) {
    rmSync(join(to, name), { recursive: true, force: true })
    cpSync(join(from, name), join(to, name), { recursive: true })
  }
}

const VERSIONS = join('records.lance', '_versions')

const copyIn = async (): Promise<string> => join(await temporaryFolder(), 'copy')

/** The next commit of a workspace: a tool with its layer and a bundle of its name. */
const next = (store: WorkspaceStore, name: string) =>
  store.commit({ ...putting(catalogTool(name)), bundles: { put: [bundle(name)] } })

async function openedCopy(dir: string): Promise<WorkspaceStore> {
  return workspaceLibrary(await temporaryFolder()).open(dir)
}

const noticesOf = (store: WorkspaceStore): string[] => {
  const notices: string[] = []
  store.onNotice?.((text) => notices.push(text))
  return notices
}

const hint = join(VERSIONS, 'latest_version_hint.json')

describe('a folder that was copied while it was written', () => {
  it('is listed without writing to it: it may be copied still', async () => {
    const { store } = await sampleWorkspace()
    await next(store, 'first')
    const copy = await copyIn()
    copyOf(store.dir, copy)
    await next(store, 'second')
    copyOf(store.dir, copy, [VERSIONS])
    const before = filesIn(copy)
    expect(await workspaceLibrary(join(copy, '..')).list()).toMatchObject([{ dir: copy }])
    expect(filesIn(copy)).toEqual(before)
    const opened = await openedCopy(copy)
    expect(filesIn(copy)).not.toEqual(before)
    await opened.close()
  })

  for (const [what, late] of Object.entries({
    'its files before a commit and its versions after it': [VERSIONS],
    'its files and all else before a commit, and its marker after it': [VERSIONS, 'workspace.json'],
  })) {
    it(`is opened as the last commit that is whole in it: ${what}`, async () => {
      const { store } = await sampleWorkspace()
      await next(store, 'first')
      const before = await stateOf(store)
      const copy = await copyIn()
      copyOf(store.dir, copy)
      await next(store, 'second')
      await next(store, 'third')
      copyOf(store.dir, copy, late)

      const opened = await openedCopy(copy)
      expect(noticesOf(opened)).toEqual([expect.stringContaining('is as of commit 2')])
      expect(await stateOf(opened)).toEqual({ ...before, info: { ...before.info, dir: copy } })
      expect(await next(opened, 'on')).toMatchObject({ revision: before.info.revision + 1 })
      await opened.close()
      const again = await openedCopy(copy)
      expect(noticesOf(again)).toEqual([])
      expect((await again.tools()).map(({ tool }) => tool.name)).toEqual([
        'find',
        'first',
        'on',
        'send',
      ])
      await again.close()
    })
  }

  for (const [what, early] of Object.entries({
    'its versions before a commit and its files after it': [VERSIONS],
    'its hint of the newest version before a commit, and all else after it': [hint],
  })) {
    it(`is opened as what its versions say: ${what}`, async () => {
      const { store } = await sampleWorkspace()
      await next(store, 'first')
      const before = await stateOf(store)
      const copy = await copyIn()
      copyOf(store.dir, copy, early)
      await next(store, 'second')
      await next(store, 'third')
      const after = await stateOf(store)
      const expected = early.includes(hint) ? after : before
      cpSync(store.dir, copy, {
        recursive: true,
        filter: (path) => !early.some((name) => path === join(store.dir, name)),
      })
      const opened = await openedCopy(copy)
      expect(noticesOf(opened)).toEqual([])
      expect(await stateOf(opened)).toEqual({ ...expected, info: { ...expected.info, dir: copy } })
      await next(opened, 'on')
      expect(await opened.tools()).toHaveLength(expected.tools.length + 1)
      await opened.close()
    })
  }

  it('is read as the last commit that is whole where nothing may be written', async () => {
    const { store } = await sampleWorkspace()
    await next(store, 'first')
    const copy = await copyIn()
    copyOf(store.dir, copy)
    await next(store, 'second')
    copyOf(store.dir, copy, [VERSIONS])
    disk.readOnly = copy
    const before = filesIn(copy)
    const opened = await openedCopy(copy)
    expect(await opened.info()).toMatchObject({ revision: 2 })
    expect((await opened.tools()).map(({ tool }) => tool.name)).toEqual(['find', 'first', 'send'])
    await expect(next(opened, 'on')).rejects.toMatchObject({ code: 'storage' })
    await opened.close()
    expect(filesIn(copy)).toEqual(before)
  })

  it('keeps its last commit where a file is damaged rather than missing, and says what of it', async () => {
    const { store } = await sampleWorkspace()
    await store.commit({ bundles: { put: [bundle('first')] } })
    await store.commit({ name: 'after' })
    const copy = await copyIn()
    copyOf(store.dir, copy)
    const [, later = ''] = filesOfPart(store.dir, 'bundles')
    writeFileSync(join(copy, relative(store.dir, later)), 'garbage')
    const opened = await openedCopy(copy)
    expect(await opened.info()).toMatchObject({ revision: 3 })
    await expect(opened.read('bundles')).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('"bundles"') as string,
      fix: expect.stringContaining('copy') as string,
    })
    expect(await opened.tools()).toHaveLength(2)
    await opened.close()
  })

  it('goes back to the commit before where the file of the last one is missing', async () => {
    const { store } = await sampleWorkspace()
    await next(store, 'first')
    const copy = await copyIn()
    copyOf(store.dir, copy)
    rmSync(join(copy, relative(store.dir, recordFiles(store.dir).at(-1) ?? '')))
    const opened = await openedCopy(copy)
    expect(await opened.info()).toMatchObject({ revision: 1, tools: 2 })
    expect(await opened.tools()).toHaveLength(2)
    await opened.close()
  })

  it('of which no commit is whole cannot be opened, and its records are left as they are', async () => {
    const { store } = await sampleWorkspace()
    await next(store, 'first')
    const copy = await copyIn()
    copyOf(store.dir, copy)
    rmSync(join(copy, 'records.lance', 'data'), { recursive: true })
    const before = filesIn(join(copy, 'records.lance'))
    await expect(openedCopy(copy)).rejects.toMatchObject({
      code: 'unreadable',
      fix: expect.stringContaining('copy it again') as string,
    })
    expect(filesIn(join(copy, 'records.lance'))).toEqual(before)
  })
})

describe.skipIf(process.platform === 'win32')('copying beside a writer', () => {
  let committingOften: Program
  beforeAll(async () => {
    committingOften = await program('workspace/commit-often.ts')
  })

  it('gives a workspace that opens, is whole, and is written at once', async () => {
    const { store } = await sampleWorkspace()
    const writing = committingOften.run(store.dir, '25')
    let isOver = false
    void writing.then(() => (isOver = true))
    const folder = await temporaryFolder()
    const copies: string[] = []
    while (!isOver || copies.length === 0) {
      const copy = join(folder, `copy${copies.length}`)
      spawnSync('cp', ['-r', store.dir, copy], { stdio: 'ignore' })
      copies.push(copy)
      await new Promise((resume) => setTimeout(resume, 50))
    }
    expect(await writing).toEqual([0, null])
    for (const copy of copies) {
      const opened = await openedCopy(copy)
      const { state, tools, layers } = await opened.read('tools', 'layers')
      expect(layers.map(({ tool }) => tool)).toEqual(tools.map(({ id }) => id))
      expect(tools).toHaveLength(1 + state.revision)
      expect(await next(opened, 'on')).toMatchObject({ revision: state.revision + 1 })
      await opened.close()
    }
  })
})
