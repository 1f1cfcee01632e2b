import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp } from './open-app'
import { SMALL_CATALOG } from './small-catalog'

/** Counted from the file that was imported, which has the shape that an agent is sent. */
const tokens = new Map(
  SMALL_CATALOG.map((tool) => [tool.function.name, countTokens(JSON.stringify(tool))]),
)

const sumOf = (names: string[]) => names.reduce((sum, name) => sum + (tokens.get(name) ?? NaN), 0)

it('the prompt tokens of a tool set are those of its tools together', async () => {
  const { request, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  const answer = await request('query.run', { dir, text: 'send an email', recipe: 'bm25', k: 2 })
  const names = answer.tools.map(({ name }) => name)
  expect(names).toEqual(['send_email', 'search_email'])
  expect(answer.tools.map(({ promptTokens }) => promptTokens)).toEqual(
    names.map((name) => tokens.get(name)),
  )
  expect(answer.promptTokens).toBe(sumOf(names))
  expect(answer.everything).toEqual({ tools: 5, promptTokens: sumOf([...tokens.keys()]) })
})

it('hidden tools are in no prompt, unless the query is to find them', async () => {
  const { request } = await openApp()
  const { dir } = await request('workspace.createDemo', {})
  const query = { dir, text: 'send an email', recipe: 'bm25' }
  const { everything } = await request('query.run', query)
  const facets = await request('catalog.facets', { dir })
  expect(facets).toMatchObject({ tools: 107, everything: { tools: 102 } })
  expect(facets.everything.promptTokens).toBeLessThan(facets.promptTokens)
  expect(everything).toEqual(facets.everything)
  const visibilities = ['public', 'internal', 'hidden']
  const found = await request('query.run', { ...query, options: { visibilities } })
  expect(found.everything).toEqual({ tools: 107, promptTokens: facets.promptTokens })
})

it('a run measures the prompt tokens of what each query is given', async () => {
  const { request, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  const recipes = [{ recipe: 'bm25' }]
  const {
    runs: [run],
  } = await request('evaluation.run', { dir, goldenSet: 'asked', recipes, k: [1, 2] })
  const { rows } = await request('evaluation.outcomes', { dir, run: run?.id ?? '', k: 2 })
  const meanAt = (k: number) =>
    rows.reduce((sum, { tools }) => sum + sumOf(tools.slice(0, k)), 0) / rows.length
  expect(rows.map(({ promptTokens }) => promptTokens)).toEqual(
    rows.map(({ tools }) => sumOf(tools)),
  )
  expect(run?.measures['PromptTokens@1']?.mean).toBeCloseTo(meanAt(1), 9)
  expect(run?.measures['PromptTokens@2']?.mean).toBeCloseTo(meanAt(2), 9)
  expect(meanAt(2)).toBeGreaterThan(meanAt(1))
})

it('tokens of what is too long to be counted are said to be about as many, wherever they are told', async () => {
  const { request, file, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  const long = {
    name: 'long_mail',
    description: `Sends email. ${'='.repeat(50_000)}`,
    inputSchema: {},
  }
  await request('import.commit', { dir, path: await file('long.json', [long]) })

  const { rows } = await request('catalog.list', { dir, sort: 'promptTokens', descending: true })
  expect(rows.map(({ tokensEstimated }) => tokensEstimated).slice(0, 2)).toEqual([true, undefined])
  expect(rows[0]?.promptTokens).toBeGreaterThan(100)
  expect(await request('catalog.facets', { dir })).toMatchObject({ tokensEstimated: true })
  const id = ToolId.parse('long/long_mail')
  expect(await request('catalog.tool', { dir, id })).toMatchObject({ tokensEstimated: true })
  const document = await request('catalog.document', { dir, id })
  expect(document.tokensEstimated).toBe(true)
  const leftOut = '18013 more characters of its description are neither matched nor embedded'
  expect(document.notices).toEqual([leftOut])

  const query = { dir, text: 'send an email', recipe: 'bm25' }
  const all = await request('query.run', { ...query, k: 10 })
  expect(all.tools.filter(({ tokensEstimated }) => tokensEstimated)).toHaveLength(1)
  expect(all.tools.every(({ description }) => description.length <= 2_001)).toBe(true)
  expect(all).toMatchObject({ tokensEstimated: true, everything: { tokensEstimated: true } })
  const first = await request('query.run', { ...query, k: 1 })
  expect(first.tools[0]?.name).toBe('send_email')
  expect(first).not.toHaveProperty('tokensEstimated')
  expect(first).toMatchObject({ everything: { tokensEstimated: true } })

  const measured = { dir, goldenSet: 'asked', recipes: [{ recipe: 'bm25' }] }
  const { runs } = await request('evaluation.run', { ...measured, k: [10] })
  expect(runs[0]?.tokensEstimated).toBe(true)
  const run = runs[0]?.id ?? ''
  const { file: table } = await request('evaluation.export', { dir, run, format: 'csv' })
  const { bytes } = await request('files.read', { file: table, offset: 0 })
  const [header, row] = Buffer.from(bytes, 'base64').toString().split('\r\n')
  expect(header).toMatch(
    /,prompt tokens,.*,tokenizer,run,golden set,golden set hash,recipe,options,embedder,embedder version,chat model,catalog revision,catalog hash,outdated$/,
  )
  expect(row).toMatch(/,"o200k_base, about",[^]*,$/)
})
