import { describe, expect, it } from 'vitest'
import { openApp } from './open-app'
import { evaluateSmall, runOfSmall } from './small-evaluation'

const SAMPLE = { size: 3, seed: 1 }

/** Three recipes on the small golden set, the baseline first. */
async function measured() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const bm25 = await runOfSmall(app, dir, { recipe: 'bm25' })
  const dense = await runOfSmall(app, dir, { recipe: 'dense' })
  const ids = [bm25.id, dense.id]
  return { app, dir, ids, bm25, dense }
}

describe('runs side by side', () => {
  it('are told of at the k that is recommended of them, at most the one allowed', async () => {
    const { app, dir, ids } = await measured()
    const { chosen } = await app.request('evaluation.advise', { dir, runs: ids })
    const found = await app.request('evaluation.sideBySide', { dir, runs: ids })
    expect(found.k).toBe(chosen.k)
    expect(found.verdict[0]).toContain(`Recall@${chosen.k}`)
    const small = await app.request('evaluation.sideBySide', { dir, runs: ids, most: 1 })
    expect(small.k).toBe(1)
    expect(small.verdict[0]).toContain('Recall@1')
  })

  it('are compared as the comparison says, at every k both measured or at the one asked for', async () => {
    const { app, dir, ids, bm25 } = await measured()
    const [baseline = '', ...runs] = ids
    const [compared] = await app.request('evaluation.compare', { dir, baseline, runs })
    const whole = await app.request('evaluation.sideBySide', { dir, runs: ids })
    expect(whole.baseline).toEqual({ run: bm25, label: 'bm25' })
    expect(whole.comparisons).toEqual([compared])
    const at1 = await app.request('evaluation.sideBySide', { dir, runs: ids, k: 1 })
    const names = Object.keys(at1.comparisons[0]?.measures ?? {})
    expect(names).toContain('Recall@1')
    expect(names.filter((name) => name.endsWith('@2'))).toEqual([])
    expect(Object.keys(at1.baseline?.run.measures ?? {})).not.toContain('Recall@2')
  })

  it('are compared at a k between those of one of them, where the other was measured at it', async () => {
    const { app, dir } = await measured()
    const wide = await runOfSmall(app, dir, { recipe: 'bm25', k: [1, 3] })
    const near = await runOfSmall(app, dir, { recipe: 'dense', k: [2, 3] })
    const runs = [wide.id, near.id]
    const { k, comparisons } = await app.request('evaluation.sideBySide', { dir, runs, most: 2 })
    expect(k).toBe(2)
    const names = Object.keys(comparisons[0]?.measures ?? {})
    expect(names.filter((name) => name.startsWith('Recall@'))).toEqual(['Recall@2', 'Recall@3'])
  })

  it('leave out of what is said a baseline that is not among those named', async () => {
    const { app, dir, bm25, dense } = await measured()
    const { others, baseline, verdict } = await app.request('evaluation.sideBySide', {
      dir,
      runs: [dense.id],
      baseline: bm25.id,
    })
    expect([baseline?.run.id, ...others.map(({ run }) => run.id)]).toEqual([bm25.id, dense.id])
    expect(verdict[0]).toMatch(/^dense .*bm25/)
  })

  it('are told of alike, in whichever form each is named', async () => {
    const { app, dir, bm25, dense } = await measured()
    const hybrid = await runOfSmall(app, dir, { recipe: 'hybrid' })
    const told = (baseline: string | undefined, ...runs: string[]) =>
      app
        .request('evaluation.sideBySide', { dir, runs, ...(baseline && { baseline }) })
        .then(({ verdict }) => verdict)
    const whole = await told(undefined, bm25.id, dense.id, hybrid.id)
    expect(whole[0]).toMatch(/^(dense|hybrid) .*bm25/)
    // The newest has the number 1.
    expect(await told(undefined, bm25.id, '2', '1')).toEqual(whole)
    expect(await told(undefined, '3', dense.id, hybrid.id.slice(0, 12))).toEqual(whole)
    expect(await told('3', dense.id, '1')).toEqual(whole)
    expect(await told(bm25.id, '2', hybrid.id)).toEqual(whole)
    expect(await told('3', '2', '1')).toEqual(whole)
  })

  it('name which of them is refused, in whichever form each is named', async () => {
    const { app, dir, bm25, dense } = await measured()
    await evaluateSmall(app, { dir, recipes: [{ recipe: 'hybrid' }], k: [1, 2], sample: SAMPLE })
    const asked = { dir, runs: [dense.id, '1'], baseline: bm25.id }
    const { verdict, comparisons } = await app.request('evaluation.sideBySide', asked)
    const { message = '' } = comparisons[1]?.refused ?? {}
    expect(verdict.find((line) => line.includes(message))).toMatch(/^hybrid.*: /)
  })

  it('tell of the only one what it reaches', async () => {
    const { app, dir, bm25 } = await measured()
    for (const name of [bm25.id, '2']) {
      const asked = { dir, runs: [name], tellRefusals: true }
      const { verdict } = await app.request('evaluation.sideBySide', asked)
      expect(verdict[0]).toMatch(/^bm25 finds /)
    }
  })

  it('list what was fixed and broken where that is asked for', async () => {
    const { app, dir, ids } = await measured()
    const asked = { dir, runs: ids, k: 1 }
    expect(await app.request('evaluation.sideBySide', asked)).not.toHaveProperty('queries')
    const { queries, comparisons } = await app.request('evaluation.sideBySide', {
      ...asked,
      queries: true,
    })
    const { fixed, broken } = comparisons[0]?.measures['Recall@1'] ?? {}
    expect(queries).toMatchObject([
      {
        label: 'dense',
        baseline: 'bm25',
        k: 1,
        fixed: { total: fixed },
        broken: { total: broken },
      },
    ])
    expect(queries?.[0]?.fixed.listed).toHaveLength(fixed ?? -1)
  })

  it('are refused where none can be compared, unless that is to be told', async () => {
    const { app, dir, bm25 } = await measured()
    await app.request('golden.import', {
      dir,
      path: await app.file('other.json', [{ query: 'send an email', tools: ['send_email'] }]),
    })
    const other = await app.request('evaluation.run', {
      dir,
      goldenSet: 'other',
      recipes: [{ recipe: 'bm25' }],
      k: [1],
    })
    const runs = [bm25.id, other.runs[0]?.id ?? '']
    expect(await app.reply('evaluation.sideBySide', { dir, runs })).toMatchObject({
      error: { code: 'bad-input' },
    })
    const told = await app.request('evaluation.sideBySide', { dir, runs, tellRefusals: true })
    expect(told.verdict.at(-1)).toContain(told.comparisons[0]?.refused?.message ?? 'no refusal')
    const named = { dir, runs: runs.slice(1), baseline: bm25.id, tellRefusals: true }
    const { verdict } = await app.request('evaluation.sideBySide', named)
    expect(verdict.filter((line) => line.includes(' finds '))).toHaveLength(1)
    expect(await app.reply('evaluation.sideBySide', { dir, runs: ['1'] })).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('are called as they are named, and take in what was not stored', async () => {
    const { app, dir, bm25 } = await measured()
    const { runs } = await evaluateSmall(app, {
      dir,
      recipes: [{ recipe: 'hybrid' }],
      k: [1, 2],
      keep: false,
    })
    const id = runs[0]?.id ?? ''
    const { others, verdict } = await app.request('evaluation.sideBySide', {
      dir,
      runs: [bm25.id, id],
      labels: { [id]: 'Mine' },
    })
    expect(others.map(({ label }) => label)).toEqual(['Mine'])
    expect(verdict[0]).toMatch(/^Mine .*bm25/)
  })

  it('are not compared where no baseline is wanted', async () => {
    const { app, dir, ids } = await measured()
    const found = await app.request('evaluation.sideBySide', {
      dir,
      runs: ids,
      baseline: null,
      tellRefusals: true,
    })
    expect(found).not.toHaveProperty('baseline')
    expect(found.comparisons).toEqual([])
    expect(found.verdict.filter((line) => line.includes(' finds '))).toHaveLength(2)
  })

  it('tell after the verdict whether a provider’s own search would do', async () => {
    const { app, dir, bm25 } = await measured()
    const own = await runOfSmall(app, dir, { recipe: 'anthropic-bm25' })
    const { verdict } = await app.request('evaluation.sideBySide', { dir, runs: [bm25.id, own.id] })
    expect(verdict.join('\n')).toMatch(/^ {2}anthropic-bm25: [\d.]+ % of the right tools, bm25/m)
  })
})
