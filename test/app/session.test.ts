import { cpSync, rmSync } from 'node:fs'
import { onTestFinished, describe, expect, it } from 'vitest'
import { openSession, type Session } from '../../src-main/app/workspaces/session'
import { Problem } from '../../src-main/domain/problem'
import type { WorkspaceLibrary, WorkspaceStore } from '../../src-main/ports/workspace-store'
import { libraryIn, portsOn } from '../fakes/app-on'
import { bundle, catalogTool, goldenSet, putting } from '../fixtures/workspace/content'
import { emptyFolder } from './open-app'

interface OpenedSession {
  session: Session
  /** Another program's store of the same workspace. */
  other: WorkspaceStore
  library: WorkspaceLibrary
  /** Revisions that listeners were told. */
  told: number[]
}

/** A session on a workspace of two tools and a golden set, its store changed in part. */
async function opened(
  change: (store: WorkspaceStore) => Partial<WorkspaceStore> = () => ({}),
): Promise<OpenedSession> {
  const folder = await emptyFolder()
  const library = libraryIn(folder)
  const other = await library.create('Mail')
  await other.commit({
    ...putting(catalogTool('find'), catalogTool('send')),
    goldenSets: { put: [goldenSet('main', 3)] },
  })
  const store = await library.open(other.dir)
  const told: number[] = []
  const session = openSession({ ...store, ...change(store) }, portsOn(folder), (_, { revision }) =>
    told.push(revision),
  )
  onTestFinished(async () => {
    await session.close()
    await other.close()
  })
  return { session, other, library, told }
}

/** Keeps work waiting until it is opened. */
function gate() {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { opened: passed, open }
}

const namesIn = async (session: Session): Promise<string[]> =>
  (await session.catalog()).tools.map(({ tool }) => tool.name)

describe('the catalog of a session', () => {
  it('is that of the last commit of any program', async () => {
    const { session, other, told } = await opened()
    expect(await namesIn(session)).toEqual(['find', 'send'])
    await other.commit(putting(catalogTool('draft')))
    expect(await namesIn(session)).toEqual(['draft', 'find', 'send'])
    await other.commit({ layers: { remove: [catalogTool('send').tool.id] } })
    expect((await session.catalog()).tool(catalogTool('send').tool.id).layer).toEqual({})
    await session.change(() => ({ tools: { remove: [catalogTool('find').tool.id] } }))
    expect(await namesIn(session)).toEqual(['draft', 'send'])
    expect(told).toEqual([2, 3, 4])
  })

  it('is never older than the question, however slow a read begun before', async () => {
    const letRead = gate()
    const { session, other } = await opened((store) => ({
      catalog: async () => {
        const found = await store.catalog()
        await letRead.opened
        return found
      },
    }))
    const early = namesIn(session)
    await other.commit(putting(catalogTool('draft')))
    const late = namesIn(session)
    letRead.open()
    expect(await late).toEqual(['draft', 'find', 'send'])
    expect((await early).length).toBeGreaterThanOrEqual(2)
  })

  it('is read once for all who want it at the same time, and again only after a commit of tools', async () => {
    let reads = 0
    const { session, other } = await opened((store) => ({
      catalog: () => {
        reads++
        return store.catalog()
      },
    }))
    const [first, second] = await Promise.all([session.catalog(), session.catalog()])
    expect(first).toBe(second)
    await session.change(() => ({ goldenSets: { put: [goldenSet('other', 1)] } }))
    expect(await session.catalog()).toBe(first)
    expect(reads).toBe(1)
    await other.commit({ name: 'Post' })
    expect(await session.catalog()).toBe(first)
    expect(reads).toBe(1)
    await other.commit(putting(catalogTool('draft')))
    await session.catalog()
    expect(reads).toBe(2)
  })

  it('gives recipes the past bundles as the last commit left them', async () => {
    const { session } = await opened()
    const history = async () =>
      (await (await session.catalog()).kit('builtin').history.prepare()).map(({ id }) => id)
    expect(await history()).toEqual([])
    await session.change(() => ({ bundles: { put: [bundle('b')] } }))
    expect(await history()).toEqual([bundle('b').id])
  })
})

