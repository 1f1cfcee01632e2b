import { describe, expect, it } from 'vitest'
import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import { fieldsWorkspace } from './fields-catalog'
import { openApp, type AppUnderTest } from './open-app'

/**
 * Fields of tools, the golden set `queries`, and `otherwise` with the same queries of which some
 * are rewritten otherwise.
 */
async function twoSets(
  app: AppUnderTest,
  changed: (query: GoldenQuery, at: number) => GoldenQuery,
) {
  const dir = await fieldsWorkspace(app, 60)
  const { queries } = await app.request('golden.queries', { dir, set: 'queries' })
  const path = await app.file('otherwise.json', {
    name: 'otherwise',
    queries: queries.map(changed),
  })
  await app.request('golden.import', { dir, path })
  return { dir, queries }
}

const needing = (query: GoldenQuery, tool: string): GoldenQuery => ({
  ...query,
  rewritten: {
    toolNeeds: [{ userIntent: tool, toolDescription: tool, expectedResponse: tool }],
    extractedArguments: {},
  },
})

/** Runs `mftr` on a golden set, and one of its queries again. */
async function tracedIn(app: AppUnderTest, dir: string, goldenSet: string) {
  const recipes = [{ recipe: 'mftr', options: { comparedBy: 'words' } }]
  const { runs } = await app.request('evaluation.run', { dir, goldenSet, recipes, k: [1] })
  const run = runs[0]?.id ?? ''
  const traced = await app.request('evaluation.trace', { dir, run, query: 'q0' })
  const [places = []] = await app.request('evaluation.locate', { dir, run, queries: ['q0'] })
  const rewritten = traced.trace.flatMap(({ output }) =>
    output.shape === 'plan' ? (output.rewritten?.toolNeeds[0]?.toolDescription ?? 'none') : [],
  )
  return { ...traced, rewritten, places }
}

describe('a query that two golden sets rewrite otherwise', () => {
  it('is run again as its own set rewrote it', async () => {
    const app = await openApp()
    const { dir } = await twoSets(app, (query) => needing(query, 'read the mail'))
    expect(await tracedIn(app, dir, 'queries')).toMatchObject({
      tools: ['send_mail'],
      same: true,
      rewritten: ['A tool to send the mail'],
      places: [{ tool: 'send_mail', reason: 'found', rank: 1 }],
    })
    const otherwise = await tracedIn(app, dir, 'otherwise')
    expect(otherwise).toMatchObject({
      tools: ['read_mail'],
      same: true,
      rewritten: ['read the mail'],
    })
    // Without a model nothing is asked, so that its place is looked up as by any other recipe.
    expect(otherwise.places).toMatchObject([{ tool: 'send_mail', reason: 'cut' }])
  })

  it('is not rewritten where its own set says nothing', async () => {
    const app = await openApp()
    const { dir } = await twoSets(app, ({ rewritten: _, ...query }) => query)
    expect(await tracedIn(app, dir, 'otherwise')).toMatchObject({ same: true, rewritten: ['none'] })
  })
})

describe('queries of the same words in one golden set', () => {
  it('are each learned from as they were rewritten', async () => {
    const app = await openApp()
    const { dir, queries } = await twoSets(app, (query) => query)
    const [first] = queries as [GoldenQuery]
    const again = { ...needing(first, 'read the photo'), id: 'again', tools: ['read_photo'] }
    const path = await app.file('both.json', { name: 'both', queries: [...queries, again] })
    await app.request('golden.import', { dir, path })
    const { learning } = await app.request('weights.learn', {
      dir,
      goldenSet: 'both',
      comparedBy: 'words' as const,
    })
    // Both find their tool first, as all others do.
    expect(learning?.heldOut.equal).toBeCloseTo(1, 9)
    expect(learning?.heldOut.learned).toBeCloseTo(1, 9)
  })
})
