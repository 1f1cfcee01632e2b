import { describe, expect, it } from 'vitest'
import { workspaceLibrary } from '../../../adapters/lancedb/workspace-library'
import type { ActionInput } from '../../actions'
import type { Run } from '../../../domain/run/run'
import { ToolId } from '../../../domain/tool/tool'
import { emptyFolder, openApp, openAppWith, type AppUnderTest } from '../../../../test/app/open-app'
import { runOfSmall, watchedEmbedder } from '../../../../test/app/small-evaluation'

/** Worse than the defaults: words are matched as they are written. */
const plain = { recipe: 'bm25', options: { analyser: [], components: ['description'] } }

type Input = ActionInput<'evaluation.report'>

/** A report as its reader has it: without markup, white space as one blank. */
async function written(
  app: AppUnderTest,
  input: Input,
): Promise<{ name: string; text: string; page: string }> {
  const { file, name, size } = await app.request('evaluation.report', input)
  const { bytes } = await app.request('files.read', { file, offset: 0 })
  const page = Buffer.from(bytes, 'base64').toString()
  expect(Buffer.byteLength(page)).toBe(size)
  const text = page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  return { name, page, text }
}

/** The small workspace with a baseline and a better run. */
async function twoRuns() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const baseline = await runOfSmall(app, dir, { recipes: [plain] })
  const run = await runOfSmall(app, dir, { recipe: 'dense' })
  return { app, dir, baseline: baseline.id, run: run.id, runs: [baseline.id, run.id] }
}

