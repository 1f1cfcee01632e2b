import { spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CommitStep } from '../../../../src-main/adapters/lancedb/workspace-commit'
import { LOCK_FILE } from '../../../../src-main/adapters/lancedb/workspace-lock'
import { catalogTool } from '../../../fixtures/workspace/content'
import { sampleWorkspace, stateOf } from './temporary-workspaces'

const fixtures = resolve(import.meta.dirname, '../../../fixtures')

/** How a process that ran a module of the fixtures ended. */
const run = (
  module: string,
  ...args: string[]
): Promise<{ code: number | null; signal: string | null }> =>
  new Promise((done, failed) => {
    const script = [join(fixtures, 'run-typescript.mjs'), join(fixtures, module), ...args]
    const child = spawn(process.execPath, script, { stdio: 'inherit' })
    child.on('error', failed)
    child.on('exit', (code, signal) => done({ code, signal }))
  })

const dieAt = async (dir: string, step: CommitStep): Promise<void> => {
  expect(await run('workspace/commit-and-die.ts', dir, step)).toMatchObject({ signal: 'SIGKILL' })
}

describe('a process killed in mid-commit', () => {
  const early: CommitStep[] = ['tools written', 'golden_queries written', 'tables written']

  for (const step of early) {
    it(`leaves the previous state when it dies at "${step}"`, async () => {
      const { library, store } = await sampleWorkspace()
      const before = await stateOf(store)
      await dieAt(store.dir, step)
      expect(readdirSync(store.dir)).toContain(LOCK_FILE)

      expect(await stateOf(store)).toEqual(before)
      const reopened = await library.open(store.dir)
      expect(await stateOf(reopened)).toEqual(before)
      expect(readdirSync(store.dir)).not.toContain(LOCK_FILE)

      expect(await reopened.commit({ tools: { put: [catalogTool('added')] } }, 1)).toBe(2)
      const after = await stateOf(store)
      expect(after.tools).toEqual(['mail/added', 'mail/find', 'mail/send'])
      expect(after.queries).toBe(12)
      await reopened.close()
    })
  }

  it('leaves the new state when it dies just after the switch', async () => {
    const { store } = await sampleWorkspace()
    await dieAt(store.dir, 'manifest written')
    expect(await stateOf(store)).toMatchObject({
      info: { name: 'after', revision: 2, tools: 2 },
      tools: ['mail/find', 'mail/new'],
      queries: 5,
      bundles: ['new', 'old'],
    })
    expect(await store.commit({ name: 'and on' })).toBe(3)
  })

  it('lets a store that stayed open commit without opening again', async () => {
    const { store } = await sampleWorkspace()
    await dieAt(store.dir, 'tables written')
    await store.commit({ tools: { remove: [] } })
    expect((await stateOf(store)).tools).toEqual(['mail/find', 'mail/send'])
  })
})

describe('a commit that fails', () => {
  for (const step of ['tools written', 'tables written'] as const) {
    it(`on a full disk at "${step}" changes nothing, and says so`, async () => {
      let isFull = false
      const { library, store } = await sampleWorkspace({
        onCommitStep: (reached) => {
          if (isFull && reached === step) throw new Error('ENOSPC: no space left on device, write')
        },
      })
      const before = await stateOf(store)
      isFull = true
      const committing = store.commit({ name: 'after', tools: { put: [catalogTool('new')] } })
      await expect(committing).rejects.toMatchObject({
        code: 'storage',
        message: expect.stringContaining('full') as string,
        fix: expect.stringContaining('space') as string,
      })
      expect(await stateOf(store)).toEqual(before)
      isFull = false
      const reopened = await library.open(store.dir)
      expect(await stateOf(reopened)).toEqual(before)
      expect(await reopened.commit({ tools: { put: [catalogTool('new')] } }, 1)).toBe(2)
      await reopened.close()
    })
  }
})

describe('two processes', () => {
  it('write to one workspace at the same time and lose nothing', async () => {
    const { store } = await sampleWorkspace()
    const times = 12
    const other = run('workspace/commit-often.ts', store.dir, String(times))
    for (let turn = 0; turn < times; turn++) {
      await store.commit({ tools: { put: [catalogTool(`parent${turn}`)] } })
      await new Promise((resume) => setTimeout(resume, 100))
    }
    expect(await other).toMatchObject({ code: 0 })
    expect(await store.tools()).toHaveLength(2 + 2 * times)
    expect(await store.info()).toMatchObject({ tools: 2 + 2 * times, revision: 1 + 2 * times })
  })
})

describe('a version beyond the last commit that cannot be read', () => {
  it('is dropped when the workspace is opened', async () => {
    const { library, store } = await sampleWorkspace()
    const before = await stateOf(store)
    const versions = join(store.dir, 'tools.lance', '_versions')
    const newest =
      readdirSync(versions)
        .filter((file) => file.endsWith('.manifest'))
        .sort()[0] ?? ''
    const beyond = `${BigInt(newest.slice(0, 20)) - 1n}.manifest`
    writeFileSync(join(versions, beyond), 'garbage')
    const reopened = await library.open(store.dir)
    expect(await stateOf(reopened)).toEqual(before)
    expect(readdirSync(versions)).not.toContain(beyond)
    await reopened.close()
  })
})
