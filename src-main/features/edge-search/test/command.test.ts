import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { AIRLINE, AIRLINE_QUERIES } from '../../../../test/app/airline'
import { terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, at } = terminalInFolder()
const propose = (...args: string[]) => pegboard('propose-edges', ...args, '--workspace', 'airline')
const BOOKING = ['united_book_flight', 'united_user_login']

beforeEach(async () => {
  await writeFile(at('airline.json'), JSON.stringify(AIRLINE))
  await writeFile(at('asked.json'), JSON.stringify(AIRLINE_QUERIES))
  await pegboard('import', 'airline.json', '--workspace', 'airline')
  await pegboard('import-golden', 'asked.json', '--workspace', 'airline')
})

describe('pegboard propose-edges', () => {
  it('lists what is proposed, with how sure it is and why', async () => {
    const { code, out } = await propose()
    expect(code).toBe(0)
    expect(out).toMatch(
      /0\.\d\d {2}united_book_flight {4}united_user_login {2}a login \d\d % {2}its parameter session_id takes what logging in gives/,
    )
    expect(out).toMatch(/edges proposed for 5 tools, from their schemas alone/)
    const { out: json } = await propose('--tool', 'united_book_flight', '--limit', '1', '--json')
    expect(JSON.parse(json)).toMatchObject({ rows: [{ from: 'united_book_flight' }] })
  })

  it('accepts one, rejects one with a reason, and takes them back', async () => {
    const accepted = await propose('accept', ...BOOKING)
    expect(accepted.out).toMatch(/^1 accepted\.\nTo take it back: pegboard undo \S+\n$/)
    const rejected = await propose(
      ...['reject', 'united_book_flight', 'get_airport_code', '--reason', 'Codes are typed.'],
    )
    expect(rejected.out).toMatch(/^1 rejected\./)
    expect((await propose('--state', 'rejected')).out).toMatch(
      /get_airport_code +meaning \d\d % +Codes are typed\.[^]*1 accepted, 1 rejected, 0 skipped\./,
    )
    expect((await propose()).out).not.toMatch(/united_book_flight +get_airport_code/)
    const undo = (...more: string[]) => pegboard('undo', ...more, '--workspace', 'airline')
    expect((await undo('--of', 'edges')).out).toBe('Taken back: Rejected 1 proposed edge.\n')
    const change = /undo (\S+)/.exec(accepted.out)?.[1] ?? ''
    expect((await undo(change)).out).toBe('Taken back: Accepted 1 proposed edge.\n')
    const { code, err } = await undo('--of', 'edges')
    expect(code).toBe(1)
    expect(err).toContain('There is nothing of this kind to undo.')
  })

  it('lists and decides what was looked for before, and looks again where it is asked to', async () => {
    expect((await propose()).out).not.toContain('--again')
    await pegboard('tools', 'remove', 'united_user_login', '--workspace', 'airline')
    const tools = (out: string) => /edges proposed for \d tools/.exec(out)?.[0]
    const kept = await propose()
    expect(kept.out).toMatch(/^Searched on \d{4}-\d\d-\d\d \d\d:\d\d; --again searches/m)
    expect(tools(kept.out)).toBe('edges proposed for 5 tools')
    expect((await propose('reject', 'united_book_flight', 'get_airport_code')).code).toBe(0)
    expect(tools((await propose()).out)).toBe('edges proposed for 5 tools')
    const rule = ['accept', '--at-least', '0.9']
    expect((await propose(...rule)).out).toMatch(/^0 accepted.*\nSearched on .*--again/)
    expect((await propose(...rule, '--again')).out).not.toContain('--again')
    const again = await propose('--again')
    expect(tools(again.out)).toBe('edges proposed for 4 tools')
    expect(again.out).not.toContain('--again')
  })

  it('measures what all that are sure would do, without writing, and accepts them', async () => {
    const rule = ['accept', '--at-least', '0.6']
    expect((await propose(...rule, '--dry-run')).out).toMatch(
      /^\d edges, measured on the 2 queries of “asked” that name their tools; nothing was written\.\nHybrid follows no edges: .*\nMAP@10 \S+ → \S+, Recall@10 \S+ → \S+: \d better, 0 worse\.\nOn all 3 queries: MAP@10/,
    )
    expect((await propose('--state', 'accepted')).out).toMatch(/^None\.\n/)
    expect((await propose(...rule)).out).toMatch(/^\d accepted\./)
    const shown = await pegboard('show', 'united_cancel_flight', '--workspace', 'airline', '--json')
    expect(shown.out).toContain('"on": "united_user_login"')
  })

  it.each([
    [['accept'], 'It takes two tools, or --at-least.'],
    [['accept', 'united_book_flight'], 'It takes two tools, or --at-least.'],
    [['accept', ...BOOKING, '--at-least', '0.5'], 'It takes two tools, or --at-least.'],
    [['accept', '--at-least', 'much'], 'Give a number from 0 to 1.'],
    [['--state', 'lost'], 'Choose one of: open, accepted, rejected, skipped.'],
  ])('is used wrongly with %j', async (args, message) => {
    const { code, err } = await propose(...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('says that no chat model is chosen where one is to be asked', async () => {
    const { code, err } = await propose('--ask-model', '3')
    expect(code).toBe(1)
    expect(err).toContain('No chat model is chosen')
  })
})
