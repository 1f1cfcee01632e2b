import { describe, expect, it } from 'vitest'
import { searchServed } from '../../../../src-main/app/serving/search-served'
import type { ServingOf } from '../../../../src-main/app/serving/served-naming'
import { STANDARD_FORM } from '../../../../src-main/domain/agent/form-words'
import { Problem } from '../../../../src-main/domain/problem'
import { catalogTool } from '../../../fakes/catalog-tool'
import { asked, call, servedPlace } from './served-place'

/** Four tools of which each is found by “mail”, the earlier the better. */
const tools = [4, 3, 2, 1].map((times) =>
  catalogTool(`post/mail_${5 - times}`, { description: 'mail '.repeat(times * times) }),
)
const other = catalogTool('web/fetch_page', { description: 'Fetches something.' })
const at = servedPlace([...tools, other])

async function search(
  query: string,
  { held, ...changed }: Partial<ServingOf> & { held?: string[] } = {},
) {
  const told = await searchServed(at, { ...asked(changed), query, held }, call)
  if (!('answer' in told)) throw told.error
  return { ...told, names: told.answer.tools.map(({ name }) => name) }
}

describe('a served agent is given', () => {
  it('k tools, the best first, and why', async () => {
    const { names, answer, kept } = await search('mail', { k: 2 })
    expect(names).toHaveLength(2)
    expect(answer.tools[0]).not.toHaveProperty('why')
    const asImported = { ...STANDARD_FORM, compact: false }
    expect((await search('mail', { form: asImported })).answer.tools[0]?.why).toBe('words')
    expect(kept).toMatchObject({ query: 'mail', recipe: 'bm25', k: 2 })
    expect(kept.tokens).toBeGreaterThan(10)
    expect(kept.tools).toEqual(names.map((name) => `post/${name}`))
    expect(kept).not.toHaveProperty('lacking')
  })

  it('a tool that it names first, though the search does not find it, in the place of the last', async () => {
    const found = await search('mail', { k: 3 })
    const { names, answer } = await search('mail with fetch_page', { k: 3 })
    expect(names).toEqual(['fetch_page', ...found.names.slice(0, 2)])
    expect(answer.tools[0]?.why).toMatch(/^its exact name/)
  })

  it('a tool once that it names and that the search finds', async () => {
    const { names } = await search('mail by mail_4', { k: 2 })
    expect(names[0]).toBe('mail_4')
    expect(new Set(names).size).toBe(2)
  })

  it('as many tools that it names as it wants, and no more', async () => {
    const { names } = await search('mail_4 or mail_3 or mail_2', { k: 2 })
    expect(names).toEqual(['mail_4', 'mail_3'])
  })

  it('none that it holds, though it names it, and as many others', async () => {
    const { names } = await search('mail with mail_1', { k: 3, held: ['mail_1', 'gone'] })
    expect(names).toHaveLength(3)
    expect(names).not.toContain('mail_1')
  })

  it('all there are where it holds the others', async () => {
    const held = ['mail_1', 'mail_2', 'mail_3']
    const { names } = await search('mail', { k: 3, held })
    expect(names).toEqual(['mail_4'])
  })

  it('all that it names, where the search finds none of them', async () => {
    const place = servedPlace([catalogTool('git/list_issues'), catalogTool('git/add_issue')])
    const finding = asked({ options: { components: ['description'] } })
    const told = await searchServed(place, { ...finding, query: 'list_issues, add_issue' }, call)
    expect(told.kept.tools).toEqual(['git/list_issues', 'git/add_issue'])
  })

  it('nothing where nothing fits', async () => {
    const { names, kept } = await search('unrelated', { k: 3 })
    expect([names, kept.tools]).toEqual([[], []])
  })
})

describe('where meaning cannot be searched', () => {
  it('a recipe of meaning alone gives what words find, says why, and counts as lacking', async () => {
    const { names, answer, kept } = await search('mail', { recipe: 'dense', k: 2 })
    expect(names).toHaveLength(2)
    expect(answer.note).toMatch(/^Only words were searched: The embedder is away/)
    expect(kept).toMatchObject({ lacking: true, recipe: 'dense' })
  })

  it('words keep to the tools that the recipe may give', async () => {
    const options = { servers: ['web'] }
    const { names } = await search('mail something', { recipe: 'dense', options, k: 3 })
    expect(names).toEqual(['fetch_page'])
  })

  it.each(['bad-input', 'not-found', 'asks-start'] as const)(
    'what a person has to mend is refused as it is: %s',
    async (code) => {
      const embedders = { open: () => Promise.reject(new Problem(code, 'It is to be mended.')) }
      const place = servedPlace(tools, { embedders })
      const searching = searchServed(place, { ...asked({ recipe: 'dense' }), query: 'mail' }, call)
      await expect(searching).rejects.toMatchObject({ code })
    },
  )
})
