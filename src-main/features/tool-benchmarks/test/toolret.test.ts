import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../domain/tool/tool'
import { toolret } from '../formats/toolret'
import {
  confidence,
  hasDataset,
  jsonAt,
  jsonFile,
  linesFile,
  read,
  readDataset,
  setNamed,
  sizesOfSets,
  textFile,
  toolNamed,
} from '../../../../test/fixtures/importing/data-sets'

const login: JsonObject = {
  id: 'bank_tool_0',
  documentation: {
    name: 'Login',
    description: 'Logs a user in.',
    category: '获取信息 - 工具',
    parameters: [
      { name: 'user', in: 'query', schema: { type: 'str', default: null }, description: 'Who' },
      { name: 'tries', in: 'query', schema: { type: 'int', default: 3 } },
      { name: 'groups', schema: { type: 'List[str]', default: null } },
    ],
    responses: { token: { type: 'str', description: 'A token' } },
  },
  type: 'web',
}
const pay = {
  id: 'bank_tool_1',
  documentation: JSON.stringify({
    name: 'Pay',
    description: 'Pays.',
    parameters: {
      amount: { type: 'float', description: 'How much' },
      note: { type: 'str, optional' },
    },
  }),
}
const query = {
  id: 'bank_query_0',
  query: 'Pay after logging in',
  instruction: 'Given a task, retrieve Login and Pay.',
  labels: [
    { id: 'bank_tool_0', doc: { name: 'Login' }, relevance: 1 },
    { id: 'bank_tool_1', doc: { name: 'Pay' }, relevance: 1 },
  ],
  category: 'web',
}
const rewriting = {
  tool_needs: [
    { user_intent: 'I want to log in', tool_description: 'Log in', expected_response: 'A token' },
  ],
  extracted_arguments: { user: 'The name of the user' },
}
const augmented = {
  id: 'bank_tool_0',
  augmented: {
    description: 'Authenticate a user.',
    parameters: { user: { type: 'string', description: 'The user', required: true } },
    response: 'A token.',
    examples: [
      { user_intent: 'Log me in', tool_call: { name: 'Login', arguments: { user: 'Al' } } },
    ],
  },
}
const tools = jsonFile('tools.json', [login, pay])
const queries = jsonFile('queries.json', [query])
const standardised = jsonFile('augmented_tools.some-model.json', [augmented])
const rewritten = jsonFile('rewritten_queries.some-model.json', [
  { ...query, rewritten_query: rewriting, rewritten_messages: [{ role: 'user', content: 'long' }] },
])

