import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../src-main/domain/query/bundle'
import { queryOf, type ToolSet } from '../../src-main/domain/query/query'
import { reasonsOf } from '../../src-main/domain/trace/reasons'
import { capitalised } from '../../src-main/domain/value/capitalised'
import { askModel } from '../../src-main/pipeline/ask'
import { ptr } from '../../src-main/pipeline/recipes/ptr'
import { prepare } from '../../src-main/pipeline/runner'
import { catalogTool, id } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { kitOf } from '../fakes/kit'
import { namesOf } from '../fakes/retrievers'
import { recorded } from '../fakes/run-call'
import { scriptedModel, type Script } from '../fakes/scripted-model'

const TOOLS = [
  catalogTool('send_mail', { description: 'Sends a mail.' }),
  catalogTool('read_mail', { description: 'Reads mail.' }),
  catalogTool('book_room', { description: 'Books a room.' }),
  catalogTool('print_page', { description: 'Prints a page.' }),
  catalogTool('wipe_disk', { description: 'Wipes mail and room.', visibility: 'hidden' }),
]
const CONCEPTS = [
  ['mail', 'letter'],
  ['send', 'sends', 'write'],
  ['read', 'reads'],
  ['room', 'book', 'books'],
  ['print', 'prints', 'page'],
  ['disk', 'wipe', 'wipes'],
]

/** Four kinds of requests, each said six ways. */
const KINDS: [string, string[]][] = [
  ['write a letter and read the mail', ['send_mail', 'read_mail']],
  ['book a room', ['book_room']],
  ['print the page and write a mail', ['print_page', 'send_mail']],
  ['wipe the disk and book a room', ['wipe_disk', 'book_room']],
]
const WAYS = ['please', 'now', 'today', 'kindly', 'for Ann', 'for Bob']
const HISTORY = KINDS.flatMap(([query, tools], kind) =>
  WAYS.map((way, at): Bundle => ({
    id: `b${kind}-${at}`,
    query: `${query} ${way}`,
    tools: tools.map(id),
  })),
)

interface Ways {
  bundles?: readonly Bundle[]
  without?: string[]
  options?: Record<string, unknown>
  script?: Script
}

async function answer(
  text: string,
  { bundles = HISTORY, without = [], options = {}, script }: Ways = {},
) {
  const kit = kitOf({ tools: TOOLS, bundles, embedder: conceptEmbedder(CONCEPTS) })
  const parsed = ptr.options.parse(options)
  const pipeline = ptr.build(kit, parsed)
  await prepare(pipeline)
  const model = script && scriptedModel(script)
  const admitted = kit.among({ tags: [], servers: [], visibilities: ['public', 'internal'] }).tools
  const call = { k: 1, admitted, ...(model && { ask: askModel(model) }) }
  const { output, steps, call: used } = await recorded(pipeline, queryOf(text, without), call)
  return { set: output, names: namesOf(output), steps, tally: used.tally, model }
}

const reasonsFor = ({ tools }: ToolSet, name: string) =>
  reasonsOf(tools.find(({ tool }) => tool === name)?.witnesses ?? [])