describe('a commit that is read before its writer has heard of it', () => {
  it('is told of once', async () => {
    const begun = gate()
    const letRead = gate()
    let isFirst = true
    let read: Promise<string[]> | undefined
    const { session, told } = await opened((store) => ({
      async commit(change) {
        const state = await store.commit(change)
        read = namesIn(session)
        await begun.opened
        return state
      },
      async catalog() {
        if (!isFirst) {
          begun.open()
          await letRead.opened
        }
        isFirst = false
        return store.catalog()
      },
    }))
    await session.change(() => putting(catalogTool('draft')))
    letRead.open()
    expect(await read).toEqual(['draft', 'find', 'send'])
    expect(told).toEqual([2])
  })

  it('does not take the place of the commit after it', async () => {
    const { session, other, told } = await opened((store) => ({
      async commit(change) {
        const state = await store.commit(change)
        await other.commit(putting(catalogTool('theirs')))
        await session.catalog()
        return state
      },
    }))
    await session.change(() => putting(catalogTool('ours')))
    expect(told).toEqual([3])
    expect(await namesIn(session)).toEqual(['find', 'ours', 'send', 'theirs'])
    expect(told).toEqual([3])
  })
})

/** A session that says how often golden queries were read. */
async function countingReads() {
  let reads = 0
  const all = await opened((store) => ({
    members: (kind, key) => {
      reads++
      return store.members(kind, key)
    },
  }))
  return { ...all, reads: () => reads }
}

describe('the golden queries of a session', () => {
  it('are read once a commit', async () => {
    const { session, other, reads } = await countingReads()
    await session.goldenQueries('main')
    await session.goldenQueries('main')
    expect(reads()).toBe(1)
    await other.commit({ goldenSets: { put: [goldenSet('main', 5)] } })
    expect(await session.goldenQueries('main')).toHaveLength(5)
  })

  it('are kept whatever else this program commits, and not when another one does', async () => {
    const { session, other, reads } = await countingReads()
    const first = await session.goldenQueries('main')
    await session.change(() => putting(catalogTool('draft')))
    await session.change(() => ({ name: 'Post' }))
    expect(await session.goldenQueries('main')).toBe(first)
    expect(reads()).toBe(1)
    await session.change(() => ({ goldenSets: { put: [goldenSet('main', 4)] } }))
    expect(await session.goldenQueries('main')).toHaveLength(4)
    await other.commit({ goldenSets: { put: [goldenSet('main', 5)] } })
    await session.change(() => putting(catalogTool('reply')))
    expect(await session.goldenQueries('main')).toHaveLength(5)
  })

  it('are read again after a read that failed', async () => {
    let fails = true
    const { session } = await opened((store) => ({
      members: (kind, key) =>
        fails
          ? Promise.reject(new Problem('unreadable', 'The disk is away.'))
          : store.members(kind, key),
    }))
    await expect(session.goldenQueries('main')).rejects.toThrow('The disk is away.')
    fails = false
    expect(await session.goldenQueries('main')).toHaveLength(3)
  })
})

