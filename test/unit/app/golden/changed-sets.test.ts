import { expect, it } from 'vitest'
import { changeSets } from '../../../../src-main/app/golden/changed-sets'
import type { Session } from '../../../../src-main/app/workspaces/session'
import type { GoldenQuery } from '../../../../src-main/domain/query/golden-set'

interface Planned {
  answer: unknown
  goldenSets: { put: { name: string }[] }
}

/**
 * A session with one golden set, how often its queries were looked into, and which sets were
 * written.
 */
function sessionWith(queries: number) {
  let looks = 0
  const put: string[] = []
  const set = Array.from({ length: queries }, (_, at): GoldenQuery => ({
    id: `q${at}`,
    text: `ask ${at}`,
    tools: [],
    origin: 'human',
    get extra() {
      looks++
      return {}
    },
  }))
  const session = {
    store: {
      dir: 'anywhere',
      read: async () => ({ goldenSets: [{ name: 'asked' }], changes: [] }),
    },
    clock: { timestamp: () => '2026-01-01T00:00:00Z' },
    goldenQueries: async () => set,
    async change(plan: (catalog: unknown) => Promise<Planned>) {
      const { answer, goldenSets } = await plan(undefined)
      put.push(...goldenSets.put.map(({ name }) => name))
      return answer
    },
  } as unknown as Session
  return { session, set, put, looks: () => looks }
}

it('a change looks into no query of a set that it leaves the very same', async () => {
  const { session, set, looks } = sessionWith(50)
  const added: GoldenQuery = { id: 'new', text: 'one more', tools: [], origin: 'human' }
  const add = () => ({ sets: new Map([['asked', [...set, added]]]), answer: {} })
  expect(await changeSets(session, add)).toHaveProperty('change')
  expect(looks()).toBe(0)
})

it('a change to equal queries is none, and one to their order is one', async () => {
  const { session, set, put } = sessionWith(3)
  const copied = () => ({ sets: new Map([['asked', structuredClone(set)]]), answer: {} })
  await changeSets(session, copied)
  expect(put).toEqual([])
  const turned = () => ({ sets: new Map([['asked', set.toReversed()]]), answer: {} })
  await changeSets(session, turned)
  expect(put).toEqual(['asked'])
})
