import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()

/** The small golden set measured; gives the run's id. */
async function measured(...more: string[]): Promise<string> {
  const asked = ['eval', ...inSmall, '--golden', 'asked', '--k', '1,3', '--json', ...more]
  const { out } = await pegboard(...asked)
  return (JSON.parse(out) as { runs: { id: string }[] }).runs[0]?.id ?? ''
}

describe('failures', () => {
  it('prints the classes, what is missed most, and the worst queries with the true ranks', async () => {
    await importSmall()
    const run = await measured('--recipe', 'bm25')
    const { code, out } = await pegboard('failures', run.slice(0, 8), ...inSmall, '--k', '1')
    expect(code).toBe(0)
    expect(out).toContain('bm25 at k = 1 misses 2 right tools in 2 of 4 queries.')
    expect(out).toMatch(/cut at k \(cut\)\s+1\s+1/)
    expect(out).toMatch(/shares no word with the query \(no-shared-word\)\s+1\s+1/)
    expect(out).toContain('Re-ran 1 query on the catalog that was measured.')
    expect(out).toMatch(
      /q4 {2}recall 0\.00[^]*convert_currency, shares no word with the query[^]*q3 {2}recall 0\.50/,
    )
    expect(out).toContain('send_email #2, cut at k')
  })

  it('says what of the run is outdated, also where it is refused', async () => {
    await importSmall()
    const run = await measured('--recipe', 'bm25')
    await pegboard('tools', 'edit', 'convert_currency', ...inSmall, '--description', 'euros')
    const remark = 'Not of what is in use now: bm25: measured before 1 edit'
    const listed = await pegboard('failures', run, ...inSmall, '--k', '1')
    expect(listed.err.split(remark)).toHaveLength(2)
    const refused = await pegboard('failures', run, ...inSmall, '--show', 'fixed')
    expect(refused.code).toBe(2)
    expect(refused.err).toMatch(new RegExp(`^${remark}[^]*it takes a run to compare with`))
  })

  it('lists only queries that fail in the way asked for, and as JSON', async () => {
    await importSmall()
    const run = await measured('--recipe', 'bm25')
    const args = ['failures', run, ...inSmall, '--k', '1', '--class', 'cut', '--json']
    const { out } = await pegboard(...args)
    expect(JSON.parse(out)).toMatchObject({
      missing: 2,
      listed: { total: 1, queries: [{ id: 'q3', places: [{}, { reason: 'cut', rank: 2 }] }] },
    })
    const wrong = await pegboard('failures', run, ...inSmall, '--class', 'bad luck')
    expect(wrong).toMatchObject({ code: 2 })
    expect(wrong.err).toContain('no-shared-word')
  })

  it('tells what edges earned, where any brought a tool', async () => {
    await importSmall()
    const run = await measured('--recipe', 'bm25')
    const { out } = await pegboard('failures', run, ...inSmall, '--edges')
    expect(out).toBe(
      'No edge brought a tool that was not found anyway, in 0 queries asked again today.\n',
    )
    const edge = ['edges', 'add', 'get_weather', 'create_event', ...inSmall]
    expect(await pegboard(...edge)).toMatchObject({ code: 0 })
    const recipe = ['--recipe', 'graph-rag-tool-fusion', '--option', 'preset=paper']
    const walked = await measured(...recipe, '--option', 'seeds=1')
    const edges = await pegboard('failures', walked, ...inSmall, '--edges')
    expect(edges.out).toMatch(/^tool\s+needs\s+right\s+wrong\nget_weather\s+create_event\s+\d/m)
  })

  it('shows a query that flipped between two runs with what differs and both traces', async () => {
    await importSmall()
    const deep = await measured('--recipe', 'bm25')
    const shallow = await measured('--recipe', 'bm25', '--option', 'depth=1')
    const beside = ['failures', shallow, ...inSmall, '--baseline', deep]
    const { out } = await pegboard(...beside, '--show', 'broken')
    expect(out).toMatch(/broken queries, the worst first \(1 of 1\):\nq3/)
    const { out: query } = await pegboard(...beside, '--query', 'q3')
    expect(query).toContain('send_email: Not picked: place 2, ')
    expect(query).toMatch(/#2\s+–\s+went\s+send_email/)
    expect(query).toContain('They first differ at Search by words.')
    expect(await pegboard('failures', shallow, ...inSmall, '--show', 'fixed')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--baseline RUN') as string,
    })
  })
})
