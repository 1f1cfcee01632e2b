import { describe, expect, it } from 'vitest'
import { queryOf, type Query } from '../../src-main/domain/query/query'
import type { FieldWeightsRecord } from '../../src-main/domain/recipe/field-weights'
import type { StandardisedFields } from '../../src-main/domain/tool/tool'
import { reasonsOf } from '../../src-main/domain/trace/reasons'
import { askModel } from '../../src-main/pipeline/ask'
import { EQUAL_WEIGHTS } from '../../src-main/pipeline/fields/choose-weights'
import { mftr } from '../../src-main/pipeline/recipes/mftr'
import { prepare } from '../../src-main/pipeline/runner'
import { stageKey } from '../../src-main/pipeline/sharing'
import { remarksOf, stagesOf } from '../../src-main/pipeline/stage'
import { catalogTool } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { kitOf } from '../fakes/kit'
import { namesOf } from '../fakes/retrievers'
import { recorded } from '../fakes/run-call'
import { scriptedModel } from '../fakes/scripted-model'

const fields = (
  description: string,
  intent: string,
  parameters: StandardisedFields['parameters'],
): StandardisedFields => ({
  description,
  parameters,
  response: `What came of it: ${description}`,
  examples: [{ intent, arguments: {} }],
})

const TOOLS = [
  catalogTool('send_mail', {
    standardised: fields('Send a mail.', 'Write a letter', {
      recipient: { type: 'string', description: 'who gets the mail' },
      attachment: { type: 'string', description: 'a file to send along', required: false },
    }),
  }),
  catalogTool('book_room', {
    standardised: fields('Book a room.', 'Reserve a room', {
      day: { type: 'string', description: 'the date of the meeting' },
    }),
  }),
  catalogTool('log_in', { standardised: fields('Open a session.', 'Log in', {}) }),
  catalogTool('wipe_mail', {
    visibility: 'hidden',
    standardised: fields('Send a mail and wipe it.', 'Write a letter', {}),
  }),
]
const CONCEPTS = [
  ['mail', 'letter'],
  ['send', 'write'],
  ['room', 'meeting'],
  ['book', 'reserve'],
  ['session', 'log'],
]

const TEXT = 'mail the minutes to Anna by 12:30'
const REWRITTEN = {
  toolNeeds: [
    { userIntent: 'Write a letter', toolDescription: 'Send a mail.', expectedResponse: 'sent' },
  ],
  extractedArguments: { recipient: 'who gets the mail, a string' },
}
const golden: Query = { ...queryOf(TEXT), rewritten: REWRITTEN }

const record = (over: Partial<FieldWeightsRecord>): FieldWeightsRecord => ({
  name: 'ours',
  origin: 'learned',
  comparedBy: 'words',
  folds: [],
  weights: { ...EQUAL_WEIGHTS, required: 0.5, optional: 0.5 },
  ...over,
})

interface Ways {
  query?: Query
  options?: Record<string, unknown>
  fieldWeights?: FieldWeightsRecord[]
  /** What a model answers; none is connected without it. */
  answer?: unknown
  tools?: typeof TOOLS
}

async function ask({ query = golden, options = {}, fieldWeights, answer, tools = TOOLS }: Ways) {
  const kit = kitOf({ tools, fieldWeights, embedder: conceptEmbedder(CONCEPTS) })
  const given = mftr.options.parse({ comparedBy: 'words', ...options })
  const pipeline = mftr.build(kit, given)
  await prepare(pipeline)
  const model = scriptedModel({ 'Say which tools': () => answer })
  const call = { ...(answer !== undefined && { ask: askModel(model) }), k: 3 }
  const { output, steps, call: made } = await recorded(pipeline, query, call)
  const [rewriting, scoring] = steps.map(({ step }) => step)
  const remarks = await remarksOf(pipeline)
  return { output, model, rewriting, scoring, remarks, degraded: made.tally.degraded }
}