describe('ToolRet and MFTR', () => {
  it('are recognised by content, as JSON and as JSON Lines', () => {
    expect(
      confidence(toolret, [jsonFile('a.json', [login]), jsonFile('b.json', [query])]),
    ).toBeGreaterThan(0.9)
    expect(
      confidence(toolret, [linesFile('t.jsonl', [{ id: 'x', doc: '{"name":"X"}' }])]),
    ).toBeGreaterThan(0.8)
    expect(confidence(toolret, [jsonFile('a.json', [{ id: 1, name: 'x' }])])).toBe(0)
  })

  it('read a document that is an object and one that is JSON in a string', () => {
    const imported = read(toolret, [tools, queries])
    expect(toolNamed(imported, 'Login')).toMatchObject({
      description: 'Logs a user in.',
      tags: ['获取信息 - 工具'],
      parameters: {
        properties: {
          user: { type: 'string', description: 'Who' },
          tries: { type: 'integer', default: 3 },
          groups: { type: 'array', items: { type: 'string' } },
        },
        required: ['user', 'groups'],
      },
      response: { properties: { token: { type: 'string', description: 'A token' } } },
    })
    expect(toolNamed(imported, 'Pay').parameters).toEqual({
      type: 'object',
      properties: {
        amount: { type: 'number', description: 'How much' },
        note: { type: 'string' },
      },
      required: ['amount'],
    })
  })

  it.each([
    ['a signature', { parameters: '(who: str, when: datetime)' }, ['string', 'string']],
    [
      'required and optional lists',
      {
        required_parameters: [{ name: 'who', type: 'STRING' }],
        optional_parameters: [{ name: 'when', type: 'NUMBER' }],
      },
      ['string', 'number'],
    ],
    [
      'a schema with types of Python',
      {
        parameters: { type: 'dict', properties: { who: { type: 'str' }, when: { type: 'tuple' } } },
      },
      ['string', 'array'],
    ],
  ])('read parameters written as %s', (_way, fields, types) => {
    const file = jsonFile('tools.json', [{ id: 't', documentation: { name: 'Ask', ...fields } }])
    const { parameters } = toolNamed(read(toolret, [file]), 'Ask')
    expect(parameters).toMatchObject({
      type: 'object',
      properties: { who: { type: types[0] }, when: { type: types[1] } },
    })
  })

  it('take a map of parameters for what it is, even with a parameter called type', () => {
    const file = jsonFile('tools.json', [
      { id: 't', documentation: { name: 'Give', parameters: { type: { type: 'str' } } } },
    ])
    expect(toolNamed(read(toolret, [file]), 'Give').parameters).toEqual({
      type: 'object',
      properties: { type: { type: 'string' } },
      required: ['type'],
    })
  })

  it('map labels by the ids of the data set and keep the instruction out of the query', () => {
    const [found] = setNamed(read(toolret, [tools, queries]), 'queries')
    expect(found).toMatchObject({
      id: 'bank_query_0',
      text: 'Pay after logging in',
      tools: ['Login', 'Pay'],
      extra: { instruction: query.instruction, category: 'web', labels: query.labels },
    })
    expect(found?.grades).toBeUndefined()
  })

  it('keep graded relevance, and leave out what is not relevant', () => {
    const graded = {
      ...query,
      labels: JSON.stringify([
        { id: 'bank_tool_0', relevance: 0 },
        { id: 'bank_tool_1', relevance: 2 },
      ]),
    }
    const imported = read(toolret, [tools, jsonFile('queries.json', [graded])])
    expect(setNamed(imported, 'queries')[0]).toMatchObject({ tools: ['Pay'], grades: { Pay: 2 } })
  })

  it('keep standardised fields and rewritten queries, each query once', () => {
    const imported = read(toolret, [rewritten, tools, standardised, queries])
    expect(toolNamed(imported, 'Login').standardised).toEqual({
      description: 'Authenticate a user.',
      parameters: augmented.augmented.parameters,
      response: 'A token.',
      examples: [{ intent: 'Log me in', arguments: { user: 'Al' } }],
    })
    expect(toolNamed(imported, 'Pay').standardised).toBeUndefined()
    expect(sizesOfSets(imported)).toEqual({ queries: 1 })
    expect(setNamed(imported, 'queries')[0]?.rewritten).toEqual({
      toolNeeds: [
        { userIntent: 'I want to log in', toolDescription: 'Log in', expectedResponse: 'A token' },
      ],
      extractedArguments: { user: 'The name of the user' },
    })
  })

  it('read a rewriting that is JSON in a string and pass an unusable one over', () => {
    const files = [
      { ...query, rewritten_query: JSON.stringify(rewriting) },
      { ...query, id: 'bank_query_1', rewritten_query: 'Sorry, I cannot.' },
    ]
    const imported = read(toolret, [tools, jsonFile('r.json', files)])
    const [first, second] = setNamed(imported, 'queries')
    expect(first?.rewritten?.toolNeeds).toHaveLength(1)
    expect(second?.rewritten).toBeUndefined()
  })

  it('report a query that stands in two files, and keep two queries of one number', () => {
    const again = jsonFile('more_queries.json', [query, { ...query, query: 'Only pay' }])
    const imported = read(toolret, [tools, queries, again])
    expect(new Set(setNamed(imported, 'queries').map(({ id }) => id)).size).toBe(2)
    expect(imported.report.filter(({ outcome }) => outcome === 'skipped')).toMatchObject([
      { where: 'more_queries.json, entry 1', entry: 'bank_query_0' },
    ])
  })

  it('keep a query that two tasks have under one number, with the tools of each', () => {
    const [first, second] = query.labels.map((label) => ({ ...query, labels: [label] }))
    const files = [[first], [second], [second]].map((rows, at) =>
      jsonFile(`task-${at}/queries.json`, rows as JsonObject[]),
    )
    const imported = read(toolret, [tools, ...files])
    expect(setNamed(imported, 'queries').map(({ id, tools: labels }) => [id, ...labels])).toEqual([
      ['bank_query_0', 'Login'],
      ['bank_query_0#2', 'Pay'],
    ])
    expect(imported.report.filter(({ outcome }) => outcome === 'skipped')).toMatchObject([
      { where: 'task-2/queries.json, entry 1' },
    ])
  })

  it('survive documents nested deeper than a stack', () => {
    const deep = '{"properties":{"a":'.repeat(20_000) + '{}' + '}}'.repeat(20_000)
    const text = `[{"id":"t","documentation":{"name":"Deep","parameters":{"p":${deep}}}}]`
    const imported = read(toolret, [textFile('tools.json', text)])
    expect(imported.tools).toHaveLength(1)
    expect(imported.report.some(({ outcome }) => outcome === 'altered')).toBe(true)
  })

  it('leave out folds with a notice, unless the folds are all there is', () => {
    const fold = jsonFile('fold_0/test_queries.json', [query])
    const { report, ...imported } = read(toolret, [tools, queries, fold])
    expect(imported.goldenSets).toMatchObject([{ name: 'queries', queries: [{}] }])
    expect(report.filter(({ outcome }) => outcome === 'notice').map(({ where }) => where)).toEqual([
      fold.path,
      tools.path,
    ])
    expect(sizesOfSets(read(toolret, [tools, fold]))).toEqual({ queries: 1 })
  })

  it('tell tools of one name apart and find each by its own label', () => {
    const twins = [
      login,
      { ...login, id: 'bank_tool_9', documentation: { name: 'Login', description: 'Other.' } },
    ]
    const ask = { ...query, labels: [{ id: 'bank_tool_9', relevance: 1 }] }
    const imported = read(toolret, [jsonFile('tools.json', twins), jsonFile('queries.json', [ask])])
    expect(new Set(imported.tools.map(({ id }) => id)).size).toBe(2)
    const [golden] = setNamed(imported, 'queries')[0]?.tools ?? []
    expect(imported.tools.find(({ id }) => id === golden)?.description).toBe('Other.')
  })

  it('make the catalog of the labels where there is no file of tools, and say so', () => {
    const imported = read(toolret, [queries])
    expect(imported.tools.map(({ name }) => name)).toEqual(['Login', 'Pay'])
    expect(imported.report).toContainEqual(
      expect.objectContaining({
        outcome: 'notice',
        why: expect.stringContaining('no file of tools'),
      }),
    )
  })

  const toolOf = (documentation: JsonObject | string) => {
    const [tool] = read(toolret, [jsonFile('tools.json', [{ id: 't', documentation }])]).tools
    return tool
  }

  it.each([
    [
      'in a fence',
      '```python\nimport math\n\ndef fill(tank, rate: float, full: bool=False) -> float:\n    ...\n```',
    ],
    [
      'with the end of a fence',
      'def fill(tank, rate: float, full: bool=False) -> float:\n    ...\n```\n',
    ],
    [
      'over lines',
      'async def fill(\n    tank,\n    rate: float,\n    full: bool = False,\n) -> float:\n    return 1',
    ],
  ])('read the signature that Toolink has for a description, %s', (_how, source) => {
    const documentation = { func_description: source, name: '`fill`', description: 'Fills a tank.' }
    expect(toolOf(documentation)).toMatchObject({
      name: 'fill',
      description: 'Fills a tank.',
      parameters: {
        properties: { tank: {}, rate: { type: 'number' }, full: { type: 'boolean' } },
        required: ['tank', 'rate'],
      },
      response: { type: 'number' },
    })
  })

  it('read defaults and types with commas in them, and pass over what is no parameter', () => {
    const source =
      'def draw(self, points: List[Tuple[int, int]], colours=("red", "a,b"), *, sep=", ", **more): pass'
    const { parameters } = toolOf({ func_description: source, name: 'draw' }) ?? {}
    expect(parameters).toMatchObject({
      properties: { points: { type: 'array' }, colours: {}, sep: {}, more: {} },
      required: ['points'],
    })
  })

  it('read a signature that stands in the name', () => {
    expect(toolOf({ name: 'crop(image, box)', description: 'Crops.' })).toMatchObject({
      name: 'crop',
      parameters: { properties: { image: {}, box: {} }, required: ['image', 'box'] },
    })
  })

  const gorilla = {
    domain: 'Sound Sorting',
    framework: 'PyTorch',
    functionality: 'Tell birds apart',
    api_name: 'birdnet',
    api_call: "hub.load('birds/birdnet')",
    description: 'Names a bird by its song.',
  }

  it.each([
    [
      'a list of names',
      ['song', "'birdnet'", 'model(x)[0]', 'loud=True'],
      { song: {}, loud: { examples: ['True'] } },
    ],
    ['names between commas', 'song, rate', { song: {}, rate: {} }],
    ['one name in words', 'model name', { 'model name': {} }],
    [
      'a list of descriptions',
      [{ name: 'song', type: 'str', description: 'A file' }],
      { song: { type: 'string', description: 'A file' } },
    ],
    [
      'a map',
      {
        song: 'str',
        rate: 'how many samples a second',
        model: 'birds/birdnet',
        languages: ['en', 'de'],
        loud: true,
      },
      {
        song: { type: 'string' },
        rate: { description: 'how many samples a second' },
        model: { examples: ['birds/birdnet'] },
        languages: { examples: ['en', 'de'] },
        loud: { type: 'boolean', examples: [true] },
      },
    ],
    ['nothing', 'N/A', {}],
    ['null', null, {}],
    ['code', "model = Bird.load('x')", {}],
  ])('read Gorilla’s arguments written as %s', (_way, api_arguments, properties) => {
    expect(toolOf({ ...gorilla, api_arguments })).toMatchObject({
      name: 'birdnet',
      tags: ['Sound Sorting', 'Tell birds apart'],
      parameters: { type: 'object', properties },
    })
    const { parameters } = toolOf({ ...gorilla, api_arguments }) ?? {}
    expect(Object.keys(parameters?.['properties'] as object)).toEqual(Object.keys(properties))
  })

  it.each([
    ['a text', 'import hub\nbird = hub.load()', 'import hub\nbird = hub.load()'],
    ['lines', ['import hub', 'bird = hub.load()'], 'import hub\nbird = hub.load()'],
    [
      'steps',
      { import: 'import hub', run: { load: 'bird = hub.load()' } },
      'import hub\nbird = hub.load()',
    ],
  ])('keep Gorilla’s example code, written as %s', (_way, example_code, code) => {
    expect(toolOf({ ...gorilla, example_code })?.examples).toEqual([{ code, arguments: {} }])
    expect(toolOf({ ...gorilla, example_code: 'N/A' })?.examples).toEqual([])
  })

  const lens =
    'category_name:Food, tool_name:Baker, api_name:Find bread, api_description:Finds bread., ' +
    'required_params: [{"name": "grain", "type": "string", "description": ""}], optional_params: [], return_schema: ""'
  it.each([
    ['as the document', lens],
    ['as its description', { description: lens }],
    [
      'as fields',
      {
        category_name: 'Food',
        tool_name: 'Baker',
        api_name: 'Find bread',
        api_description: 'Finds bread.',
        required_params: '[{"name": "grain", "type": "string"}]',
      },
    ],
  ])('read ToolLens’ fields, %s', (_how, documentation) => {
    expect(toolOf(documentation)).toMatchObject({
      name: 'Find bread',
      server: 'Baker',
      description: 'Finds bread.',
      tags: ['Food'],
      parameters: { properties: { grain: { type: 'string' } }, required: ['grain'] },
    })
  })

  it.skipIf(!hasDataset('apibank'))('import the published files of API-Bank', () => {
    const files = readDataset('apibank')
    expect(confidence(toolret, files)).toBeGreaterThan(0.9)
    const imported = read(toolret, files)
    expect(imported.tools).toHaveLength(101)
    expect(imported.tools.every(({ standardised: fields }) => fields?.examples.length === 3)).toBe(
      true,
    )
    expect(sizesOfSets(imported)).toEqual({ queries: 101 })
    const golden = setNamed(imported, 'queries')
    expect(golden.every(({ rewritten: found }) => found && found.toolNeeds.length > 0)).toBe(true)
    expect(golden.flatMap(({ tools: labels }) => labels)).toHaveLength(172)
    expect(imported.report.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
    expect(imported.tools.map(({ source }) => source.entry)).toEqual(jsonAt(files, 'tools.json'))
  })
})
