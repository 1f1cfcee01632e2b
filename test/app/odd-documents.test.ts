import { expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp } from './open-app'

const QUESTIONS = Array.from({ length: 500 }, (_, at) => `Where do I park boat number ${at}?`)
const SHARED = 'Needs a token.'

/** Whatever a description may be: huge, a word, a table, endless, Chinese, none. */
const DESCRIPTIONS: Record<string, string> = {
  huge: `Archives old letters. ${'The parcel is weighed with care. '.repeat(32_000)}`,
  word: 'Translate',
  table:
    '| Field | Meaning |\n| --- | --- |\n| vineyard | which grapes grow there |\n| soil | clay |',
  endless: `paints fences and sheds and ${'gates and doors and '.repeat(400)}`,
  weather: '查询天气预报。返回每小时的温度和降水。',
  water_plants: '',
  park_boat: 'Finds a mooring.',
}

const tool = (name: string, description: string, more = {}) => ({
  name,
  description,
  inputSchema: { type: 'object' },
  ...more,
})

async function oddCatalog() {
  const app = await openApp()
  const { dir } = await app.request('workspace.create', { name: 'Odd' })
  const add = async (server: string, tools: object[]) => {
    const path = await app.file(`${server}.json`, { tools })
    await app.request('import.commit', { dir, path, server })
  }
  const others = Array.from({ length: 40 }, (_, at) =>
    tool(`filler_${at}`, `${SHARED} Counts the coins of purse ${at}.`),
  )
  await add('main', [
    ...Object.entries(DESCRIPTIONS).map(([name, text]) => tool(name, `${text} ${SHARED}`.trim())),
    tool('post_letter', 'Sends it off.', { title: 'Post letter' }),
    ...others,
  ])
  for (const server of ['office', 'cottage']) await add(server, [tool('ring_bell', 'Rings it.')])
  const id = ToolId.parse('main/park_boat')
  await app.request('catalog.saveLayer', { dir, id, layer: { questions: QUESTIONS } })
  return { app, dir }
}

it('are found by their purpose', async () => {
  const { app, dir } = await oddCatalog()
  const index = await app.request('knowledge.index', { dir })
  expect(index.embedded).toBeGreaterThan(0)
  const found = async (text: string, recipe: string) => {
    const { tools } = await app.request('query.run', { dir, text, recipe, k: 3 })
    return tools.map(({ tool }) => tool)
  }
  const asked: [text: string, tool: string][] = [
    ['archive old letters', 'main/huge'],
    ['translate', 'main/word'],
    ['which grapes grow in the vineyard', 'main/table'],
    ['paint fences and sheds', 'main/endless'],
    ['water the plants', 'main/water_plants'],
    ['where do I park my boat', 'main/park_boat'],
    ['ring the bell of the cottage', 'cottage/ring_bell'],
    ['ring the bell of the office', 'office/ring_bell'],
  ]
  for (const [text, tool] of asked) {
    expect([text, await found(text, 'bm25')]).toEqual([text, expect.arrayContaining([tool])])
    expect([text, (await found(text, 'dense'))[0]]).toEqual([text, tool])
    expect([text, (await found(text, 'hybrid'))[0]]).toEqual([text, tool])
  }
  expect((await found('天气预报', 'bm25'))[0]).toBe('main/weather')
})

it('say what is passed over, and leave out a title that is the name', async () => {
  const { app, dir } = await oddCatalog()
  const id = ToolId.parse('main/post_letter')
  expect(await app.request('catalog.document', { dir, id })).toMatchObject({
    sections: [
      { section: 'name', text: 'post_letter' },
      { section: 'purpose', text: 'Sends it off.' },
    ],
    passedOver: ['main'],
  })
})
