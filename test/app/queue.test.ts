import { describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-main/features/actions'
import { openAppOn } from './open-app'
import { proposal, putProposals } from './reviewing'
import { writing } from './writing-queries'
import { ToolId } from '../../src-main/domain/tool/tool'

type Decide = 'review.decide' | 'proposals.decide' | 'writing.decide'
const PAIR = {
  from: ToolId.parse('united_book_flight'),
  on: ToolId.parse('united_user_login'),
}

/** One workspace with a proposal of each kind, open in two programs. */
async function twoReviewers() {
  const first = await writing()
  const { dir, place } = first
  await first.draw({ sizes: [{ size: 1, count: 1 }] })
  await first.write()
  const [query] = (await first.list()).rows
  if (!query) throw new Error('No query was written')
  await putProposals({ folder: place }, dir, [proposal({ tool: PAIR.from })])
  await first.request('proposals.find', { dir })
  const second = await openAppOn(place)
  const asked: Record<Decide, (seenAs: 'open' | 'rejected') => object> = {
    'review.decide': (seenAs) => ({ chosen: { ids: ['p1'], seenAs } }),
    'proposals.decide': (seenAs) => ({ chosen: { pairs: [PAIR], seenAs } }),
    'writing.decide': (seenAs) => ({
      chosen: { ids: [query.id], seenAs: seenAs === 'open' ? query.state : seenAs },
    }),
  }
  const input = <Name extends Decide>(name: Name, seenAs: 'open' | 'rejected', verdict: string) =>
    ({ dir, verdict, ...asked[name](seenAs) }) as ActionInput<Name>
  return { first, second, dir, input }
}

const KINDS: readonly Decide[] = ['review.decide', 'proposals.decide', 'writing.decide']

describe.each(KINDS)('%s', (name) => {
  it('refuses a proposal that another program decided since it was looked at, and takes it as it is now', async () => {
    const { first, second, dir, input } = await twoReviewers()
    expect(await second.request(name, input(name, 'open', 'rejected'))).toMatchObject({
      decided: 1,
    })
    expect(await first.reply(name, input(name, 'open', 'accepted'))).toMatchObject({
      ok: false,
      error: { code: 'conflict', message: expect.stringMatching(/decided meanwhile/) as string },
    })
    const { rows } = await first.request('changes.list', { dir })
    const decided = rows.filter(({ what }) => !what.startsWith('Imported'))
    expect(decided.map(({ what }) => what.split(' ')[0])).toEqual(['Rejected'])
    expect(await first.request(name, input(name, 'rejected', 'accepted'))).toMatchObject({
      decided: 1,
    })
  })

  it('is undone by the name that it gave, in another program, and the proposal is as it was', async () => {
    const { first, second, dir, input } = await twoReviewers()
    const { change = '' } = await first.request(name, input(name, 'open', 'accepted'))
    expect(await second.request('changes.undo', { dir, change })).toMatchObject({
      undone: 1,
      putBack: 1,
      left: 0,
      gone: 0,
      changes: [change],
    })
    expect(await first.request(name, input(name, 'open', 'skipped'))).toMatchObject({ decided: 1 })
  })
})
