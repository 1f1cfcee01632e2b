import { expect, it } from 'vitest'
import { labelledQueriesOf } from '../../../../src-main/app/workspaces/labelled-queries'
import type { GoldenQuery } from '../../../../src-main/domain/query/golden-set'
import type { WorkspaceStore } from '../../../../src-main/ports/workspace-store'
import { id } from '../../../fakes/catalog-tool'

it('the labelled queries are those of development sets, without vaguer versions of others', async () => {
  const query = (text: string): GoldenQuery => ({
    id: text,
    text,
    tools: [id('mail/send')],
    origin: 'human',
  })
  const sets: Record<string, GoldenQuery[]> = {
    asked: [query('mail Ann'), { ...query('say it'), extra: { vaguerThan: 'mail Bob' } }],
    test: [query('mail Bob')],
  }
  const store = {
    read: async () => ({
      goldenSets: Object.keys(sets).map((name) => ({ name })),
      goldenUses: [{ set: 'test', purpose: 'test', looked: 0 }],
    }),
    members: async (_: string, name: string) => sets[name],
  } as unknown as WorkspaceStore
  expect(await labelledQueriesOf(store).read()).toEqual([query('mail Ann')])
})
