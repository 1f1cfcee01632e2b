import { describe, expect, it } from 'vitest'
import { CHAPTERS } from '../../../../src-main/contract/chapters'
import { chapterText } from '../../../../src-main/hosts/cli/chapter-text'
import { terminalInFolder } from './terminal-in-folder'

const { pegboard } = terminalInFolder()

describe('pegboard help', () => {
  it('lists the chapters below the commands, as --help does', async () => {
    const { code, out } = await pegboard('help')
    expect(code).toBe(0)
    expect(out).toContain('help [chapter]')
    for (const { id, title } of CHAPTERS)
      expect(out).toMatch(new RegExp(`^  ${id} +${title}$`, 'm'))
    expect((await pegboard('--help')).out).toBe(out)
  })

  it.each(CHAPTERS)('prints $id as plain text that fits', async ({ id, title }) => {
    const { code, out } = await pegboard('help', id)
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toBe(title)
    expect(out).not.toMatch(/\*\*|\]\(|^\||undefined/m)
    // What is to be copied is not wrapped.
    const prose = out.split('\n').filter((line) => !line.startsWith('  '))
    for (const line of prose) expect(line.length).toBeLessThanOrEqual(80)
  })

  it('prints what a command takes', async () => {
    const { code, out } = await pegboard('help', 'undo')
    expect([code, out]).toEqual([0, (await pegboard('undo', '--help')).out])
  })

  it('names the chapters where there is none of this name', async () => {
    expect(await pegboard('help', 'nothing')).toEqual({
      code: 2,
      out: '',
      err: `There is no chapter “nothing”.\nChoose one of: ${CHAPTERS.map(({ id }) => id).join(', ')}.\n`,
    })
  })
})

describe('a chapter as plain text', () => {
  it('keeps lists, code and links readable', () => {
    const text = chapterText(
      '## Ways\n\n1. **One** of [two](data.md)\n   words\n2. [Net](https://a.b)\n\n```sh\na  b\n```\n\n![x](y.png)',
    )
    expect(text).toBe(
      'Ways\n----\n\n1. One of two (pegboard help data) words\n2. Net (https://a.b)\n\n  a  b\n',
    )
  })

  it('draws a table that fits, and tells a wide one row by row', () => {
    const table = '| set | `k` |\n| - | - |\n| one | 5 |\n| other | 10 |'
    expect(chapterText(table)).toBe('set    `k`\none      5\nother   10\n')
    expect(chapterText(table, 8)).toBe('one\n  `k`: 5\n\nother\n  `k`: 10\n')
  })
})