describe('a change', () => {
  it('is worked out again when another commit comes first', async () => {
    let interrupt = true
    const { session, other } = await opened()
    const seen: number[] = []
    const answer = await session.change(async (catalog) => {
      seen.push(catalog.tools.length)
      if (interrupt) {
        interrupt = false
        await other.commit(putting(catalogTool('draft')))
      }
      return { name: `Of ${catalog.tools.length} tools`, answer: catalog.tools.length }
    })
    expect(seen).toEqual([2, 3])
    expect(answer).toBe(3)
    expect(await other.info()).toMatchObject({ name: 'Of 3 tools', revision: 3 })
  })

  it('whose plan throws writes nothing, and the plan’s own error comes out', async () => {
    const { session, other } = await opened()
    const failing = session.change(() => {
      throw new Error('a fault of the plan')
    })
    await expect(failing).rejects.toThrow('a fault of the plan')
    let tries = 0
    const failingLater = session.change(async () => {
      if (tries++ > 0) throw new Error('under the lock')
      await other.commit({ name: 'Post' })
      return { name: 'Lost' }
    })
    await expect(failingLater).rejects.toThrow('under the lock')
    expect(await other.info()).toMatchObject({ name: 'Post', revision: 2 })
    await session.change(() => ({ name: 'On' }))
    expect(await other.info()).toMatchObject({ name: 'On', revision: 3 })
  })

  it('that changes nothing makes no commit', async () => {
    const { session, other, told } = await opened()
    const empty = { tools: { put: [], remove: [] }, runs: {}, answer: 'as it was' }
    expect(await session.change(() => empty)).toBe('as it was')
    expect(await other.info()).toMatchObject({ revision: 1 })
    expect(told).toEqual([])
  })

  it('that changes nothing is refused all the same where it goes by a commit that is not the last', async () => {
    const { session, other } = await opened()
    const { commit } = await other.state()
    const nothing = () => ({ answer: 'as it was' })
    expect(await session.change(nothing, commit)).toBe('as it was')
    await other.commit({ name: 'Post' })
    await expect(session.change(nothing, commit)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('made in many places of one session at once loses nothing', async () => {
    const { session, other } = await opened()
    const names = Array.from({ length: 10 }, (_, number) => `tool${number}`)
    const counts = await Promise.all(
      names.map((name) =>
        session.change(({ tools }) => ({ ...putting(catalogTool(name)), answer: tools.length })),
      ),
    )
    expect(counts).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(await namesIn(session)).toEqual(['find', 'send', ...names])
    expect(await other.tools()).toEqual((await session.catalog()).tools)
  })

  it('of a kind of record that there is not does not compile', async () => {
    const { session } = await opened()
    // @ts-expect-error It is called goldenSets.
    await session.change(() => ({ goldenSet: { remove: [] } }))
    expect((await session.store.read('goldenSets')).goldenSets).toHaveLength(1)
  })
})

describe('a folder that is replaced below an open session', () => {
  it('by another workspace is read as what it is now, and changes go by that', async () => {
    const { session, library } = await opened()
    await session.goldenQueries('main')
    expect(await namesIn(session)).toEqual(['find', 'send'])
    const another = await library.create('Another')
    await another.commit({
      ...putting(catalogTool('other')),
      goldenSets: { put: [goldenSet('main', 7)] },
    })
    await another.close()
    rmSync(session.store.dir, { recursive: true })
    cpSync(another.dir, session.store.dir, { recursive: true })
    expect(await session.store.info()).toMatchObject({ name: 'Another', revision: 1 })
    expect(await namesIn(session)).toEqual(['other'])
    expect(await session.goldenQueries('main')).toHaveLength(7)
    await session.change(({ tools }) => ({ name: `Of ${tools.length}` }))
    expect(await session.store.info()).toMatchObject({ name: 'Of 1', revision: 2, tools: 1 })
  })

  it('by a copy of itself that went another way to the same revision is noticed', async () => {
    const { session, library } = await opened()
    const aside = `${session.store.dir}-aside`
    cpSync(session.store.dir, aside, { recursive: true })
    onTestFinished(() => rmSync(aside, { recursive: true }))
    const copy = await library.open(aside)
    await copy.commit(putting(catalogTool('theirs')))
    await copy.close()
    await session.change(() => putting(catalogTool('ours')))
    rmSync(session.store.dir, { recursive: true })
    cpSync(aside, session.store.dir, { recursive: true })
    expect(await session.store.info()).toMatchObject({ revision: 2 })
    expect(await namesIn(session)).toEqual(['find', 'send', 'theirs'])
  })

  it('by a copy of itself as of the same commit is read again, as its vectors may be others', async () => {
    const { session, told } = await opened()
    const before = await session.catalog()
    const aside = `${session.store.dir}-aside`
    cpSync(session.store.dir, aside, { recursive: true })
    onTestFinished(() => rmSync(aside, { recursive: true }))
    rmSync(session.store.dir, { recursive: true })
    cpSync(aside, session.store.dir, { recursive: true })
    expect(await session.catalog()).not.toBe(before)
    expect(told).toEqual([1])
    expect(await session.catalog()).toBe(await session.catalog())
  })

  it('by nothing is said to be gone, until it is back', async () => {
    const { session } = await opened()
    await session.catalog()
    const aside = `${session.store.dir}-aside`
    cpSync(session.store.dir, aside, { recursive: true })
    onTestFinished(() => rmSync(aside, { recursive: true }))
    rmSync(session.store.dir, { recursive: true })
    const gone = { code: 'not-found', message: `There is no workspace in ${session.store.dir}.` }
    await expect(session.catalog()).rejects.toMatchObject(gone)
    await expect(session.goldenQueries('main')).rejects.toMatchObject(gone)
    await expect(session.change(() => ({ name: 'x' }))).rejects.toMatchObject(gone)
    cpSync(aside, session.store.dir, { recursive: true })
    expect(await namesIn(session)).toEqual(['find', 'send'])
  })
})
