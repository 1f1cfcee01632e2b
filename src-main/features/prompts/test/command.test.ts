import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { rankAnyTools } from '../../../pipeline/prompts/judge-tools'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()
const prompts = (...more: string[]) => pegboard('prompts', ...more, ...inSmall)

describe('pegboard prompts', () => {
  it('lists the prompts, shows one, words it otherwise and resets it', async () => {
    await importSmall()
    expect((await prompts()).out).toMatch(/^rank-tools +Rank tools +standard$/m)
    expect((await prompts('show', 'rank-tools')).out).toContain(rankAnyTools.wording)
    const { out } = await prompts('set', 'rank-tools', '--text', 'Rank them as they are.')
    expect(out).toMatch(
      /reworded in this workspace, as rank-tools@2\+[0-9a-f]{12}\.\nTo take it back: pegboard undo /,
    )
    expect((await prompts('list')).out).toMatch(/^rank-tools +Rank tools +its own$/m)
    const shown = await prompts('show', 'rank-tools', '--json')
    expect(JSON.parse(shown.out)).toMatchObject({ wording: 'Rank them as they are.', isOwn: true })
    expect((await prompts('reset', 'rank-tools')).out).toBe(
      'All prompts have their standard wording.\n',
    )
  })

  it('takes a wording from a file, and refuses one that is no wording', async () => {
    await importSmall()
    await writeFile(at('own.txt'), 'Rank by name.\n')
    await prompts('set', 'rank-tools', '--file', 'own.txt')
    expect((await prompts('show', 'rank-tools')).out).toMatch(/\nRank by name\.\n$/)
    await writeFile(at('long.txt'), 'x'.repeat(100_000))
    for (const wrong of [['--file', 'none.txt'], ['--file', 'long.txt'], ['--text', ' '], []]) {
      const { code, err } = await prompts('set', 'rank-tools', ...wrong)
      expect(code).toBe(2)
      expect(err).not.toBe('')
    }
    const unknown = await prompts('show', 'magic')
    expect(unknown).toMatchObject({ code: 2 })
    expect(unknown.err).toContain('There is no prompt “magic”.\nChoose one of: plan-in-one, ')
  })
})

describe('pegboard query --recipe toolshed', () => {
  const asking = (...more: string[]) =>
    pegboard('query', 'send an email and book a room', ...inSmall, '--recipe', 'toolshed', ...more)

  it('by rules shows its steps and that no model was asked', async () => {
    await importSmall()
    const { out } = await asking('--option', 'planner=rules', '--trace')
    expect(out).toMatch(
      /Split the request by rule \(steps 2\).*\n {2}send an email\n {2}book a room\n/,
    )
    expect(out).toContain('In all 0 model calls, 0 + 0 tokens; 1 embed call of 3 texts.\n')
  })

  it('by a model says where none is connected, and answers all the same', async () => {
    await importSmall()
    const { out, code } = await asking('--option', 'planner=model', '--trace')
    expect(code).toBe(0)
    expect(out).toContain(
      'No language model is connected: split the request by rule (Plan in one step).',
    )
    expect(out).toContain('send_email')
  })
})