describe('what MFTR rewrites a query by', () => {
  it('is what was recorded with the golden query, without a model', async () => {
    const { output, model, rewriting, degraded } = await ask({ answer: {} })
    expect(output.tools[0]?.tool).toBe('send_mail')
    expect(model.questions).toEqual([])
    expect(rewriting?.notes).toEqual({
      'rewritten by': 'whoever recorded it with the golden query',
      arguments: 'recipient: who gets the mail, a string',
    })
    expect(degraded).toEqual([])
  })

  it('is else a model, shown the first descriptions and the first of these tools field by field', async () => {
    const answer = {
      needs: [{ intent: 'Write a letter', purpose: 'Send a mail.', response: 'sent' }],
      parameters: [{ name: 'recipient', role: 'who gets the mail, before 12:30' }],
    }
    const { output, model, rewriting } = await ask({ query: queryOf(`${TEXT}, send it`), answer })
    expect(output.tools[0]?.tool).toBe('send_mail')
    expect(model.questions).toHaveLength(1)
    expect(model.questions[0]?.text).toContain('Send a mail.')
    expect(model.questions[0]?.text).toContain('a file to send along')
    expect(model.questions[0]?.text).not.toContain('wipe')
    // A role holds no value of the request, whatever the model writes.
    expect(rewriting?.notes).toEqual({
      'rewritten by': 'the language model',
      arguments: 'recipient: who gets the mail, before …',
    })
  })

  it.each([
    ['no model is connected', undefined],
    ['the model answers in prose', 'I would send a mail to Anna.'],
    ['the model names no need', { needs: [], parameters: [] }],
  ])(
    'is nothing where %s: the request and its clauses are compared, and it says so',
    async (_, answer) => {
      const query = queryOf('send the letter, then reserve the big room')
      const { output, rewriting, scoring } = await ask({
        query,
        answer,
        fieldWeights: [record({})],
        options: { weights: 'learned' },
      })
      expect(namesOf(output).toSorted()).toEqual(['book_room', 'send_mail'])
      expect(rewriting?.notes['rewritten by']).toBe(
        'nothing: the request and its clauses are compared as they are',
      )
      // Nobody knows what arguments there are: no parameter is held against a tool.
      expect(scoring?.output).toMatchObject({
        tools: expect.not.arrayContaining([
          expect.objectContaining({
            witnesses: expect.arrayContaining([
              expect.objectContaining({ missing: ['day'] }),
            ]) as unknown,
          }),
        ]) as unknown,
      })
    },
  )
})

describe('a request that nothing rewrites', () => {
  it.each(['words', 'meaning'])('is compared with every field by %s', async (comparedBy) => {
    const told = async (text: string) => {
      const { output } = await ask({ query: queryOf(text), options: { comparedBy } })
      const fieldsOf = (tool: (typeof output.tools)[number] | undefined) =>
        (tool?.witnesses ?? []).flatMap((each) => (each.kind === 'fields' ? each.adds : []))
      return { first: output.tools[0]?.tool, adds: fieldsOf(output.tools[0]) }
    }
    const { first, adds } = await told('reserve a room for the meeting')
    expect(first).toBe('book_room')
    expect(adds.filter(({ score }) => score > 0).map(({ field }) => field)).toEqual([
      'description',
      'parameters',
      'response',
      'examples',
    ])
  })

  it('finds a tool by what only its parameters say', async () => {
    const { output } = await ask({ query: queryOf('an attachment') })
    expect(namesOf(output)).toEqual(['send_mail'])
  })
})

describe('why a tool stands where MFTR puts it', () => {
  it('is told field by field, with the parameters that found no argument', async () => {
    const { output } = await ask({ options: { weights: 'learned' }, fieldWeights: [record({})] })
    const [first] = output.tools
    expect(reasonsOf(first?.witnesses ?? []).join()).toMatch(
      /^description 1\.\d\d · parameters −?\d?\.\d\d: “attachment” found no argument · examples 1\.\d\d$/,
    )
    const parts = (first?.witnesses ?? []).flatMap((each) =>
      each.kind === 'score' ? each.score : [],
    )
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(first?.score ?? NaN, 12)
  })
})

