import { expect, it, vi } from 'vitest'
import { memoPerCommit } from '../../../../src-main/app/workspaces/memo-per-commit'
import type { WorkspaceStore } from '../../../../src-main/ports/workspace-store'

/** A store of which only the last commit is asked. */
function storeAt(commit: string) {
  const now = { commit }
  const store = {
    state: async () => ({ id: 'w', stamp: 's', ...now }),
  } as unknown as WorkspaceStore
  return { now, store }
}

it('reads once per commit', async () => {
  const { now, store } = storeAt('one')
  const read = vi.fn(async () => now.commit)
  const current = memoPerCommit({ store }, read)
  expect([await current(), await current()]).toEqual(['one', 'one'])
  now.commit = 'two'
  expect(await current()).toBe('two')
  expect(read).toHaveBeenCalledTimes(2)
})

it('reads again what could not be read, without a commit', async () => {
  const { store } = storeAt('one')
  const read = vi.fn(async () => 'read').mockRejectedValueOnce(new Error('The disk is away.'))
  const current = memoPerCommit({ store }, read)
  await expect(current()).rejects.toThrow('The disk is away.')
  expect(await current()).toBe('read')
})
