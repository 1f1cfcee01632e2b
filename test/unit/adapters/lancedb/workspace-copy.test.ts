import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { workspaceLibrary } from '../../../../src-main/adapters/lancedb/workspace-library'
import type { WorkspaceStore } from '../../../../src-main/ports/workspace-store'
import { bundle, catalogTool, putting } from '../../../fixtures/workspace/content'
import { program, type Program } from '../../../fixtures/program'
import { sampleWorkspace, stateOf, temporaryFolder } from './temporary-workspaces'

const copyOf = (from: string, to: string, names: string[] = readdirSync(from)): void => {
  for (const name of names) {
    rmSync(join(to, name), { recursive: true, force: true })
    cpSync(join(from, name), join(to, name), { recursive: true })
  }
}

const copyIn = async (): Promise<string> => join(await temporaryFolder(), 'copy')

/** The next commit of a workspace: a tool with its layer and a bundle of its name. */
const next = (store: WorkspaceStore, name: string) =>
  store.commit({ ...putting(catalogTool(name)), bundles: { put: [bundle(name)] } })

async function openedCopy(dir: string): Promise<WorkspaceStore> {
  return workspaceLibrary(await temporaryFolder()).open(dir)
}

describe('a folder that was copied while it was written', () => {
  for (const [what, early] of Object.entries({
    'its tables before a commit and its manifest after it': ['tools', 'layers', 'bundles'],
    'one table before a commit and all else after it': ['layers'],
  })) {
    it(`is opened as the last commit that is whole in it: ${what}`, async () => {
      const { store } = await sampleWorkspace()
      await next(store, 'first')
      const before = await stateOf(store)
      const copy = await copyIn()
      copyOf(store.dir, copy)
      await next(store, 'second')
      await next(store, 'third')
      const late = readdirSync(store.dir).filter(
        (name) => !early.includes(name.split('.')[0] ?? ''),
      )
      copyOf(store.dir, copy, late)

      const opened = await openedCopy(copy)
      expect(await stateOf(opened)).toEqual({ ...before, info: { ...before.info, dir: copy } })
      expect(await next(opened, 'on')).toMatchObject({ revision: before.info.revision + 1 })
      await opened.close()
      const again = await openedCopy(copy)
      expect((await again.tools()).map(({ tool }) => tool.name)).toEqual([
        'find',
        'first',
        'on',
        'send',
      ])
      await again.close()
    })
  }

  it('its manifest first and its tables some commits later is opened as that manifest says', async () => {
    const { store } = await sampleWorkspace()
    const before = await stateOf(store)
    const copy = await copyIn()
    copyOf(store.dir, copy, ['workspace.json'])
    await next(store, 'first')
    await next(store, 'second')
    copyOf(
      store.dir,
      copy,
      readdirSync(store.dir).filter((name) => name.endsWith('.lance')),
    )
    const opened = await openedCopy(copy)
    expect(await stateOf(opened)).toEqual({ ...before, info: { ...before.info, dir: copy } })
    await opened.close()
  })

  it('keeps its last commit where a table is damaged rather than missing, and says which', async () => {
    const { store } = await sampleWorkspace()
    await next(store, 'first')
    const copy = await copyIn()
    copyOf(store.dir, copy)
    const data = join(copy, 'bundles.lance', 'data')
    for (const file of readdirSync(data)) writeFileSync(join(data, file), 'garbage')
    const opened = await openedCopy(copy)
    expect(await opened.info()).toMatchObject({ revision: 2 })
    await expect(opened.read('bundles')).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('"bundles"') as string,
      fix: expect.stringContaining('copy') as string,
    })
    await opened.close()
  })

  it('keeps its last commit where a whole table is missing', async () => {
    const { store } = await sampleWorkspace()
    const copy = await copyIn()
    copyOf(
      store.dir,
      copy,
      readdirSync(store.dir).filter((name) => name !== 'bundles.lance'),
    )
    const opened = await openedCopy(copy)
    expect(await opened.info()).toMatchObject({ revision: 1 })
    expect(await opened.tools()).toHaveLength(2)
    await expect(opened.read('bundles')).rejects.toMatchObject({ code: 'unreadable' })
    await opened.close()
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
