import { describe, expect, it } from 'vitest'
import type { CatalogTool, JsonObject } from '../../../domain/tool/tool'
import { anthropicBm25 } from '../recipes/anthropic-bm25'
import { anthropicRegex } from '../recipes/anthropic-regex'
import { codex } from '../recipes/codex'
import { langgraphBigtool } from '../recipes/langgraph-bigtool'
import { openai } from '../recipes/openai'
import { toolhive } from '../recipes/toolhive'
import { vscode } from '../recipes/vscode'
import { providerRecipes } from '../recipes'
import { remarksOf } from '../../../pipeline/stage'
import { emptyTally } from '../../../pipeline/runner'
import { wordsPattern } from '../../../pipeline/retrieval/pattern'
import { catalogTool } from '../../../../test/fakes/catalog-tool'
import { scriptedAnswers } from '../../../../test/fakes/scripted-answers'
import {
  addresses,
  ask,
  askRecorded,
  kitchen,
  pipelineOf,
} from '../../../../test/recipes/kitchen-catalog'

const many = Array.from({ length: 12 }, (_, at) =>
  catalogTool(`timer/timer_${at}`, { description: `Counts down number ${at} and rings.` }),
)

describe('recipes that stand for a provider’s search', () => {
  it('each say on which page and day they rest, and what they assume', () => {
    expect(providerRecipes.length).toBe(7)
    for (const { simulates } of providerRecipes) {
      expect(simulates?.page).toMatch(/^https:\/\//)
      expect(simulates?.read).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(simulates?.assumed.join(' ')).toMatch(/\w/)
    }
  })

  it.each([
    [anthropicBm25, 5],
    [anthropicRegex, 5],
    [codex, 8],
    [vscode, 5],
    [langgraphBigtool, 2],
    // Four by meaning and four by words, which are the same here; none takes the place of what is
    // there twice.
    [toolhive, 4],
  ])('give no more than is published: $id', async (recipe, most) => {
    const kit = kitchen(many)
    expect((await ask(recipe, 'rings after a countdown', { kit, k: 100 })).tools.length).toBe(most)
    const set = await ask(recipe, 'rings after a countdown', { kit, k: 100, options: { limit: 1 } })
    expect(set.tools.length).toBeLessThanOrEqual(1)
  })
})

describe('what a provider is not sent', () => {
  const says = (layer: CatalogTool['layer']) =>
    kitchen([catalogTool('bank/op_17', { description: 'Executes op 17.' }, layer)])
  const QUERY = 'toast the loaf'

  it.each(providerRecipes)('is not searched: $id', async (recipe) => {
    const scoreOf = async (kit: ReturnType<typeof kitchen>) =>
      (await ask(recipe, QUERY, { kit })).tools.map(({ tool, score }) => [tool, score])
    const plain = await scoreOf(says({}))
    const retrieval = {
      description: 'Bakes bread: toast a loaf.',
      whenToUse: 'toast',
      tags: ['loaf'],
    }
    expect(await scoreOf(says({ ...retrieval, questions: ['Toast the loaf?'] }))).toEqual(plain)
    // Its server is known by the names of its tools alone.
    if (recipe === openai) return
    expect(await scoreOf(says({ modelDescription: 'Bakes bread: toast a loaf.' }))).not.toEqual(
      plain,
    )
  })
})

describe('Anthropic’s regular expressions', () => {
  it.each([
    ['Please create an event for the weather', 'creat|event|weather'],
    ['I am happy', 'am|happ'],
    ['', ''],
    ['?!', ''],
  ])('are the words of “%s”, as far as their stems go', (text, pattern) => {
    expect(wordsPattern(text)).toBe(pattern)
  })

  it('are as long as may be sent, and no longer', () => {
    const text = Array.from({ length: 100 }, (_, at) => `word${'x'.repeat(at % 7)}${at}`).join(' ')
    expect(wordsPattern(text).length).toBeLessThanOrEqual(200)
    expect(wordsPattern(text).length).toBeGreaterThan(180)
  })

  it('find parts of words in names, descriptions and arguments, most different ones first', async () => {
    const { set, steps } = await askRecorded(anthropicRegex, 'celsius heating of the oven')
    expect(addresses(set)[0]).toBe('oven/preheatOven')
    expect(steps[1]?.step.notes).toMatchObject({ pattern: 'celsiu|heat|oven' })
    expect(set.tools[0]?.score).toBe(3)
  })

  const written = (pattern: string) => {
    const { ask: asked } = scriptedAnswers({ 'write-pattern': () => ({ pattern }) })
    const tally = emptyTally()
    const options: JsonObject = { by: 'model' }
    return { tally, call: { ask: asked, tally, options } }
  }

  it('are run as a model writes them', async () => {
    const { call } = written('^(list|set)_.*')
    expect(addresses(await ask(anthropicRegex, 'anything', call))).toEqual([
      'fridge/list_food',
      'fridge/set_temperature',
    ])
  })

  it('that would never end elsewhere end here', async () => {
    const kit = kitchen([catalogTool('a/a', { description: `${'a'.repeat(20_000)}!` })])
    const { call, tally } = written('(a+)+(a|aa)+$')
    expect(addresses(await ask(anthropicRegex, 'anything', { ...call, kit }))).toEqual([])
    expect(tally.degraded).toEqual([])
  })

  it('find the same as plain words and as a group of them', async () => {
    const kit = kitchen([
      catalogTool('bank/a', { description: 'Takes a payment.' }),
      catalogTool('bank/b', { description: 'Will pay; takes a payment, and a login.' }),
    ])
    const found = async (pattern: string) =>
      (await ask(anthropicRegex, 'anything', { ...written(pattern).call, kit })).tools
    for (const words of ['pay|payment|log', 'payment|pay|login|log']) {
      const inGroup = await found(`(${words})`)
      expect(inGroup).toHaveLength(2)
      expect(await found(words)).toEqual(inGroup)
    }
  })

  it.each([
    ['(?=look)ahead', /none that can be run/],
    ['(?:.*.*.*.*.*){0,200}9', /none that can be run/],
    ['(unclosed', /none that can be run/],
    ['x'.repeat(201), /more than 200 characters|does not fit/],
  ])('that cannot be run give way to the words, and say so: %s', async (pattern, why) => {
    const { call, tally } = written(pattern)
    const set = await ask(anthropicRegex, 'list the food', call)
    expect(addresses(set)).toEqual(addresses(await ask(anthropicRegex, 'list the food')))
    expect(tally.degraded.join(' ')).toMatch(why)
  })
})

describe('OpenAI’s namespaces', () => {
  it('are loaded whole: all tools of the server that fits, hidden ones never', async () => {
    const set = await ask(openai, 'cold food in the fridge')
    expect(addresses(set)).toEqual(['fridge/list_food', 'fridge/set_temperature'])
    expect(set.size).toBe('adaptive')
    const oven = await ask(openai, 'preheat oven, bake bread')
    expect(addresses(oven)).toEqual(['oven/bake_bread', 'oven/preheatOven'])
  })

  it('are chosen by a model where it is asked to, among those that there are', async () => {
    const answers = scriptedAnswers({ 'choose-servers': () => ({ servers: ['timer', 'timer'] }) })
    const options = { by: 'model' }
    const set = await ask(openai, 'cold food in the fridge', { ask: answers.ask, options })
    expect(addresses(set)).toEqual(['timer/start_timer', 'timer/stop_timer'])
    expect(answers.asked[0]?.text).toContain('start_timer')
    expect(answers.asked[0]?.text).not.toContain('self_destruct')
  })

  it('that a model invents give way to what matches, and that is said', async () => {
    const { ask: asked } = scriptedAnswers({ 'choose-servers': () => ({ servers: ['garage'] }) })
    const tally = emptyTally()
    const options = { by: 'model' }
    const set = await ask(openai, 'cold food in the fridge', { ask: asked, tally, options })
    expect(addresses(set)).toEqual(['fridge/list_food', 'fridge/set_temperature'])
    expect(tally.degraded.join(' ')).toMatch(/no server that there is/)
  })

  it('of 500 tools give all of them', async () => {
    const kit = kitchen(Array.from({ length: 500 }, (_, at) => catalogTool(`oven/heat_${at}`, {})))
    expect((await ask(openai, 'heat', { kit })).tools).toHaveLength(500)
  })

  it.each([
    [['a', 'b'], /No tool is of a server/],
    [['x/a', 'x/b'], /All tools are of one server/],
    [['x/a', 'y/b'], undefined],
  ])('are told to mean nothing where there are none, or one: %j', async (ids, said) => {
    const kit = kitchen(ids.map((each) => catalogTool(each, { description: 'Heats.' })))
    const [remark] = await remarksOf(pipelineOf(openai, { kit }))
    expect(remark ?? '').toMatch(said ?? /^$/)
  })
})

describe('Codex', () => {
  it('knows a name only in one piece, and finds what the description says', async () => {
    const kit = kitchen([
      catalogTool('cal/create_event', { description: 'Puts something into the calendar.' }),
      catalogTool('cal/other', { description: 'Plans events.' }),
    ])
    expect(addresses(await ask(codex, 'an event', { kit }))).toEqual(['cal/other'])
    expect(addresses(await ask(codex, 'create_event', { kit }))).toEqual(['cal/create_event'])
  })
})

describe('ToolHive', () => {
  it('gives what it finds by meaning, and behind that what it finds by words', async () => {
    const { set, steps } = await askRecorded(toolhive, 'warm stove, list the food', {
      options: { limit: 2 },
    })
    expect(addresses(set)[0]).toMatch(/^oven\//)
    expect(addresses(set)[1]).toBe('fridge/list_food')
    expect(steps[1]?.branches.map(({ label }) => label)).toEqual(['meaning', 'words'])
  })

  it('takes a request with a word of its own queries for one phrase', async () => {
    const kit = kitchen([
      catalogTool('a/one', { description: 'Reads the content of a file.' }),
      catalogTool('a/two', { description: 'Please read file content here.' }),
    ])
    const options = { share: 0 }
    expect(addresses(await ask(toolhive, 'read file content', { kit, options }))).toEqual(['a/two'])
    expect(addresses(await ask(toolhive, 'read a file', { kit, options }))).toHaveLength(2)
  })
})
