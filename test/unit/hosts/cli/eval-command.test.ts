import { mkdir, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MAIN_MEASURES } from '../../../../src-main/domain/measure/name'
import { Comparison } from '../../../../src-main/domain/run/comparison'
import { Estimate } from '../../../../src-main/domain/run/run'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

const onAsked = [...inSmall, '--golden', 'asked']
const both = ['--recipe', 'bm25', '--recipe', 'dense']

const Result = z.object({
  golden: z.literal('asked'),
  queries: z.number(),
  sample: z.looseObject({}).optional(),
  runs: z.array(
    z.object({
      id: z.string(),
      recipe: z.string(),
      options: z.looseObject({}),
      measures: z.record(z.string(), Estimate),
      latencyMs: z.object({ p50: z.number(), p95: z.number() }),
      degraded: z.literal(0),
    }),
  ),
  reused: z.array(z.string()).default([]),
  failed: z.array(z.looseObject({ recipe: z.string() })).default([]),
  comparisons: z.array(Comparison).default([]),
})

const evaluated = async (...args: string[]) => {
  const { code, out } = await pegboard('eval', ...onAsked, ...args, '--json')
  return { code, ...Result.parse(JSON.parse(out)) }
}

describe('pegboard eval', () => {
  it('prints one object with a run for each recipe', async () => {
    await importSmall()
    const { code, runs } = await evaluated(...both, '--k', '1,2', '--option', 'k1=0.9')
    expect(code).toBe(0)
    expect(runs.map(({ recipe }) => recipe)).toEqual(['bm25', 'dense'])
    expect(runs[0]?.options).toMatchObject({ k1: 0.9 })
    expect(runs[1]?.options).not.toHaveProperty('k1')
    expect(runs[0]?.measures['Recall@1']?.mean).toBeCloseTo(0.625)
  })

  it('prints a table, each figure as its measure is written', async () => {
    await importSmall()
    const { out } = await pegboard('eval', ...onAsked, '--recipe', 'bm25', '--all')
    expect(out).toMatch(/Recall@5 +0\.\d{3} \[0\.\d{3}, [01]\.\d{3}\]/)
    expect(out).toMatch(/PromptTokens@5 +\d+\.\d \[/)
    expect(out).toMatch(/LengthDifference@5 +\d\.\d{2} \[/)
    expect(out).not.toContain('Difference to')
  })

  it('prints a screen of three recipes: the verdict, the main measures, and their differences', async () => {
    await importSmall()
    const three = [...both, '--recipe', 'hybrid']
    const { out } = await pegboard('eval', ...onAsked, ...three)
    const lines = out.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    const advice = await pegboard('advise', ...inSmall, '--json')
    const { k } = (JSON.parse(advice.out) as { chosen: { k: number } }).chosen
    expect(lines[0]).toMatch(new RegExp(`points .* Recall@${k} `))
    const begin = (from: number, to?: number) =>
      lines.slice(from, to).flatMap((line) => /^([A-Z]\w*@[\w+]+)/i.exec(line)?.[1] ?? [])
    const differences = lines.findIndex((line) => line.startsWith('Difference to'))
    const atAll = MAIN_MEASURES.flatMap((name) => [1, 5, 10].map((k) => `${name}@${k}`))
    expect(begin(0, differences).toSorted()).toEqual(atAll.toSorted())
    // What each query took is known at the k that were measured alone.
    const told = MAIN_MEASURES.filter((name) => [1, 5, 10].includes(k) || name !== 'PromptTokens')
    expect(begin(differences).toSorted()).toEqual(told.map((name) => `${name}@${k}`).toSorted())
    expect(out).toContain('--all prints every one')
    const whole = await pegboard('eval', ...onAsked, ...three, '--all')
    expect(whole.out).toMatch(/\nPrecision@10 /)
    expect(whole.out).not.toContain('--all prints every one')
  })

  it('fails on a golden set that is not there', async () => {
    await importSmall()
    const none = await pegboard('eval', ...inSmall, '--golden', 'none', '--recipe', 'bm25')
    expect(none.code).toBe(1)
    expect(none.err).toContain('none')
  })

  it('prints how the recipes differ from the first one', async () => {
    await importSmall()
    const { out } = await pegboard('eval', ...onAsked, ...both, '--k', '1')
    expect(out).toContain('Difference to bm25')
    expect(out).toMatch(/measure +dense +clear +better \/ equal \/ worse/)
    expect(out).toMatch(
      /Recall@1 +\+0\.250 \[0\.000, \+\d\.\d{3}\] +may be chance, p = 1\.00 +1 \/ 3 \/ 0 \(1 fixed, 0 broken\)/,
    )
    expect(out).toContain('Only 4 queries: intervals are narrower than they should be.')
  })

  it('says first which is better, by how much and at what cost, also as an object', async () => {
    await importSmall()
    const { out } = await pegboard('eval', ...onAsked, ...both, '--k', '1')
    expect(out).toMatch(
      /^dense is 25\.0 points \[0\.0, \d+\.\d\] Recall@1 above bm25 for \d+ % more tokens \(\d+ against \d+\), which may be chance; 1 query fixed, 0 broken, 3 equal\.\n4 queries, of which only 1 differs, are too few to tell any difference\.\n\nasked: 4 queries/,
    )
    const { out: json } = await pegboard('eval', ...onAsked, ...both, '--k', '1', '--json')
    const { verdict } = z.object({ verdict: z.array(z.string()) }).parse(JSON.parse(json))
    expect(out.split('\n').slice(0, 2)).toEqual(verdict)
  })

  it('says of a single recipe what it reaches, for which of all tokens', async () => {
    await importSmall()
    const { out } = await pegboard('eval', ...onAsked, '--recipe', 'bm25', '--k', '1')
    expect(out).toMatch(
      /^bm25 finds 62\.5 % \[25\.0, 100\.0\] of the right tools with the first tool \(Recall@1\), for \d+ of the \d+ tokens that all 5 tools take in every prompt; 2 of 4 queries lack a right tool, 1 all of them\.\n\n/,
    )
  })

  it('says why it does not compare, and prints what was measured all the same', async () => {
    await importSmall()
    const before = (await evaluated('--recipe', 'bm25')).runs[0]?.id ?? ''
    const args = ['--recipe', 'dense', '--sample', '2', '--baseline', before.slice(0, 8)]
    const { code, out } = await pegboard('eval', ...onAsked, ...args)
    expect(code).toBe(0)
    expect(out).toMatch(
      /measured on other queries: all 4 queries of “asked”, and a sample of 2 queries, seed 1 of “asked”\./,
    )
    expect(out).toMatch(/Recall@5 +\d/)
    expect(out).not.toContain('Difference to')
  })

  it('compares with another recipe, or with a run of before', async () => {
    await importSmall()
    const first = await evaluated(...both, '--baseline', 'dense')
    expect(first.comparisons).toMatchObject([
      { baseline: first.runs[1]?.id, run: first.runs[0]?.id },
    ])
    const before = first.runs[0]?.id ?? ''
    const again = await evaluated('--recipe', 'dense', '--baseline', before.slice(0, 8))
    expect(again.comparisons).toMatchObject([{ baseline: before, run: again.runs[0]?.id }])
  })

  it('measures nothing where the baseline is not there', async () => {
    await importSmall()
    const { code, err } = await pegboard('eval', ...onAsked, ...both, '--baseline', 'none')
    expect(code).toBe(1)
    expect(err).toContain('no run “none”')
    expect((await pegboard('runs', ...inSmall)).out).toContain('Nothing is measured yet')
  })

  it('compares also what is not kept', async () => {
    await importSmall()
    const { comparisons } = await evaluated(...both, '--no-keep')
    expect(comparisons).toHaveLength(1)
    expect((await pegboard('runs', ...inSmall)).out).toContain('Nothing is measured yet')
  })

  it('resumes: what is measured is taken, and the output says so', async () => {
    await importSmall()
    const { runs } = await evaluated('--recipe', 'bm25')
    const resumed = await evaluated(...both, '--resume')
    expect(resumed.reused).toEqual([runs[0]?.id])
    const { out } = await pegboard('eval', ...onAsked, ...both, '--resume')
    expect(out).toMatch(/bm25: measured on \d{4}-.*, taken as it is\./)
  })

  it('prints what could be measured, and fails for the rest', async () => {
    await importSmall()
    const args = [...onAsked, ...both, '--embedder', 'ollama:none', '--k', '1']
    const { code, out, err } = await pegboard('eval', ...args)
    expect(code).toBe(1)
    expect(out).toMatch(/measure +bm25\n/)
    expect(err).toContain('1 of 2 recipes could not be measured.')
    expect(err).toContain('dense: ')
    const { failed, runs } = await evaluated(...both, '--embedder', 'ollama:none')
    expect([runs.length, failed.map(({ recipe }) => recipe)]).toEqual([1, ['dense']])
  })
})

describe('pegboard runs and compare', () => {
  it('list what was measured and compare by the beginnings of ids', async () => {
    await importSmall()
    const { runs } = await evaluated(...both, '--k', '1')
    const ids = runs.map(({ id }) => id)
    const list = await pegboard('runs', ...inSmall)
    for (const id of ids) expect(list.out).toContain(id.slice(0, 8))
    expect(list.out).toMatch(/asked +all +4 +bm25 +Recall@1 0\.625/)
    const [baseline = '', other = ''] = ids.map((id) => id.slice(0, 8))
    const { code, out } = await pegboard('compare', baseline, other, ...inSmall)
    expect(code).toBe(0)
    expect(out).toContain('Difference to bm25')
    const json = await pegboard('compare', baseline, other, ...inSmall, '--json')
    const { comparisons } = JSON.parse(json.out) as { comparisons: unknown }
    expect(comparisons).toMatchObject([{ baseline: ids[0], run: ids[1], queries: 4 }])
  })

  it('refuse a run that is not there, and a beginning that is not clear', async () => {
    await importSmall()
    await evaluated(...both)
    expect(await pegboard('compare', 'x', 'y', ...inSmall)).toMatchObject({
      code: 1,
      err: expect.stringContaining('pegboard runs') as string,
    })
    expect(await pegboard('compare', '', 'y', ...inSmall)).toMatchObject({ code: 1 })
    expect((await pegboard('compare', 'x', ...inSmall)).code).toBe(2)
  })

  it('refuse runs of other queries', async () => {
    await importSmall()
    const all = await evaluated('--recipe', 'bm25')
    const some = await evaluated('--recipe', 'bm25', '--sample', '2')
    const ids = [all, some].map(({ runs }) => runs[0]?.id ?? '')
    const { code, err } = await pegboard('compare', ...ids, ...inSmall)
    expect(code).toBe(2)
    expect(err).toContain('measured on other queries')
  })
})

describe('pegboard eval of tools that need tools', () => {
  const graph = ['--recipe', 'graph-rag-tool-fusion', '--option', 'preset=paper', '--k', '2,5']

  it('counts what went wrong with dependencies, at every k', async () => {
    await importNeeding()
    const { out } = await pegboard('eval', ...inSmall, '--golden', 'golden', ...graph, '--all')
    expect(out).toMatch(/Dependency cut, at 2 +1\n/)
    expect(out).toMatch(/Dependency cut, at 5 +0\n/)
    const json = await pegboard('eval', ...inSmall, '--golden', 'golden', ...graph, '--json')
    expect(JSON.parse(json.out)).toMatchObject({
      runs: [{ errors: { 2: { 'dependency-cut': 1, 'main-cut': 0 }, 5: { 'dependency-cut': 0 } } }],
    })
  })

  it('says nothing of it for recipes that take nothing along', async () => {
    await importNeeding()
    const plain = ['--golden', 'golden', '--recipe', 'bm25', '--all']
    const { out } = await pegboard('eval', ...inSmall, ...plain)
    expect(out).not.toContain('Dependency cut')
    expect(out).toContain('MainHit@5')
  })

  async function importNeeding(): Promise<void> {
    const needs = (on: string) => [{ on, kind: 'tool-direct' }]
    const tools = [
      { name: 'send_mail', description: 'Sends a mail.', dependencies: needs('log_in') },
      { name: 'log_in', description: 'Opens a session.', dependencies: needs('wifi') },
      { name: 'wifi', description: 'Turns the network on.' },
    ]
    const golden = [{ id: 'q', text: 'send a mail', tools: ['send_mail', 'log_in', 'wifi'] }]
    await mkdir(at('folder/servers'), { recursive: true })
    await writeFile(at('folder/servers/mail.json'), JSON.stringify({ server: 'mail', tools }))
    await writeFile(at('folder/golden.json'), JSON.stringify(golden))
    await pegboard('import', 'folder', ...inSmall)
  }
})