describe('a report on runs', () => {
  it('compares them with the first, and names what was fixed, what fails and how it was measured', async () => {
    const { app, dir, runs } = await twoRuns()
    const { name, text } = await written(app, { dir, runs, labels: ['plain words', 'dense'], k: 1 })
    expect(name).toBe('evaluation of asked.html')
    expect(text).toContain('What changed: dense beside plain words')
    expect(text).toMatch(/Fixed: \d quer/)
    expect(text).toContain('Of 4 queries 1 misses some golden tool with dense, 0 of them all')
    expect(text).toMatch(
      /calendar and email it create_event dense #\d(, cut at 1)? · plain words #\d(, cut at 1)? send_email dense #\d/,
    )
    expect(text).toContain('written')
    expect(text).toContain('by Pegboard 1.2.3')
    expect(text).toContain('--option components=description --option analyser=none')
    expect(app.progress.map(({ what }) => what)).toContain('Writing the report')
  })

  it('holds what a catalog that changes keeps, where that was measured of one of its runs', async () => {
    const { app, dir, runs } = await twoRuns()
    const title = 'As the catalog changes'
    expect((await written(app, { dir, runs, k: 1 })).text).not.toContain(title)
    const robustness = { dir, goldenSet: 'asked', recipe: 'dense', k: 1 }
    await app.request('evaluation.robustness', robustness)
    const { text } = await written(app, { dir, runs, k: 1 })
    expect(text).toContain(title)
    expect(text).toMatch(/Dense keeps \d+\.\d % \[.*\] of what it finds when a fifth/)
    expect(text).toMatch(/Renamed tool \d 0\.\d{3} 0\.\d{3}/)
    expect((await written(app, { dir, runs, k: 2 })).text).not.toContain(title)
  })

  it('begins with the decision: goal, choice, what else there is, evidence and how to repeat it', async () => {
    const { app, dir, runs } = await twoRuns()
    const price = { model: 'small', perMillion: 2, currency: 'USD', asOf: '2026-10-01' }
    const { text, page } = await written(app, { dir, runs, target: { recall: 0.6 }, price })
    const [head = ''] = /<section class="decision"[^]*?<\/section>/.exec(page) ?? []
    expect(page.indexOf('<section')).toBe(page.indexOf('<section class="decision"'))
    const said = head.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    expect(said).toMatch(/4 queries can’t decide; the safest is \w+, k = \d — recall/)
    expect(said).toMatch(/\$0\.\d+ per 1,000 requests with small/)
    expect(said).toMatch(
      /Goal recall ≥ 0\.600 .*Evidence .*Basis .*Repeat pegboard eval --workspace/,
    )
    const chosen = await written(app, { dir, runs, run: runs[0], k: 1, target: { recall: 0.6 } })
    expect(chosen.text).toMatch(/bm25[^.]*k = 1 .*is recommended/)
    expect(text.indexOf('Goal')).toBeLessThan(text.indexOf('Measures at k'))
  })

  it('says the same figures as the comparison', async () => {
    const { app, dir, baseline, run, runs } = await twoRuns()
    const [compared] = await app.request('evaluation.compare', { dir, baseline, runs: [run] })
    const { text } = await written(app, { dir, runs, k: 1 })
    const { mean = 0, fixed, broken, wins, ties, losses } = compared?.measures['Recall@1'] ?? {}
    expect(text).toContain(`+${mean.toFixed(3)} [`)
    expect(text).toContain(`${wins} / ${ties} / ${losses} (${fixed} fixed, ${broken} broken)`)
  })

  it('tells runs of the same name apart, and one run by itself', async () => {
    const { app, dir, run, runs } = await twoRuns()
    const { text } = await written(app, { dir, runs, labels: ['same', 'same'] })
    for (const id of runs) expect(text).toContain(`same (${id.slice(0, 8)})`)
    const alone = await written(app, { dir, runs: [run, run] })
    expect(alone.text).not.toContain('What changed')
    expect(alone.text).not.toContain('Difference to')
    expect(alone.text).toContain('Where it fails')
  })

  it('takes another baseline, and the k asked for', async () => {
    const { app, dir, run, runs } = await twoRuns()
    const labels = ['plain words', 'dense']
    const { text } = await written(app, { dir, runs, labels, baseline: run, k: 2 })
    expect(text).toContain('What changed: plain words beside dense')
    expect(text).toContain('Measures at k = 2')
  })

  it('shows runs that cannot be compared side by side, and says why there is no difference', async () => {
    const { app, dir, baseline } = await twoRuns()
    const { id } = await runOfSmall(app, dir, { sample: { size: 2, seed: 1 } })
    const { text } = await written(app, { dir, runs: [baseline, id], labels: ['all', 'some'] })
    expect(text).toContain('measured on other queries')
    expect(text).not.toContain('What changed')
    expect(text).toContain('a sample of 2')
  })

  it('names a golden tool that left the catalog by its id', async () => {
    const { app, dir, run } = await twoRuns()
    await app.request('catalog.remove', { dir, ids: [ToolId.parse('send_email')] })
    const { text } = await written(app, { dir, runs: [run], k: 1 })
    expect(text).toContain('send_email, which the catalog has no more')
  })

  it('tells the place in the set that was chosen for the k looked at', async () => {
    const { app, dir, run } = await twoRuns()
    const { rows } = await app.request('evaluation.outcomes', { dir, run })
    const [row] = rows
    const { provenance, ...now } =
      (await app.request('evaluation.runs', { dir })).find(({ id }) => id === run) ?? ({} as Run)
    const tools = ['send_email', 'create_event'].map((id) => ToolId.parse(id))
    const [email, event] = tools as [ToolId, ToolId]
    const chosen = { tools, golden: [event, email], sets: { 1: [event] } }
    if (!row) throw new Error('There is no query.')
    const { given, goldenRanks, recall, ...outcome } = row
    const store = await workspaceLibrary(app.folder).open(dir)
    await store.commit({
      runs: { put: [{ ...now, id: 'sets', queries: 1, outcomes: [{ ...outcome, ...chosen }] }] },
    })
    await store.close()
    const { text } = await written(app, { dir, runs: ['sets'], k: 1 })
    expect(text).toMatch(/create_event #1 send_email not among 1 tool given/)
  })

  it('tells of adaptive sets and of a run of Pegboard 0.1', async () => {
    const app = await openAppWith(
      watchedEmbedder(() => undefined),
      await emptyFolder(),
    )
    const dir = await app.smallWorkspace()
    const { provenance, curve, size, ...now } = await runOfSmall(app, dir)
    const { rows } = await app.request('evaluation.outcomes', { dir, run: now.id })
    const outcomes = rows.map(({ given, goldenRanks, recall, promptTokensAt, ...row }) => row)
    const early = { ...now, id: 'early', recipe: 'gone', options: { ...now.options, k: 2 } }
    const recall = now.measures['Recall@2']
    const measures: Run['measures'] = recall ? { Recall: recall } : {}
    const own = { ...now, id: 'own', k: [], measures }
    const store = await workspaceLibrary(app.folder).open(dir)
    await store.commit({
      runs: {
        put: [
          { ...early, outcomes },
          { ...own, outcomes },
        ],
      },
    })
    await store.close()
    const { text, page } = await written(app, { dir, runs: ['early', 'own'] })
    expect(text).toContain('Pegboard 0.1, which noted no more')
    expect(text).toContain('the recipe decides how many tools there are')
    expect(page).not.toMatch(/NaN|undefined/)
  })
})

describe('a report is refused', () => {
  it.each([
    ['at a k that nothing was measured at', { k: 3 }, /k = 3\..*Choose a k of at most 2/],
    [
      'beside a baseline that it is not about',
      { baseline: 'other' },
      /baseline of a report is one of/,
    ],
  ])('%s', async (_, wrong, message) => {
    const { app, dir, runs } = await twoRuns()
    const reply = await app.reply('evaluation.report', { dir, runs, ...wrong })
    expect(reply).toMatchObject({ error: { code: 'bad-input' } })
    expect(JSON.stringify(reply)).toMatch(message)
  })

  it('on a run that is not there', async () => {
    const { app, dir, run } = await twoRuns()
    for (const runs of [['none'], [run, 'none'], ['none', run]]) {
      const reply = await app.reply('evaluation.report', { dir, runs })
      expect(reply).toMatchObject({ error: { code: 'not-found' } })
    }
  })
})
