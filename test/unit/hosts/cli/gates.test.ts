import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

const onAsked = [...inSmall, '--golden', 'asked']

/** The id of a run that is measured and kept. */
async function measured(recipe: string, k = '1,2'): Promise<string> {
  const args = ['--recipe', recipe, '--k', k, '--json']
  const { out } = await pegboard('eval', ...onAsked, ...args)
  return (JSON.parse(out) as { runs: { id: string }[] }).runs[0]?.id ?? ''
}

describe('what is asked of a run', () => {
  const gated = (...args: string[]) =>
    pegboard('eval', ...onAsked, '--recipe', 'bm25', '--k', '1,2', ...args)

  it('is said to be so, or ends the command with exit code 1', async () => {
    await importSmall()
    const passed = await gated('--gate', 'Recall@1>=0.6')
    expect([passed.code, passed.out.match(/^passed.*$/m)?.[0]]).toEqual([
      0,
      'passed  bm25: Recall@1 >= 0.6 · 0.6250',
    ])
    const failed = await gated('--gate', 'Recall@1>=0.7', '--gate', 'Recall@2>=0.5')
    expect([failed.code, failed.err.split('\n').at(-2)]).toEqual([1, '1 of 2 checks failed.'])
    expect(failed.out).toContain('FAILED  bm25: Recall@1 >= 0.7 · 0.6250')
  })

  it('is not passed by a measure that was not measured', async () => {
    await importSmall()
    const { code, out } = await gated('--gate', 'Recall@5>=0')
    expect(code).toBe(1)
    expect(out).toMatch(/FAILED.*not measured; this run has Recall@1, Recall@2/)
  })

  it('can be that it is not worse than an earlier run, by more than is tolerated', async () => {
    await importSmall()
    const dense = await measured('dense')
    const against = ['--baseline', dense, '--tolerance']
    const worse = await gated(...against, '0.1')
    expect(worse.code).toBe(1)
    expect(worse.out).toMatch(/FAILED {2}bm25: Recall@1 not more than 0.1 below .* -0\.2500 \[/)
    expect((await gated(...against, '0.25')).code).toBe(0)
  })

  it('is asked at no k that nobody asked for, though it is told of there', async () => {
    await importSmall()
    const asked = (out: string) => {
      const { checks, comparisons } = JSON.parse(out) as {
        checks: { asked: string }[]
        comparisons: [{ measures: object }]
      }
      return {
        checked: checks.map((check) => check.asked.split(' ')[0]),
        told: Object.keys(comparisons[0].measures).filter((name) => name.startsWith('Recall@')),
      }
    }
    const expected = { checked: ['Recall@3'], told: ['Recall@2', 'Recall@3'] }
    const dense = await measured('dense', '1,3')
    const bm25 = await measured('bm25', '2,3')
    const tolerant = ['--tolerance', '1', '--json']
    const compared = await pegboard('compare', ...inSmall, dense, bm25, ...tolerant)
    expect(asked(compared.out)).toEqual(expected)
    const at = ['--recipe', 'dense', '--k', '1,3', '--baseline', bm25]
    const { out } = await pegboard('eval', ...onAsked, ...at, ...tolerant)
    expect(asked(out)).toEqual(expected)
  })

  it('fails where the two cannot be compared, rather than pass unseen', async () => {
    await importSmall()
    const before = await measured('bm25')
    const other = [{ query: 'send an email', tools: ['send_email'] }]
    await writeFile(at('other.json'), JSON.stringify(other))
    await pegboard('import-golden', 'other.json', ...inSmall)
    const { code, out } = await pegboard(
      ...['eval', ...inSmall, '--golden', 'other', '--recipe', 'bm25', '--k', '1,2'],
      ...['--baseline', before, '--tolerance', '1'],
    )
    expect([code, out.match(/FAILED.*$/m)?.[0]]).toEqual([
      1,
      'FAILED  bm25: Recall not more than 1 below the baseline · The runs of “bm25” and “bm25” cannot be compared: they were measured on other queries: all 4 queries of “asked”, and its only query of “other”. The first difference is in query “q1”.',
    ])
  })

  it('is refused before anything is measured where it asks for nothing', async () => {
    await importSmall()
    for (const args of [
      ['--tolerance', '0.1'],
      ['--junit', 'checks.xml'],
      ['--gate', 'high'],
      ['--tolerance', '-1', '--baseline', 'x'],
    ]) {
      const { code, out } = await gated(...args)
      expect([code, out]).toEqual([2, ''])
    }
  })

  it('is written for build servers as JUnit, failures with what was found', async () => {
    await importSmall()
    const checks = ['--gate', 'Recall@1>=0.6', '--gate', 'Recall@1>0.9']
    expect((await gated(...checks, '--junit', 'out/checks.xml')).code).toBe(1)
    const xml = await readFile(at('out', 'checks.xml'), 'utf8')
    expect(xml).toContain('<testsuite name="asked: bm25" tests="2" failures="1">')
    expect(xml).toContain('<testcase classname="bm25" name="Recall@1 &gt;= 0.6"/>')
    expect(xml).toContain('<failure message="0.6250">')
    const printed = await gated(...checks, '--json')
    expect(JSON.parse(printed.out)).toMatchObject({ checks: [{ isPassed: true }, {}] })
  })
})

describe('the queries of a run', () => {
  it('are written as a table, and as trec_eval reads them', async () => {
    await importSmall()
    const id = (await measured('bm25')).slice(0, 8)
    const written = async (format: string) =>
      (await pegboard('export', ...inSmall, '--run', id, '--format', format)).out
    expect((await written('csv')).split('\r\n')[0]).toBe(
      'id,query,golden tools,tools given,prompt tokens,latency ms,Recall@1,Recall@2,degraded,tokenizer,' +
        'run,golden set,golden set hash,recipe,options,embedder,embedder version,chat model,catalog revision,catalog hash,outdated',
    )
    expect(await written('trec-qrels')).toContain('q3 0 create_event 1\nq3 0 send_email 1\n')
    expect(await written('trec-run')).toMatch(new RegExp(`^q1 Q0 send_email 1 2 bm25-${id}$`, 'm'))
    const wrong = await pegboard('export', ...inSmall, '--run', id, '--format', 'openai')
    expect([wrong.code, wrong.err]).toEqual([
      2,
      'A run is not written as “openai”.\nUse one of: csv, trec-run, trec-qrels.\n',
    ])
  })
})
