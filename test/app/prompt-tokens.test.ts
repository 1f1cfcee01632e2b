import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
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
  expect(answer.catalogTokens).toBe(sumOf([...tokens.keys()]))
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
