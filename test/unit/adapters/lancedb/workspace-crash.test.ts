import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WriteStep } from '../../../../src-main/adapters/lancedb/records/write-step'
import { isWorkspaceLockFile } from '../../../../src-main/adapters/lancedb/tables/workspace-lock'
import type { WorkspaceStore } from '../../../../src-main/ports/workspace-store'
import { catalogTool, putting } from '../../../fixtures/workspace/content'
import { program, type Program } from '../../../fixtures/program'
import { sampleWorkspace, stateOf } from './temporary-workspaces'

const lockFilesIn = (dir: string): string[] => readdirSync(dir).filter(isWorkspaceLockFile)

const contentOf = async (store: WorkspaceStore) => {
  const { info, ...content } = await stateOf(store)
  const { runs } = await store.read('runs')
  const tools = await store.tools()
  return {
    ...content,
    name: info.name,
    runs: runs.map(({ id }) => id),
    noteOfFind: tools.find(({ tool }) => tool.name === 'find')?.layer.note,
  }
}

/** What the sample holds, and what the commit of the process that stops makes of it. */
const before = {
  name: 'before',
  tools: ['mail/find', 'mail/send'],
  layers: ['mail/find', 'mail/send'],
  queries: 12,
  bundles: ['old'],
  runs: [],
  noteOfFind: undefined,
}
const after = {
  name: 'after',
  tools: ['mail/find', 'mail/new'],
  layers: ['mail/find'],
  queries: 5,
  bundles: ['new', 'old'],
  runs: ['r'],
  noteOfFind: 'after',
}
const withAdded = (content: typeof before | typeof after) => ({
  ...content,
  tools: ['mail/added', ...content.tools],
  layers: ['mail/added', ...content.layers],
})

let committing: Program
let committingOften: Program
beforeAll(async () => {
  committingOften = await program('workspace/commit-often.ts')
  committing = await program('workspace/commit-and-stop.ts')
})

describe('of two writers one is killed', () => {
  const steps: [step: WriteStep, left: typeof before | typeof after][] = [
    ['commit begun', before],
    ['commit written', after],
  ]
  for (const [step, left] of steps) {
    it(`at "${step}": the other goes on, and nothing is half there`, async () => {
      const { library, store } = await sampleWorkspace()
      const kill = await committing.runToPrint(store.dir, step)
      expect(lockFilesIn(store.dir)).toHaveLength(1)
      expect(await contentOf(store)).toEqual(left)

      const adding = store.commit(putting(catalogTool('added')))
      await kill()
      const { revision, commit } = await adding
      expect(revision).toBe(left === before ? 2 : 3)
      expect(await contentOf(store)).toEqual(withAdded(left))

      const reopened = await library.open(store.dir)
      expect(await contentOf(reopened)).toEqual(withAdded(left))
      expect(await reopened.commit({ name: 'on' }, commit)).toMatchObject({
        revision: revision + 1,
      })
      expect(lockFilesIn(store.dir)).toEqual([])
      await reopened.close()
    })
  }

  it('while it tidies up what it committed: the other goes on, and nothing is half there', async () => {
    const { library, store } = await sampleWorkspace()
    // The commit of the other makes the 32nd version of the table.
    for (let turn = 0; turn < 29; turn++) {
      await store.commit({ tools: { put: [catalogTool('find', `Turn ${turn}.`).tool] } })
    }
    const kill = await committing.runToPrint(store.dir, 'table tidied')
    const adding = store.commit(putting(catalogTool('added')))
    await kill()
    await adding
    expect(await contentOf(store)).toEqual(withAdded(after))
    const reopened = await library.open(store.dir)
    expect(await contentOf(reopened)).toEqual(withAdded(after))
    await reopened.close()
  })

  it('and nobody was waiting: opening takes back what it left', async () => {
    const { library, store } = await sampleWorkspace()
    const kill = await committing.runToPrint(store.dir, 'commit begun')
    await kill()
    expect(await contentOf(store)).toEqual(before)
    const reopened = await library.open(store.dir)
    expect(await contentOf(reopened)).toEqual(before)
    expect(lockFilesIn(store.dir)).toEqual([])
    await reopened.close()
  })
})

