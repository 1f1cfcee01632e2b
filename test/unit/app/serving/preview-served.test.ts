import { expect, it } from 'vitest'
import { previewServed } from '../../../../src-main/app/serving/preview-served'
import { searchServed } from '../../../../src-main/app/serving/search-served'
import { STANDARD_FORM } from '../../../../src-main/domain/agent/form-words'
import { catalogTool, id } from '../../../fakes/catalog-tool'
import { asked, call, servedPlace } from './served-place'

const REGION = { type: 'string', description: 'The region that the request goes to.' }
const tools = ['post/send_mail', 'post/list_mail', 'post/drop_mail'].map((name) =>
  catalogTool(name, {
    description: `Does something with mail: ${name}. It is done at once.`,
    parameters: { type: 'object', properties: { region: REGION, name: { type: 'string' } } },
  }),
)
const at = servedPlace(tools)

it('shows the very text that an agent is given, and its tokens', async () => {
  const told = await searchServed(at, { ...asked(), query: 'mail' }, call)
  const answer = 'answer' in told ? told.answer : undefined
  const found = told.kept.tools
  const preview = await previewServed(at, { ...asked(), tools: found })
  expect(JSON.parse(preview.text)).toEqual(answer)
  expect(preview).toMatchObject({ form: STANDARD_FORM, tokens: told.kept.tokens, given: 3 })
})

it('tells what other forms take, the longest first, and leaves out tools that are gone', async () => {
  const form = { ...STANDARD_FORM, detail: 'names' as const }
  const ids = [...tools.map(({ tool }) => tool.id), id('post/gone')]
  const { text, given, forms } = await previewServed(at, { ...asked({ form }), tools: ids })
  expect(given).toBe(3)
  expect((JSON.parse(text) as { tools: object[] }).tools[0]).toEqual({ name: 'send_mail' })
  const sizes = forms.map(({ tokens }) => tokens)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  expect(new Set(sizes).size).toBeGreaterThanOrEqual(5)
})
