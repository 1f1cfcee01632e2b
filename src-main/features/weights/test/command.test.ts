import { mkdir, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { contraryFolds, fieldFiles, queriesOf } from '../../../../test/app/fields-catalog'
import { terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { at, pegboard } = terminalInFolder()
const inFields = ['--workspace', 'fields'] as const

/**
 * Imports a folder of MFTR’s format with so many queries, of published folds, and published
 * weights.
 */
async function importFields(count: number, more: Record<string, object> = {}) {
  const half = Math.floor(count / 3)
  // Files that are not small are read in a thread, whose program is built.
  const queries = queriesOf(count).map(({ rewritten_query: _, ...query }) => query)
  const files = {
    ...fieldFiles(count),
    'fold_0_test_queries.json': queries.slice(0, half),
    'fold_1_test_queries.json': queries.slice(half, 2 * half),
    'fold_2_test_queries.json': queries.slice(2 * half),
    'bm25_fold_0_learned_params.json': {
      base_weight: [[1, 0, 0, 0]],
      base_bias: [0],
      tau: 0.4,
      w_req: 0.5,
      w_opt: 0,
      alpha: 15,
    },
    ...more,
  }
  await mkdir(at('data'))
  for (const [name, content] of Object.entries(files)) {
    await writeFile(at('data', name), JSON.stringify(content))
  }
  const imported = await pegboard('import', 'data', ...inFields)
  if (imported.code !== 0) throw new Error(imported.err)
}

const learn = (...more: string[]) => pegboard('learn', ...inFields, ...more)
const byWords = ['--golden', 'queries', '--compare', 'words'] as const

describe('pegboard learn', () => {
  it('learns from a golden set, says what came of it, and how to use it', async () => {
    await importFields(60)
    const { code, out, err } = await learn(...byWords, '--folds', 'published', '--name', 'mine')
    expect(code).toBe(0)
    expect(err).toContain('Learning weights')
    expect(out).toMatch(
      /^weights +description +parameters +response +examples +− required +− optional$/m,
    )
    expect(out).toMatch(/^mine( +-?\d\.\d{3}){6}$/m)
    expect(out).toMatch(/^ +without fold 3 \(20\)( +-?\d\.\d{3}){6}$/m)
    expect(out).toContain('“queries”: 60 queries, 24 tools, 3 published folds.')
    expect(out).toMatch(
      /^nDCG@10 on queries held out: learned \d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\], equal weights \d\.\d{3} \[.*\], the recipe “Hybrid” \d\.\d{3} \[.*\]\.$/m,
    )
    expect(out).toContain('On queries held out they are as good as equal weights.')
    expect(out).toMatch(/^Kept as “mine” in \d+\.\d s\.$/m)
    expect(out).toContain('--recipe mftr --option weights=learned --option comparedBy=words')

    const used = ['--recipe', 'mftr', '--option', 'weights=learned', '--option', 'named=mine']
    const query = await pegboard('query', 'read my mail', ...inFields, ...used, '--json')
    expect(query.code).toBe(0)
    expect(await learn('--delete', 'mine', '--delete', 'nobody')).toMatchObject({
      out: expect.stringMatching(/^1 removed\.\nTo take it back: pegboard undo [0-9a-f]{8}\n$/),
    })
  })

  it('says that equal weights are kept where those learned do worse', async () => {
    await importFields(60, contraryFolds())
    const { out } = await learn(...byWords, '--folds', 'published', '--name', 'mine')
    expect(out).toMatch(/^mine +1\.000 +1\.000 +1\.000 +1\.000 +0\.000 +0\.000$/m)
    expect(out).toMatch(/^Equal weights are kept: .* worse, −0\.\d{3}/m)
    expect(out).toMatch(/^Kept equal weights as “mine” in/m)
  })

  it('lists published and learned weights, as a table and as JSON', async () => {
    await importFields(60)
    expect((await learn()).out).toMatch(/^published bm25 +1\.000 +0\.000 .* 0\.500 +0\.000$/m)
    const learned = await learn(...byWords, '--seed', '7', '--json')
    expect(JSON.parse(learned.out)).toMatchObject({
      name: 'learned by words',
      learning: { folds: 'random', seed: 7, queries: 60 },
    })
    const listed = await learn('--json')
    expect(JSON.parse(listed.out)).toMatchObject({
      weights: [{ name: 'learned by words' }, { name: 'published bm25' }],
    })
    expect((await learn()).out).toContain('5 folds drawn with seed 7.')
  })

  it('refuses too few queries, with the reason and what to do', async () => {
    await importFields(20)
    const { code, out, err } = await learn(...byWords)
    expect(out).toBe('')
    expect(err).toContain('“queries” has 20 different queries')
    expect(err).toContain('learning takes 50')
    expect(err).toContain('Label more queries, or use equal weights.')
    expect(code).toBe(2)
  })

  it.each([
    [['--golden', 'queries', '--compare', 'looks'], 2, 'Choose words or meaning.'],
    [['--golden', 'queries', '--folds', 'mine'], 2, 'Choose random or published.'],
    [['--recipe', 'hybrid'], 2, '“Hybrid” has no weights of fields to learn; “MFTR” has.'],
    [
      ['--recipe', 'hybrid'],
      2,
      'Say --recipe mftr, or tune the settings of “Hybrid”: pegboard tune',
    ],
    [['--recipe', 'magic'], 2, 'There is no recipe “magic”.'],
    [['--golden', 'nothing'], 1, 'nothing'],
    [[...byWords, '--name', 'published bm25'], 1, 'Choose another name.'],
  ])('says what is wrong with %s', async (flags, code, why) => {
    await importFields(60)
    const result = await learn(...flags)
    expect(result).toMatchObject({ code, out: '' })
    expect(result.err).toContain(why)
  })

  it('says how to begin where nothing is kept', async () => {
    await pegboard('workspace', 'create', 'fields')
    const { out } = await pegboard('learn', '--workspace', at('home', 'workspaces', 'fields'))
    expect(out).toContain('Learn some: pegboard learn --golden NAME.')
  })
})
