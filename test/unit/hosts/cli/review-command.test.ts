import { describe, expect, it } from 'vitest'
import { ruleOf } from '../../../../src-main/hosts/cli/commands/review'
import { harmful, proposal, putProposals } from '../../../app/reviewing'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { at, pegboard, importSmall } = terminalInFolder()
const review = (...more: string[]) => pegboard('review', ...more, ...inSmall)

async function withProposals() {
  await importSmall()
  await putProposals({ folder: at('home') }, at('small'), [proposal(), harmful()])
}

describe('pegboard review', () => {
  it('lists, measures, and says by its exit code that one harms', async () => {
    await withProposals()
    const listed = await review('list')
    expect(listed.out).toContain('questions it answers')
    expect(listed.out).toContain('2 open, 0 accepted, 0 rejected, 0 skipped.')
    expect((await review('measure')).out).toMatch(/^2 measured, 0 known already/)
    expect((await review('measure')).out).toMatch(/^0 measured, 2 known already/)
    const harms = await review('measure', 'harmful')
    expect(harms).toMatchObject({ code: 1 })
    expect(harms.out).toContain('harms: The text finds “get_weather”')
    expect((await review('list', '--gate', 'harms')).out).toContain('search_email')
  })

  it('keeps what it measured of one for whoever looks next', async () => {
    await withProposals()
    expect(await review('measure', 'p1')).toMatchObject({ code: 0 })
    expect((await review('list')).out).toContain('1 are not measured')
    expect((await review('measure')).out).toMatch(/^1 measured, 1 known already/)
  })

  it('accepts, rejects and takes back, by name', async () => {
    await withProposals()
    const accepted = await review('accept', 'p1')
    expect(accepted.out).toContain('1 accepted.')
    const [, change = ''] = /pegboard undo (\S+)/.exec(accepted.out) ?? []
    expect((await review('reject', 'harmful', '--reason', 'Wrong tool.')).out).toContain(
      '1 rejected',
    )
    const undo = (...more: string[]) => pegboard('undo', ...more, ...inSmall)
    expect((await undo('--list')).out).toMatch(/Rejected 1 proposed text[^]*Accepted 1 proposed/)
    expect((await undo(change)).out).toBe('Taken back: Accepted 1 proposed text.\n')
    expect((await undo(change)).code).toBe(1)
    expect((await review('accept', 'p1', '--json')).out).toContain('"decided": 1')
    expect(await review('accept', 'p1')).toMatchObject({ code: 1 })
  })

  it('accepts by rule what was measured, and says before what that would be', async () => {
    await withProposals()
    const rule = ['--rule', 'fixes>=0,breaks=0']
    const preview = await review('accept', ...rule, '--dry-run')
    expect(preview.out).toContain('nothing was written')
    expect((await review('list')).out).toContain('2 open')
    expect((await review('accept', ...rule)).out).toMatch(/^\d accepted/)
    expect((await review('list')).out).toMatch(/0 rejected/)
  })

  it.each([
    [['accept'], /It takes proposals, or --rule/],
    [['accept', 'p1', '--rule', 'fixes>=1'], /It takes proposals, or --rule/],
    [['accept', '--rule', 'better'], /Write it as fixes>=1,breaks=0/],
    [['list', '--state', 'lost'], /state/],
  ])('refuses %j', async (args, why) => {
    await withProposals()
    const { code, err } = await review(...args)
    expect(code).not.toBe(0)
    expect(err).toMatch(why)
  })

  it('reads a rule', () => {
    expect(ruleOf('fixes>=2, breaks<=1, no-neighbour-worse')).toEqual({
      fixes: 2,
      breaks: 1,
      noNeighbourWorse: true,
    })
  })
})
