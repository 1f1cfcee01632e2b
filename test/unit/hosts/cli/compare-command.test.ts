import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

const compare = (...args: string[]) => pegboard('compare', ...inSmall, ...args)

/** Two measurements, the second better than the first at k = 1. */
async function measureTwo(): Promise<[baseline: string, better: string]> {
  await importSmall()
  const measured: string[] = []
  for (const recipe of ['bm25', 'dense']) {
    const asked = ['--golden', 'asked', '--recipe', recipe, '--k', '1,2']
    const { out } = await pegboard('eval', ...inSmall, ...asked, '--json')
    measured.push((JSON.parse(out) as { runs: [{ id: string }] }).runs[0].id)
  }
  return measured as [string, string]
}

describe('pegboard compare', () => {
  it('takes runs by the numbers of the list, by the beginning of an id, or the newest', async () => {
    const [baseline, better] = await measureTwo()
    const list = (await pegboard('runs', ...inSmall)).out
    expect(list).toMatch(
      new RegExp(`^1 +${better.slice(0, 8)}[^]*\n2 +${baseline.slice(0, 8)}`, 'm'),
    )
    for (const named of [
      ['2', '1'],
      [baseline, better.slice(0, 8)],
      [],
      ['--baseline', '2'],
      ['1', '--baseline', '2'],
    ]) {
      const { code, out } = await compare(...named, '--json')
      expect(code, named.join(' ')).toBe(0)
      expect(JSON.parse(out)).toMatchObject({
        baseline,
        runs: [{ id: baseline }, { id: better, latencyMs: {} }],
        comparisons: [{ baseline, run: better, queries: 4 }],
      })
    }
  })

  it('prints measures, tokens, latency and paired differences at the k asked for', async () => {
    await measureTwo()
    const { out } = await compare('--k', '1')
    expect(out).toMatch(/Recall@1 +0\.\d{3} \[/)
    expect(out).toMatch(/PromptTokens@1/)
    expect(out).toMatch(/latency p50 \/ p95, ms/)
    expect(out).toMatch(/Difference to bm25, query by query/)
    expect(out).toMatch(/\(\d fixed, \d broken\)/)
    expect(out).not.toContain('Recall@2')
    expect(await compare('--k', '7')).toMatchObject({
      code: 2,
      err: expect.stringContaining('measured at 1, 2') as string,
    })
  })

  it('lists the queries that were fixed and broken, with where their golden tools stand', async () => {
    const [baseline, better] = await measureTwo()
    const { out } = await compare('--queries', '--k', '1')
    expect(out).toMatch(/Broken by dense beside bm25 at k = 1: 0/)
    expect(out).toMatch(/Fixed by [^\n]*: [1-4]\n {2}q\d {2}\w[^\n]+\n {4}\w+ #1/)
    const json = await compare(better, baseline, '--queries', '--k', '1', '--json')
    const { queries } = JSON.parse(json.out) as {
      queries: { broken: { total: number; listed: { goldenRanks: unknown[] }[] } }[]
    }
    expect(queries[0]?.broken.total).toBeGreaterThan(0)
    expect(queries[0]?.broken.listed[0]?.goldenRanks).toContain(null)
  })

  it('fails with exit code 1 where a check fails, and writes checks as JUnit', async () => {
    const [baseline, better] = await measureTwo()
    const passed = await compare('--gate', 'Recall@2>=0.5', '--tolerance', '0')
    expect(passed).toMatchObject({ code: 0, out: expect.stringContaining('passed') as string })
    const worse = await compare(better, baseline, '--tolerance', '0.01', '--junit', 'checks.xml')
    expect(worse.code).toBe(1)
    expect(worse.out).toMatch(/FAILED {2}bm25: Recall@1 not more than 0\.01 below/)
    expect(worse.err).toMatch(/\d of 2 checks failed/)
    expect(await readFile(at('checks.xml'), 'utf8')).toMatch(
      /<testsuites tests="2" failures="[12]"/,
    )
  })

  it('asks nothing of the baseline: it is what is to be improved on', async () => {
    const [baseline, better] = await measureTwo()
    const gate = ['--gate', 'Recall@1>=0.8']
    expect((await compare(baseline, better, ...gate)).code).toBe(0)
    expect((await compare(better, baseline, ...gate)).code).toBe(1)
  })

  it('prints a table in which no cell is run as a formula', async () => {
    const [baseline] = await measureTwo()
    await pegboard('import-golden', 'asked.json', ...inSmall, '--name', '=1+1')
    await pegboard('eval', ...inSmall, '--golden', '=1+1', '--recipe', 'bm25', '--recipe', 'dense')
    const { out } = await compare('--csv', '1', '2')
    expect(out).toMatch(/^run,recipe,golden set,/)
    expect(out).toContain(`,'=1+1,4,Recall@1,`)
    const own = (await compare('--csv', '1', baseline)).out
    // A difference below 0 is a number, and stays one.
    expect(own).toMatch(/Recall@1,[\d.]+,[\d.]+,[\d.]+,-0\.\d+,-\d/)
  })

  it('says in the table what the tools cost, where a price is written down', async () => {
    const [baseline, better] = await measureTwo()
    await pegboard('prices', 'set', 'small', '--per-million', '2', '--as-of', '2026-10-01')
    const { out } = await compare('--csv', baseline, better)
    expect(out).toMatch(
      /"Cost of 1,000 requests@1 \(USD, small, price of 2026-10-01\)",0\.\d+,0\.\d+/,
    )
    expect((await compare('--csv', '--model', 'none', baseline, better)).err).toContain(
      'There is no price of “none”.',
    )
  })

  it.each([
    [['1'], /One run alone cannot be compared/, 2],
    [['--csv', '--json'], /Choose one/, 2],
    [['--junit', 'x.xml'], /there are none/, 2],
    [['x8', 'x9'], /no run “x8”/, 1],
  ])('says what is wrong with %j', async (args, message, exit) => {
    await measureTwo()
    const { code, err } = await compare(...args)
    expect(code).toBe(exit)
    expect(err).toMatch(message)
  })

  it('takes the newest of one size of catalog, names the size, and holds no run to another', async () => {
    await importSmall()
    const asked = ['--golden', 'asked', '--k', '1,2']
    const recipes = ['--recipe', 'bm25', '--recipe', 'dense']
    await pegboard('eval', ...inSmall, ...asked, ...recipes)
    const swept = await pegboard(
      'sweep',
      ...inSmall,
      ...asked,
      ...recipes,
      '--sizes',
      '3',
      '--json',
    )
    const [drawn, other] = (JSON.parse(swept.out) as { runs: { id: string }[] }).runs
    const newest = await compare('--json')
    expect(JSON.parse(newest.out)).toMatchObject({ runs: [{ label: 'bm25' }, { label: 'dense' }] })
    const beside = await compare('--json', '--baseline', drawn?.id ?? '')
    expect(JSON.parse(beside.out)).toMatchObject({
      runs: [
        { id: drawn?.id, label: 'bm25 · 3 of 5 tools' },
        { id: other?.id, label: 'dense · 3 of 5 tools' },
      ],
    })
    const refusal = {
      code: 2,
      err: expect.stringMatching(
        /“bm25” chose from 3 of 5 tools, seed 1, the other run from the whole/,
      ) as string,
    }
    const held = ['--baseline', drawn?.id ?? '', '--tolerance', '0.5']
    expect(await compare('3', ...held)).toMatchObject(refusal)
    expect(await pegboard('eval', ...inSmall, ...asked, '--recipe', 'bm25', ...held)).toMatchObject(
      refusal,
    )
  })

  it('says on what else than its baseline a run was measured, and in files what of it is outdated', async () => {
    const [baseline] = await measureTwo()
    expect((await compare()).out).not.toContain('Measured on something else')
    await pegboard('tools', 'edit', 'convert_currency', ...inSmall, '--description', 'euros')
    await pegboard('eval', ...inSmall, '--golden', 'asked', '--recipe', 'bm25', '--k', '1,2')
    const { out } = await compare('1', '--baseline', baseline)
    expect(out).toMatch(
      /^Measured on something else than the baseline: bm25 \w+ on other texts of the catalog\.$/m,
    )
    const json = JSON.parse((await compare('1', '--baseline', baseline, '--json')).out) as object
    expect(json).toMatchObject({
      otherThanBaseline: [{ other: ['other texts of the catalog'] }],
      runs: [{ id: baseline, outdated: [{ of: 'catalog', edits: 1 }] }, { outdated: [] }],
    })
    const csv = (await compare('1', '--baseline', baseline, '--csv')).out.split('\r\n')
    expect(csv[0]).toMatch(/,outdated$/)
    expect(csv[1]).toMatch(/,measured before 1 edit$/)
    expect(csv.at(-2)).toMatch(/,$/)
    const runs = (await pegboard('runs', ...inSmall, '--csv')).out
    expect(runs).toMatch(/,catalog revision,catalog hash,golden set hash,tokenizer,outdated\r\n/)
    expect(runs.match(/,measured before 1 edit\r\n/g)).toHaveLength(2)
  })

  it('says what is outdated also where it is refused, before that', async () => {
    const [baseline, better] = await measureTwo()
    await pegboard('tools', 'edit', 'convert_currency', ...inSmall, '--description', 'euros')
    const { code, err } = await compare(baseline, better, '--k', '7')
    expect(code).toBe(2)
    expect(err).toMatch(
      /^Not of what is in use now: bm25, dense: measured before 1 edit[^]*not measured at k = 7/,
    )
    expect((await compare('gone', better)).err).toMatch(/^There is no run “gone”/)
  })

  it('says so where there is nothing to compare', async () => {
    await importSmall()
    expect(await compare()).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing is measured') as string,
    })
    await pegboard('eval', ...inSmall, '--golden', 'asked', '--recipe', 'bm25')
    expect(await compare()).toMatchObject({
      code: 1,
      err: expect.stringContaining('no other run on the same queries') as string,
    })
  })
})