describe('a commit after which tidying up fails', () => {
  it('is saved, and says so', async () => {
    let failures = 0
    const { library, store } = await sampleWorkspace({
      onWriteStep: (reached) => {
        if (reached !== 'table tidied') return
        failures++
        throw new Error('ENOSPC: no space left on device, write')
      },
    })
    const turns = Array.from({ length: 34 }, (_, at) => at + 2)
    for (const revision of turns) {
      const put = [catalogTool('find', `Turn ${revision}.`).tool]
      expect(await store.commit({ tools: { put } })).toMatchObject({ revision })
    }
    expect(failures).toBeGreaterThan(0)
    const textOf = async (of: WorkspaceStore) =>
      (await of.tools()).find(({ tool }) => tool.name === 'find')?.tool.description
    expect(await textOf(store)).toBe('Turn 35.')
    const reopened = await library.open(store.dir)
    expect(await textOf(reopened)).toBe('Turn 35.')
    await reopened.close()
  })
})

describe('a commit that fails', () => {
  for (const [what, message] of [
    ['a full disk', 'ENOSPC: no space left on device, write'],
    ['a full disk, as LanceDB says it', 'LanceError(IO): No space left on device (os error 28)'],
  ] as const) {
    it(`on ${what} changes nothing, and says so`, async () => {
      let isFull = false
      const { library, store } = await sampleWorkspace({
        onWriteStep: (reached) => {
          if (isFull && reached === 'commit begun') throw new Error(message)
        },
      })
      const before = await stateOf(store)
      isFull = true
      const adding = store.commit({ name: 'after', ...putting(catalogTool('new')) })
      await expect(adding).rejects.toMatchObject({
        code: 'storage',
        message: expect.stringContaining('full') as string,
        fix: expect.stringContaining('space') as string,
      })
      expect(await stateOf(store)).toEqual(before)
      isFull = false
      const reopened = await library.open(store.dir)
      expect(await stateOf(reopened)).toEqual(before)
      const { commit } = await reopened.state()
      expect(await reopened.commit(putting(catalogTool('new')), commit)).toMatchObject({
        revision: 2,
      })
      await reopened.close()
    })
  }
})

describe('a commit that was held up until another process took its lock', () => {
  it('changes nothing, and says so', async () => {
    let dir = ''
    const theirs = { pid: process.ppid, host: 'elsewhere', startedAt: '', token: 'theirs' }
    const { library, store } = await sampleWorkspace({
      onWriteStep: (reached) => {
        if (dir && reached === 'commit begun') {
          writeFileSync(join(dir, 'workspace.lock'), JSON.stringify(theirs))
        }
      },
    })
    const before = await stateOf(store)
    dir = store.dir
    await expect(store.commit(putting(catalogTool('late')))).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('nothing was saved') as string,
    })
    dir = ''
    rmSync(join(store.dir, 'workspace.lock'))
    const reopened = await library.open(store.dir)
    expect(await stateOf(reopened)).toEqual(before)
    await reopened.close()
  })
})

describe('two processes', () => {
  it('write to one workspace at the same time and lose nothing', async () => {
    const { store } = await sampleWorkspace()
    const times = 12
    const other = committingOften.run(store.dir, String(times))
    for (let turn = 0; turn < times; turn++) {
      await store.commit(putting(catalogTool(`parent${turn}`)))
      await new Promise((resume) => setTimeout(resume, 100))
    }
    expect(await other).toEqual([0, null])
    expect(await store.tools()).toHaveLength(2 + 2 * times)
    expect(await store.info()).toMatchObject({ tools: 2 + 2 * times, revision: 1 + 2 * times })
  })
})

/** The versions of the table of records, the newest first, as LanceDB names their files. */
const versionsOf = (dir: string): string[] =>
  readdirSync(join(dir, 'records.lance', '_versions'))
    .filter((file) => file.endsWith('.manifest'))
    .sort()

describe('a version that a process was just writing', () => {
  it('is no commit: rows that no version names are not read, and the next commit goes through', async () => {
    const { library, store } = await sampleWorkspace()
    const before = await stateOf(store)
    const data = join(store.dir, 'records.lance', 'data')
    const [whole = ''] = readdirSync(data)
    cpSync(join(data, whole), join(data, `copy${whole.slice(4)}`))
    const versions = join(store.dir, 'records.lance', '_versions')
    writeFileSync(join(versions, `.tmp_${versionsOf(store.dir)[0]}`), 'garbage')
    const reopened = await library.open(store.dir)
    expect(await stateOf(reopened)).toEqual(before)
    const { commit } = await reopened.state()
    await reopened.commit(putting(catalogTool('new')), commit)
    expect(await reopened.tools()).toHaveLength(3)
    await reopened.close()
  })
})