describe('the weights of MFTR', () => {
  it('are those learned without the fold of the query, else from all', async () => {
    const weights = { ...EQUAL_WEIGHTS, description: -1, parameters: 0, response: 0, examples: 0 }
    const ofFold = { texts: [TEXT.toLowerCase()], weights: EQUAL_WEIGHTS }
    const fieldWeights = [record({ weights, folds: [ofFold] })]
    const options = { weights: 'learned' }
    const held = await ask({ options, fieldWeights })
    expect(held.output.tools[0]?.tool).toBe('send_mail')
    expect(held.scoring?.notes['weights']).toBe('“ours”, learned without this query’s fold')
    const other = await ask({ options, fieldWeights, query: { ...golden, text: 'mail it' } })
    expect(other.output.tools[0]?.tool).not.toBe('send_mail')
    expect(other.scoring?.notes['weights']).toBe('“ours”')
  })

  it('say that they are equal where those learned did worse', async () => {
    const learning = { kept: 'equal' } as FieldWeightsRecord['learning']
    const fieldWeights = [record({ weights: EQUAL_WEIGHTS, learning })]
    const { scoring, degraded } = await ask({ options: { weights: 'learned' }, fieldWeights })
    expect(scoring?.notes['weights']).toBe('“ours”: equal, as those learned did worse')
    expect(degraded).toEqual([])
  })

  it.each<[string, Pick<Ways, 'options' | 'fieldWeights'>, string]>([
    [
      'none are learned',
      { options: { weights: 'learned' } },
      'No weights learned in this workspace yet',
    ],
    [
      'none have the name',
      { options: { weights: 'learned', named: 'mine' }, fieldWeights: [record({})] },
      'No learned weights “mine” in this workspace',
    ],
    [
      'they were learned by words',
      { options: { weights: 'learned', comparedBy: 'meaning' }, fieldWeights: [record({})] },
      'The weights “ours” were learned by words, not by meaning',
    ],
    [
      'they are of another embedder',
      {
        options: { weights: 'learned', comparedBy: 'meaning' },
        fieldWeights: [record({ comparedBy: 'meaning', embedder: 'other@1' })],
      },
      'The weights “ours” are of another embedder',
    ],
    [
      'the published ones are of another embedder',
      { options: { weights: 'published', comparedBy: 'meaning' } },
      'The weights “published meaning” are of all-minilm',
    ],
  ])('are equal where %s, which it says', async (_, ways, why) => {
    const { output, degraded } = await ask(ways)
    const equal = await ask({ options: { ...ways.options, weights: 'equal' } })
    expect(degraded.join()).toContain(why)
    expect(degraded.join()).toContain('fields count equally')
    expect(output).toEqual(equal.output)
  })

  it('are those of the query’s own data set, where several were published', async () => {
    const folds = [{ texts: [TEXT.toLowerCase()], weights: EQUAL_WEIGHTS }]
    const fieldWeights = [
      record({ origin: 'published', name: 'other set' }),
      record({ origin: 'published', name: 'own set', folds }),
    ]
    const { scoring } = await ask({ options: { weights: 'published' }, fieldWeights })
    expect(scoring?.notes['weights']).toBe('“own set”, learned without this query’s fold')
  })

  it('are the published ones by words where those are chosen and nothing else', async () => {
    const options = { weights: 'published', comparedBy: 'fitting' }
    const { scoring, degraded } = await ask({ options })
    expect(scoring?.stage.settings['compared by']).toBe('words')
    expect(scoring?.notes['weights']).toBe('“published words”')
    expect(degraded).toEqual([])
  })
})

describe('recipes that differ in nothing but their weights', () => {
  it('share no ranking', () => {
    const kit = kitOf({ tools: TOOLS, embedder: conceptEmbedder(CONCEPTS) })
    const keys = [
      { weights: 'equal' },
      { weights: 'published' },
      { weights: 'learned' },
      { weights: 'learned', named: 'mine' },
    ].map((options) => {
      const given = mftr.options.parse({ ...options, comparedBy: 'meaning' })
      return stagesOf(mftr.build(kit, given)).map(stageKey).join('\n')
    })
    expect(new Set(keys).size).toBe(4)
  })
})

describe('a catalog that nobody standardised', () => {
  const tools = [
    catalogTool('send_mail', { description: 'Send a mail.' }),
    catalogTool('book_room', { description: 'Book a room.' }),
  ]

  it('is compared by its definitions, and offered the hybrid', async () => {
    const { output, degraded, scoring, remarks } = await ask({ tools })
    expect(output.tools[0]?.tool).toBe('send_mail')
    expect(remarks.join()).toMatch(/the recipe “Hybrid” does as well or better\. Choose that, or/)
    expect(degraded).toEqual([])
    expect(scoring?.notes['fields of definitions']).toContain('2 of 2 tools')
  })

  it('is not what a single tool without fields makes it', async () => {
    const tools = [...TOOLS, catalogTool('read_mail')]
    const { degraded, scoring, remarks } = await ask({ tools })
    expect([degraded, remarks]).toEqual([[], []])
    expect(scoring?.notes['fields of definitions']).toContain('1 of 4 tools')
  })
})