describe('PTR, learned from logged queries', () => {
  it('gives the tools that a request like this took, however many are wanted, and no others', async () => {
    const { set, names } = await answer('write a letter and read the mail for Eve')
    expect(names.toSorted()).toEqual(['read_mail', 'send_mail'])
    expect(set.size).toBe('adaptive')
  })

  it('says why so many, on which past query it leans, and from how many it learned', async () => {
    const { set } = await answer('write a letter and read the mail for Eve')
    expect(set.grounds?.why).toMatch(/^2 tools, /)
    expect(set.grounds?.bundle?.query).toContain('write a letter and read the mail')
    expect(set.grounds?.bundle?.tools).toEqual(['read_mail', 'send_mail'])
    expect(set.grounds?.learnedFrom).toBe('24 logged queries')
    expect(reasonsFor(set, 'read_mail').join('; ')).toContain('a logged query like this one')
  })

  it('says which part each tool covers, and what no tool of the set covers', async () => {
    const { set } = await answer('write a letter to Ann, read the mail of Bob')
    expect(reasonsFor(set, 'read_mail').join('; ')).toContain('read the mail of Bob')
    expect(set.grounds?.uncovered).toEqual([])
  })

  it('makes scores whose parts add up to them', async () => {
    const { set } = await answer('book a room for Eve')
    for (const { score, witnesses } of set.tools) {
      const parts = witnesses.flatMap((witness) => (witness.kind === 'score' ? witness.score : []))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(score ?? NaN, 6)
    }
  })

  it('lets no hidden tool out of a past bundle', async () => {
    const { names } = await answer('wipe the disk and book a room for Eve')
    expect(names).toContain('book_room')
    expect(names).not.toContain('wipe_disk')
  })

  it('learns nothing from the past queries that are held out', async () => {
    const odd: Bundle = { id: 'odd', query: 'frobnicate it', tools: [id('print_page')] }
    const same = [...HISTORY, ...[1, 2, 3].map((at) => ({ ...odd, id: `odd${at}` }))]
    const known = await answer('frobnicate it', { bundles: same })
    expect(known.set.grounds?.bundle?.query).toBe('frobnicate it')
    const without = ['odd1', 'odd2', 'odd3']
    const heldOut = await answer('frobnicate it', { bundles: same, without })
    expect(heldOut.set.grounds?.bundle?.query).not.toBe('frobnicate it')
  })

  it('takes a history that names tools no longer there', async () => {
    const gone = HISTORY.map((bundle) => ({ ...bundle, tools: [...bundle.tools, id('gone')] }))
    expect((await answer('book a room', { bundles: gone })).names).toEqual(['book_room'])
  })

  it('takes a history of one bundle alone, whatever is asked', async () => {
    const alone = HISTORY.filter(({ id: own }) => own.startsWith('b1'))
    const equal = [...alone, ...alone, ...alone, ...alone].map((bundle, at) => ({
      ...bundle,
      id: `${at}`,
      query: `${bundle.query} ${at}`,
    }))
    expect((await answer('book a room', { bundles: equal })).names).toEqual(['book_room'])
    const { names, set } = await answer('print the page', { bundles: equal })
    expect(names.length).toBeGreaterThan(0)
    expect(set.grounds?.learnedFrom).toBe('24 logged queries')
  })

  it('takes bundles of fifty tools that the catalog lost but for some', async () => {
    const lost = Array.from({ length: 48 }, (_, at) => id(`lost_${at}`))
    const long = HISTORY.map((bundle) => ({ ...bundle, tools: [...lost, ...bundle.tools] }))
    expect((await answer('book a room', { bundles: long })).names).toEqual(['book_room'])
  })

  it('says which past queries nobody asked', async () => {
    const made = HISTORY.map((bundle, at) => ({
      ...bundle,
      ...(at % 2 === 0 && { from: 'synthetic' as const }),
    }))
    expect((await answer('book a room', { bundles: made })).set.grounds?.learnedFrom).toBe(
      '24 logged queries; 12 of them are synthetic: nobody asked them',
    )
  })

  it('learns once for all queries of a kit', async () => {
    const kit = kitOf({ tools: TOOLS, bundles: HISTORY, embedder: conceptEmbedder(CONCEPTS) })
    let made = 0
    const counting = {
      ...kit,
      get tools() {
        return kit.tools
      },
      once: <Value>(key: string, make: () => Promise<Value>) =>
        kit.once(key, () => {
          made++
          return make()
        }),
    }
    const pipeline = ptr.build(counting, ptr.options.parse({}))
    await Promise.all([prepare(pipeline), prepare(pipeline)])
    await recorded(pipeline, queryOf('book a room'))
    await recorded(pipeline, queryOf('read the mail'))
    expect(made).toBe(1)
  })
})

describe('PTR without enough history', () => {
  it.each([
    [0, 'no logged queries'],
    [1, 'too few logged queries (1 of at least 20)'],
  ])('covers the parts of the request and says so, with %i logged', async (count, why) => {
    const bundles = HISTORY.slice(0, count)
    const { names, set, tally } = await answer('read the mail, book a room', { bundles })
    expect(names.toSorted()).toEqual(['book_room', 'read_mail'])
    expect(tally.degraded).toEqual([
      `${capitalised(why)}: used words and meaning (Choose by what logged queries taught).`,
    ])
    expect(set.grounds?.why).toContain(why)
    expect(set.grounds?.learnedFrom).toBeUndefined()
  })
})

