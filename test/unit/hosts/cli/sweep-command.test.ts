import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CatalogSize, Estimate } from '../../../../src-main/domain/run/run'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

const sweep = (...args: string[]) => pegboard('sweep', ...inSmall, '--golden', 'asked', ...args)

const Result = z.object({
  golden: z.literal('asked'),
  queries: z.literal(4),
  tools: z.literal(5),
  runs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      recipe: z.string(),
      options: z.looseObject({}),
      k: z.array(z.number()),
      catalogSize: CatalogSize.optional(),
      measures: z.record(z.string(), Estimate),
      curve: z.object({ recall: z.array(z.number()) }),
    }),
  ),
  reused: z.array(z.string()).default([]),
})

const swept = async (...args: string[]) => {
  const { code, out } = await sweep(...args, '--json')
  return { code, ...Result.parse(JSON.parse(out)) }
}

describe('pegboard sweep', () => {
  it('measures every recipe with each value of an option, each size and each seed', async () => {
    await importSmall()
    const { code, runs } = await swept(
      ...['--recipe', 'bm25', '--recipe', 'dense', '--vary', 'k1=0.9', '--vary', 'k1=1.5'],
      ...['--sizes', '2,all', '--seeds', '1,2', '--k', '1,2'],
    )
    expect(code).toBe(0)
    const cells = runs.map(({ recipe, options, catalogSize }) =>
      [recipe, options['k1'], catalogSize?.tools, catalogSize?.seed].join(' ').trim(),
    )
    const variants = ['bm25 0.9', 'dense ', 'bm25 1.5']
    const expected = ['2 1', '2 2', ''].flatMap((size) =>
      variants.map((variant) => `${variant} ${size}`.trim()),
    )
    expect(cells).toEqual(expected)
    expect(runs[0]?.measures['Recall@2']?.mean).toBeGreaterThan(0)
  })

  it('takes what is measured already, unless all is to be measured anew', async () => {
    await importSmall()
    const args = ['--recipe', 'bm25', '--sizes', '2,3', '--k', '1']
    const first = await swept(...args)
    expect(first.reused).toEqual([])
    const more = await swept(...args, '--recipe', 'dense')
    expect(more.reused.sort()).toEqual(first.runs.map(({ id }) => id).sort())
    expect(more.runs).toHaveLength(4)
    expect((await swept(...args, '--anew')).reused).toEqual([])
  })

  it('prints a table of one measure and one of prompt tokens, and what is to be known', async () => {
    await importSmall()
    const { out } = await sweep('--recipe', 'bm25', '--sizes', '1,all', '--k', '1,3')
    expect(out).toContain('asked: 4 queries, 5 tools in all.')
    expect(out).toMatch(/recipe +tools +Recall@1 +Recall@3/)
    expect(out).toMatch(/bm25 +1 +0\.625 \[0\.\d{3}, 1\.000\] +0\.750 \[/)
    expect(out).toMatch(/recipe +tools +PromptTokens@1 +PromptTokens@3/)
    expect(out).toContain('bm25, 1 tool: 1 query needs more than 1 tool: asked of just those.')
  })

  it('writes every measure of every run as CSV', async () => {
    await importSmall()
    await sweep('--recipe', 'bm25', '--sizes', '2,all', '--k', '1', '--csv', 'grid.csv')
    const lines = (await readFile(join(at('.'), 'grid.csv'), 'utf8')).trim().split('\r\n')
    expect(lines[0]).toBe(
      'run,recipe,embedder,tools,of tools,seed,queries,measure,k,mean,low,high,tokenizer',
    )
    const recalls = lines.filter((line) => line.includes(',Recall,1,'))
    expect(recalls.map((line) => line.split(',').slice(1, 7).join())).toEqual([
      'bm25,,2,5,1,4',
      'bm25,,5,5,,4',
    ])
  })

  it('writes what the tools cost into it, where a price is written down', async () => {
    await importSmall()
    const args = ['--recipe', 'bm25', '--k', '1,2', '--csv', 'costs.csv']
    await pegboard('prices', 'set', 'large', '--per-million', '4', '--as-of', '2026-10-01')
    await pegboard('prices', 'set', 'small', '--per-million', '2', '--as-of', '2026-10-01')
    await sweep(...args, '--model', 'small')
    const lines = (await readFile(join(at('.'), 'costs.csv'), 'utf8')).split('\r\n')
    const meanOf = (row: string): number => {
      const found = lines.find((line) => line.includes(row)) ?? ''
      return Number(found.slice(found.indexOf(row) + row.length).split(',')[0])
    }
    const cost = '"Cost of 1,000 requests (USD, small, price of 2026-10-01)"'
    for (const k of [1, 2])
      expect(meanOf(`,${cost},${k},`)).toBeCloseTo(meanOf(`,PromptTokens,${k},`) * 0.002, 9)
    const { code, err } = await sweep(...args, '--model', 'none')
    expect(code).toBe(1)
    expect(err).toContain('There is no price of “none”.')
  })

  it.each([
    [['--sizes', '6'], 'The catalog has 5 tools'],
    [['--sizes', 'some'], 'Give a whole number of 1 or more.'],
    [['--measure', 'Luck'], 'There is no measure “Luck”.'],
    [['--vary', 'luck=1'], 'There is no option “luck”.'],
    [['--vary', 'constructor=1'], 'There is no option “constructor”.'],
    [['--vary', '__proto__=1'], 'There is no option “__proto__”.'],
  ])('refuses %j', async (args, message) => {
    await importSmall()
    const { code, err } = await sweep('--recipe', 'bm25', ...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})

describe('pegboard sweep --from', () => {
  const from = async (options: object, ...args: string[]) => {
    await writeFile(at('sweep.json'), JSON.stringify(options))
    return pegboard('sweep', '--from', 'sweep.json', ...inSmall, '--json', ...args)
  }
  const FILE = {
    golden: 'asked',
    recipe: ['bm25'],
    option: { b: 0.5, analyser: ['stop-words'] },
    vary: { k1: [0.9, '1.5'] },
    k: [2],
    sizes: [2, 'all'],
    seeds: [7],
    sample: 3,
    seed: 5,
  }
  const runsOf = ({ out }: { out: string }) =>
    z.object({ runs: Result.shape.runs }).parse(JSON.parse(out)).runs

  it('measures what the file says', async () => {
    await importSmall()
    const measured = await from(FILE)
    expect(JSON.parse(measured.out)).toMatchObject({
      golden: 'asked',
      queries: 3,
      sample: { size: 3, seed: 5 },
    })
    const runs = runsOf(measured)
    expect(runs).toHaveLength(4)
    expect(runs.map(({ options }) => options['k1'])).toEqual([0.9, 1.5, 0.9, 1.5])
    for (const { recipe, options, k } of runs) {
      expect([recipe, k]).toEqual(['bm25', [2]])
      expect(options).toMatchObject({ b: 0.5, analyser: ['stop-words'] })
    }
    expect(runs.map(({ catalogSize }) => catalogSize)).toEqual([
      { tools: 2, seed: 7 },
      { tools: 2, seed: 7 },
      undefined,
      undefined,
    ])
  })

  it('goes by flags first, one option at a time', async () => {
    await importSmall()
    const flags = ['--recipe', 'hybrid', '--recipe', 'bm25', '--k', '1,3', '--sizes', 'all']
    const runs = runsOf(await from(FILE, ...flags, '--option', 'b=0.25', '--option', 'k1=1.2'))
    expect(runs.map(({ recipe, k }) => [recipe, k])).toEqual([
      ['hybrid', [1, 3]],
      ['bm25', [1, 3]],
    ])
    // What is set by a flag is not varied by the file; what no flag says is as the file says.
    expect(runs[1]?.options).toMatchObject({ b: 0.25, k1: 1.2, analyser: ['stop-words'] })
    const varied = runsOf(await from(FILE, '--sizes', 'all', '--vary', 'k1=0.8'))
    expect(varied.map(({ options }) => options['k1'])).toEqual([0.8])
  })

  it.each([
    [
      { recipes: ['bm25'] },
      /there is no recipes\.\nA file of options has: golden, recipe, option,/,
    ],
    [{ csv: 'x.csv' }, /there is no csv\./],
    [{ k: 'all' }, /k must be a list/],
    [{ sizes: [] }, /sizes must hold at least 1 entries/],
    [{ split: 'odd' }, /split must be one of/],
    [{ golden: undefined }, /No golden set is named\.\nName one: --golden NAME\./],
    [{ option: { luck: 1 } }, /There is no option “luck”/],
  ])('refuses %j', async (wrong, message) => {
    await importSmall()
    const { code, out, err } = await from({ ...FILE, ...wrong })
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(message)
  })

  it('says which file is not there', async () => {
    const { code, err } = await pegboard('sweep', '--from', 'gone.json', ...inSmall)
    expect(code).toBe(1)
    expect(err).toContain('gone.json cannot be read.')
  })

  it('measures the same as the flags that a file was written from', async () => {
    await importSmall()
    const args =
      '--recipe bm25 --option components=name,description --option b=0.5 --vary k1=0.9 --vary k1=1.5 --sizes 2,all --seeds 1,3 --k 1,2 --sample 3 --seed 4 --embedder instant'.split(
        ' ',
      )
    const written = await sweep(...args, '--write-options', 'how many.json')
    expect(written).toMatchObject({
      code: 0,
      out: expect.stringContaining('--from "how many.json"') as string,
    })
    expect(JSON.parse((await pegboard('runs', ...inSmall, '--json')).out)).toMatchObject({
      runs: [],
    })
    const before = runsOf(await sweep(...args, '--json'))
    const again = await pegboard('sweep', '--from', 'how many.json', ...inSmall, '--json')
    expect(runsOf(again)).toEqual(before)
    expect(before).toHaveLength(6)
  })

  it('is no file of what cannot be measured', async () => {
    await importSmall()
    const { code } = await sweep('--recipe', 'luck', '--write-options', 'luck.json')
    expect(code).toBe(2)
    await expect(readFile(at('luck.json'))).rejects.toThrow('ENOENT')
  })
})

describe('pegboard sweep of parts', () => {
  it('measures one part with the other as history, and a test set for a reason', async () => {
    await importSmall()
    const args = ['--recipe', 'bm25', '--k', '1', '--split', 'random', '--seed', '2', '--json']
    expect(JSON.parse((await sweep(...args)).out)).toMatchObject({
      queries: 1,
      split: { by: 'random', seed: 2 },
    })
    await pegboard('golden', 'use', 'asked', 'test', ...inSmall)
    const refused = await sweep('--recipe', 'bm25', '--k', '2')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Say why')])
    expect((await sweep('--recipe', 'bm25', '--k', '2', '--why', 'A release.')).code).toBe(0)
  })
})
