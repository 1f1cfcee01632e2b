import { describe, expect, it } from 'vitest'
import { measuredRunsOf } from '../../src-main/app/evaluation/measured-runs'
import type { AppContext } from '../../src-main/app/context'
import type { QueryOutcome, Run } from '../../src-main/domain/run/run'
import { id } from '../fakes/catalog-tool'

const outcome = (query: string, golden: string, tools: string): QueryOutcome => ({
  id: query,
  text: query,
  golden: [...golden].map(id),
  tools: [...tools].map(id),
  promptTokens: 0,
  latencyMs: 1,
})

const FIRST = outcome('q1', 'a', 'a')
const OUTCOMES = [
  FIRST,
  outcome('q2', 'a', 'x'),
  outcome('q3', 'ab', 'ax'),
  outcome('q4', 'b', 'x'),
]

/** A workspace whose reads are counted. */
function countingWorkspace(queries = OUTCOMES.length, k = [1, 2]) {
  const runs = new Map<string, Run>()
  const workspace = { commits: 1, runs, readRuns: 0, readOutcomes: [] as string[] }
  const store = {
    state: async () => ({ commit: `commit ${workspace.commits}` }),
    read: async () => {
      workspace.readRuns++
      return { runs: [...runs.values()] }
    },
    members: async (_: string, run: string) => {
      workspace.readOutcomes.push(run)
      return queries === OUTCOMES.length ? OUTCOMES : Array<QueryOutcome>(queries).fill(FIRST)
    },
  }
  const sessions = { of: async () => ({ store }) } as unknown as AppContext['sessions']
  const add = (run: string) => runs.set(run, { id: run, queries, k } as Run)
  return { workspace, add, measured: measuredRunsOf({ sessions }) }
}

describe('measured runs', () => {
  it('are read and judged once, however often they are asked for', async () => {
    const { workspace, add, measured } = countingWorkspace()
    add('run')
    const first = await measured.of('dir', 'run')
    const again = await measured.of('dir', 'run')
    expect(again.judged(1)).toBe(first.judged(1))
    expect(again.judged(2)).not.toBe(first.judged(1))
    expect(workspace).toMatchObject({ readOutcomes: ['run'], readRuns: 1 })
  })

  it('stand in the order of their recall, the worst first, equal ones as they were measured', async () => {
    const { add, measured } = countingWorkspace()
    add('run')
    const { recall, order } = (await measured.of('dir', 'run')).judged(2)
    expect([...recall]).toEqual([1, 0, 0.5, 0])
    expect([...order]).toEqual([1, 3, 2, 0])
  })

  it('are looked for again after a commit, but not read again', async () => {
    const { workspace, add, measured } = countingWorkspace()
    add('run')
    await measured.of('dir', 'run')
    workspace.commits++
    await measured.of('dir', 'run')
    expect(workspace).toMatchObject({ readOutcomes: ['run'], readRuns: 2 })
  })

  it('are gone when a commit removed them', async () => {
    const { workspace, add, measured } = countingWorkspace()
    add('run')
    await measured.of('dir', 'run')
    workspace.runs.clear()
    workspace.commits++
    await expect(measured.of('dir', 'run')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('are not read where they were just measured', async () => {
    const { workspace, add, measured } = countingWorkspace()
    add('stored')
    for (const [name, stored] of [
      ['stored', true],
      ['unstored', false],
    ] as const) {
      measured.add('dir', {
        run: { id: name, queries: 4, k: [1] } as unknown as Run,
        outcomes: OUTCOMES,
        stored,
      })
      expect((await measured.of('dir', name)).outcomes).toBe(OUTCOMES)
    }
    expect(workspace.readOutcomes).toEqual([])
  })

  it('are forgotten, the ones longest not looked at first, where they are too many to keep', async () => {
    const { workspace, add, measured } = countingWorkspace(40_000)
    for (const run of ['one', 'two', 'three']) add(run)
    for (const run of ['one', 'two', 'one', 'three', 'one', 'two']) await measured.of('dir', run)
    // “three” takes the place of “two”, and “two” then that of “three”
    expect(workspace.readOutcomes).toEqual(['one', 'two', 'three', 'two'])
  })

  it('are forgotten sooner where their lists of tools are long', async () => {
    const { workspace, add, measured } = countingWorkspace(10_000, [128])
    for (const run of ['one', 'two']) add(run)
    for (const run of ['one', 'two', 'two', 'one']) await measured.of('dir', run)
    expect(workspace.readOutcomes).toEqual(['one', 'two', 'one'])
  })

  it('are read again after a read that failed', async () => {
    const { workspace, add, measured } = countingWorkspace()
    add('run')
    const { push } = workspace.readOutcomes
    workspace.readOutcomes.push = () => {
      throw new Error('The disk is gone.')
    }
    await expect(measured.of('dir', 'run')).rejects.toThrow('The disk is gone.')
    workspace.readOutcomes.push = push
    expect((await measured.of('dir', 'run')).outcomes).toEqual(OUTCOMES)
  })
})
