import { describe, expect, it, vi } from 'vitest'
import { currentCatalog } from '../../../../src-main/app/workspaces/current-catalog'
import type { AppPorts } from '../../../../src-main/app/ports'
import type { WorkspaceState, WorkspaceStore } from '../../../../src-main/ports/workspace-store'

const FIRST: WorkspaceState = {
  id: 'w',
  revision: 1,
  commit: 'one',
  stamp: '1',
  catalog: 'tools',
  sources: 'tools bundles folder',
}

/** A workspace of no tools that other processes commit to. */
function shared() {
  let state = FIRST
  const read = vi.fn(async () => ({ state, tools: [], layers: [] }))
  const store = {
    dir: '/w',
    state: async () => state,
    catalog: read,
    derived: async () => undefined,
    keepDerived: async () => undefined,
  } as unknown as WorkspaceStore
  const onChange = vi.fn()
  const current = currentCatalog(
    store,
    { tokenCounter: { tokenizer: 'none' } } as AppPorts,
    onChange,
  )
  return {
    read,
    onChange,
    load: () => current.load(({ catalog, state: { commit } }) => ({ of: catalog, commit })),
    commit: (changed: Partial<WorkspaceState>) => (state = { ...state, ...changed }),
  }
}

describe('the catalog in memory, after another process committed', () => {
  it('stays where neither tools nor what counts with them changed', async () => {
    const { read, onChange, load, commit } = shared()
    const before = await load()
    commit({ revision: 2, commit: 'two', stamp: '2' })
    const after = await load()
    expect(after.of).toBe(before.of)
    expect(after.commit).toBe('two')
    expect(read).toHaveBeenCalledTimes(1)
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it.each<Partial<WorkspaceState>>([
    { sources: 'tools others folder' },
    { sources: 'tools bundles other-folder' },
    { id: 'another' },
    // Put back as of the same commit.
    { commit: 'one' },
  ])('is read again for %o', async (changed) => {
    const { read, load, commit } = shared()
    const before = await load()
    commit({ revision: 2, commit: 'two', stamp: '2', ...changed })
    expect((await load()).of).not.toBe(before.of)
    expect(read).toHaveBeenCalledTimes(2)
  })
})
