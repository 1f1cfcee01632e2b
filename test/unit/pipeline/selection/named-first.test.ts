import { describe, expect, it } from 'vitest'
import { queryOf, type Ranking } from '../../../../src-main/domain/query/query'
import { run } from '../../../../src-main/pipeline/runner'
import { adaptiveSize, topK } from '../../../../src-main/pipeline/selection/top-k'
import { namedFirst } from '../../../../src-main/pipeline/selection/named-first'
import { pipe } from '../../../../src-main/pipeline/stage'
import { catalogTool, id } from '../../../fakes/catalog-tool'
import { conceptEmbedder } from '../../../fakes/embedder'
import { kitOf } from '../../../fakes/kit'
import { namesOf } from '../../../fakes/retrievers'
import { recorded, runCall } from '../../../fakes/run-call'

const NAMES = [
  'files/fetch',
  'git/list_issues',
  'git/closeIssue',
  'web/fetch-page',
  'mail/send',
  'chat/Send',
  'calendar/recurrence_rule',
  'calendar/list_events',
  'calendar/hidden_one',
  'plane/check_in',
  'code/github',
]
const kit = kitOf({
  embedder: conceptEmbedder([]),
  tools: NAMES.map((name) =>
    catalogTool(name, { visibility: name.endsWith('hidden_one') ? 'hidden' : 'public' }),
  ),
})
const among = kit.among({ tags: [], servers: [], visibilities: ['public'] })
const stage = namedFirst<Ranking>({ names: kit.names, among }, 'ranking')

const found = (text: string, tools: readonly string[], held: string[] = []): Ranking => {
  const query = { ...queryOf(text), held: held.map(id) }
  return {
    shape: 'ranking',
    plan: { shape: 'plan', query, steps: [], kept: [] },
    order: 'given',
    tools: tools.map((tool) => ({ tool: id(tool), score: 1, witnesses: [] })),
  }
}

const select = pipe(stage).to(topK())
const given = async (text: string, tools: readonly string[] = [], k = 5) =>
  namesOf(await run(select, found(text, tools), runCall({ k })))

describe('a request names', () => {
  it.each([
    ['the tool that it is the name of, however plain', ' fetch ', ['files/fetch']],
    [
      'a tool in plain words that are its whole name',
      'Recurrence rule',
      ['calendar/recurrence_rule'],
    ],
    ['no tool by a plain word of a sentence', 'fetch the page', []],
    [
      'tools in its order, each once',
      'closeIssue after list_issues, then closeIssue.',
      ['git/closeIssue', 'git/list_issues'],
    ],
    ['a tool in quotation marks', 'please use `list_issues`!', ['git/list_issues']],
    ['a tool with a dash in its name', 'use fetch-page now', ['web/fetch-page']],
    ['a tool by its id', 'call git/list_issues', ['git/list_issues']],
    ['a tool with its server before it', 'call git__list_issues', ['git/list_issues']],
    ['a tool as clients write it', 'mcp__git__list_issues', ['git/list_issues']],
    ['a tool in another case', 'LIST_ISSUES', ['git/list_issues']],
    [
      'tools in a list of plain names',
      'fetch, list events',
      ['files/fetch', 'calendar/list_events'],
    ],
    ['tools that a client selects', 'select:list_issues,fetch', ['git/list_issues', 'files/fetch']],
    ['the tool in the case that it is written in', 'Send', ['chat/Send']],
    ['every tool of a name that is nobody’s to the letter', 'SEND', ['chat/Send', 'mail/send']],
    ['nothing by a name that no tool has', 'use make_coffee', []],
    [
      'nothing that is not wanted in a list',
      'do not use list_issues, recurrence_rule or closeIssue',
      [],
    ],
    ['what is wanted behind that', 'Without closeIssue, use list_issues', ['git/list_issues']],
    ['what is wanted instead', 'Instead, use list_issues.', ['git/list_issues']],
    ['nothing in place of which another is wanted', 'fetch it instead of list_issues', []],
    [
      'no tool by a word that English has too',
      'check-in on GitHub, then fetch-page',
      ['web/fetch-page'],
    ],
    ['nothing that is not wanted', 'list my events, do not use list_issues', []],
    ['nothing that may not leave the catalog', 'hidden_one', []],
    ['nothing in a list of things that are no names', 'milk, bread, fetch', []],
    ['nothing where it holds no letter', '?!', []],
    ['nothing in an empty request', '', []],
  ])('%s', async (_, text, tools) => {
    expect(await given(text)).toEqual(tools)
  })
})

describe('tools that are named', () => {
  it('come before all that were found, within k', async () => {
    expect(await given('list_issues', ['mail/send', 'git/list_issues', 'chat/Send'], 2)).toEqual([
      'git/list_issues',
      'mail/send',
    ])
  })

  it('of one name come in the order in which they were found', async () => {
    expect(await given('SEND', ['files/fetch', 'chat/Send'])).toEqual([
      'chat/Send',
      'mail/send',
      'files/fetch',
    ])
  })

  it('say so, keep what found them, and leave the others less room', async () => {
    const ranking = found('list_issues', ['mail/send', 'git/list_issues'])
    const { output, steps } = await recorded(select, ranking, { k: 1 })
    expect(output.tools).toEqual([
      { tool: 'git/list_issues', score: 1, witnesses: [{ kind: 'name', text: 'list_issues' }] },
    ])
    expect(steps[1]?.step.dropped).toMatchObject([
      {
        why: 'below the cut at k = 1, behind 1 that the request names',
        tools: [{ tool: 'mail/send' }],
      },
    ])
  })

  it('are said where no tool has a name that is selected', async () => {
    const { steps } = await recorded(select, found('select:fetch,make_coffee', []))
    expect(steps[0]?.step.notes).toEqual({
      'names that no tool has': 'make_coffee',
      named: 'files/fetch',
    })
  })

  it('join a set that decides its own size', async () => {
    const sized = pipe(stage).to(adaptiveSize())
    expect(namesOf(await run(sized, found('list_issues', ['mail/send']), runCall()))).toEqual([
      'git/list_issues',
      'mail/send',
    ])
  })

  it('are twenty at most, though more have the name', async () => {
    const many = Array.from({ length: 30 }, (_, at) => catalogTool(`s${at}/search`))
    const of = kitOf({ tools: many, embedder: conceptEmbedder([]) })
    const all = of.among({ tags: [], servers: [], visibilities: [] })
    const sized = pipe(namedFirst<Ranking>({ names: of.names, among: all }, 'ranking')).to(
      adaptiveSize(),
    )
    expect((await run(sized, found('search', []), runCall())).tools).toHaveLength(20)
  })

  it('are not given again to an agent that holds them', async () => {
    const ranking = found('list_issues', [], ['git/list_issues'])
    expect(namesOf(await run(select, ranking, runCall()))).toEqual([])
  })
})