describe('PTR with the settings of its paper', () => {
  const options = { preset: 'paper' }
  const functions = (...found: object[]) => ({
    'Tools that were used together': () => ({ functions: found }),
  })
  const solved = (wanted: string, tool: string, how: object = {}) => ({
    function: wanted,
    solvedBy: [tool],
    unsolved: '',
    verdict: 'exact',
    ...how,
  })
  const open = (unsolved: string) => ({ unsolved, verdict: 'none' })
  const query = 'send the report by mail, read the answers and book a room'

  it('keeps what solves a function and adds one tool for each problem left', async () => {
    const script = functions(
      solved('mail the report', 'send_mail'),
      solved('book a room', '', open('book a room for the team')),
    )
    const { set, names, model } = await answer(query, { options, script })
    expect(names).toEqual(['send_mail', 'book_room'])
    expect(model?.questions).toHaveLength(1)
    expect(reasonsFor(set, 'book_room').join('; ')).toContain('book a room for the team')
    expect(set.grounds?.why).toBe(
      'One tool of a past bundle, and one was added for the one problem that these leave.',
    )
  })

  it('is done where the bundle solves everything', async () => {
    const script = functions(solved('everything', 'read_mail', { verdict: 'over' }))
    expect((await answer(query, { options, script })).names).toEqual(['read_mail'])
  })

  it('searches for what a partial solution leaves', async () => {
    const script = functions(
      solved('mail', 'send_mail', { unsolved: 'print a page', verdict: 'partial' }),
    )
    expect((await answer(query, { options, script })).names).toEqual(['send_mail', 'print_page'])
  })

  it.each(['none', 'None.', 'N/A', 'nothing left', 'all solved', '["none"]', null, ['none']])(
    'searches for nothing where a model says by %j that nothing is left',
    async (unsolved) => {
      const left = solved('mail', 'send_mail', { unsolved, verdict: 'partial' })
      const { set, names, model } = await answer(query, { options, script: functions(left) })
      expect(names).toEqual(['send_mail'])
      expect(set.grounds?.why).toContain('nothing of the request is left unsolved')
      // Its answer is taken as it is: it is not asked to mend it.
      expect(model?.questions).toHaveLength(1)
    },
  )

  it('searches for the function itself where no tool solves it and a model writes “none”', async () => {
    const script = functions(solved('book a room', '', open('None')))
    const { names, set } = await answer(query, { options, script })
    expect(names).toEqual(['book_room'])
    expect(reasonsFor(set, 'book_room').join('; ')).not.toContain('None')
  })

  it('finds the bundle by meaning as well', async () => {
    const script = functions(solved('room', 'book_room'))
    const given = { options: { ...options, bundleBy: 'meaning' }, script }
    expect((await answer('book a room', given)).names).toEqual(['book_room'])
  })

  it('keeps the bundle as it is where no model answers', async () => {
    const { names, tally } = await answer('book a room for Eve', { options })
    expect(names).toEqual(['book_room'])
    expect(tally.degraded).toEqual([
      'No language model is connected: used the past bundle as it is (Keep tools that solve a part of the request).',
    ])
  })

  it('takes no name that the bundle does not hold, and shows the model no hidden tool', async () => {
    const script = functions(solved('all', 'wipe_disk'), solved('room', 'book_room'))
    const { names, model } = await answer('wipe the disk and book a room', { options, script })
    expect(names).toEqual(['book_room'])
    expect(model?.questions[0]?.text).not.toContain('"wipe_disk"')
  })

  it('starts from the whole request where nothing was logged', async () => {
    const script = functions(solved('book a room', '', open('')))
    const { names, tally } = await answer('book a room', { options, script, bundles: [] })
    expect(names).toEqual(['book_room'])
    expect(tally.degraded[0]).toContain('No logged queries')
  })
})
