import { describe, expect, it } from 'vitest'
import { unsearchedParts } from '../../../../src-main/importing/catalog/unsearched'
import { importCatalog } from '../../../../src-main/importing/import-catalog'
import type { Tool } from '../../../../src-main/domain/tool/tool'
import { MATCHED_COMPONENTS } from '../../../../src-main/domain/tool/document'
import { analyser } from '../../../../src-main/pipeline/text/analyse'
import { documentText } from '../../../../src-main/pipeline/knowledge-base/tool-document'
import { catalogTool } from '../../../fakes/catalog-tool'
import { jsonFile } from '../../../fixtures/importing/files'
import { linesFile, textFile } from '../benchmarks/files'

const tool = (more: Partial<Tool> = {}): Tool => catalogTool('find_train', more).tool
const taking = (schema: Tool['parameters']) =>
  tool({ parameters: { type: 'object', properties: { town: schema } } })

describe('what of a tool is not searched', () => {
  it.each<[string, Tool[], string | undefined]>([
    ['nothing else', [tool()], undefined],
    [
      'what they return',
      [tool({ response: { description: 'A timetable' } }), tool({ response: { properties: {} } })],
      '2 tools say what they return; that is kept, and not searched',
    ],
    ['that an object comes back', [tool({ response: { type: 'object' } })], undefined],
    [
      'an example call',
      [tool({ examples: [{ intent: 'A train to Bergen', arguments: {} }] }), tool()],
      '1 tool shows calls by example; they are kept, and not searched',
    ],
    [
      'hints',
      [tool({ annotations: { readOnly: false } })],
      '1 tool hints at what a call changes; that is kept, and not searched',
    ],
    ['no hint', [tool({ annotations: {} })], undefined],
    [
      'allowed words',
      [taking({ enum: ['Bergen', 'Oslo'] }), taking({ items: { enum: ['Bergen'] } })],
      '2 tools list allowed values of parameters; they are searched only where a recipe is told to',
    ],
    ['allowed numbers', [taking({ enum: [1, 2] })], undefined],
    [
      'several of these',
      [tool({ response: { properties: {} }, annotations: { destructive: true } })],
      '1 tool says what it returns; that is kept, and not searched. 1 tool hints at what a call changes; that is kept, and not searched',
    ],
  ])('is told of tools that say %s', (_what, tools, why) => {
    const expected = why === undefined ? [] : [{ outcome: 'notice', where: 'tools', why }]
    expect(unsearchedParts(tools)).toMatchObject(expected)
    expect(unsearchedParts(tools)).toHaveLength(expected.length)
  })
})

const bread = {
  name: 'find_bread',
  title: 'Loaves nearby',
  description: 'Finds bread.',
  tool_description: 'Everything about bakeries.',
  category: 'Food',
  method: 'GET',
  url: 'https://example.com/rolls',
  parameters: [{ name: 'grain', type: 'str', description: 'Rye or wheat' }],
}
const lens =
  'category_name:Food, tool_name:Baker, tool_description:Everything about bakeries., api_name:Find bread, ' +
  'api_description:Finds bread., required_params: [{"name": "grain", "type": "string", "description": "Rye"}], method: GET'
const corpus = (...documents: object[]) => [
  linesFile('corpus.jsonl', documents as never),
  linesFile('queries.jsonl', [{ _id: 'q', text: 'Bread?' }]),
  textFile('qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq\td\t1\n'),
]
const toolret = (documentation: object | string) => [
  jsonFile('tools.json', [{ id: 't', documentation, kind: 'code' }]),
]

const wordsOf = analyser(['split-identifiers', 'stop-words'])
/** Keys of documents, and types: they say what a word is, and are not what the tool is about. */
const OF_FORM =
  'name title description tool api category required params parameters type str string method url metadata tags text'

describe('every word of a document', () => {
  it.each([
    ['ToolRet, an object', toolret(bread), [bread], ['method', 'url', 'kind']],
    ['ToolRet, JSON in a text', toolret(JSON.stringify(bread)), [bread], ['method', 'url', 'kind']],
    ['ToolRet, ToolLens’ text', toolret(lens), [lens], ['method', 'kind']],
    ['ToolRet, prose', toolret('Finds bread of rye.'), ['Finds bread of rye.'], ['kind']],
    [
      'BEIR, prose',
      corpus({ _id: 'd', title: 'find_bread', text: 'Finds rye.', lang: 'english' }),
      ['find_bread', 'Finds rye.'],
      ['lang'],
    ],
    [
      'BEIR, a title beside the name in its text',
      corpus({ _id: 'd', title: 'Loaves', text: lens }),
      ['Loaves', lens],
      ['method'],
    ],
    [
      'BEIR, metadata',
      corpus({
        _id: 'd',
        title: 'Loaves',
        text: 'Finds rye.',
        metadata: { ...bread, tags: ['sweet'] },
      }),
      ['Loaves', 'Finds rye.', bread, 'sweet'],
      ['method', 'url'],
    ],
  ])('is searched, or its field is named: %s', (...[, files, texts, unread]) => {
    const { tools, report } = importCatalog(files)
    expect(tools).toHaveLength(1)
    const held = tools.map((one) => documentText({ tool: one, layer: {} }, MATCHED_COMPONENTS))
    const found = new Set(wordsOf(held.join('\n')))
    const told = report.find(({ why }) => why.startsWith('Fields of documents'))?.why ?? ''
    for (const field of unread) expect(told).toContain(`“${field}” of 1 tool`)
    const ofForm = new Set([...wordsOf(OF_FORM), ...wordsOf('GET https://example.com/rolls')])
    const lost = texts
      .flatMap((text) => wordsOf(typeof text === 'string' ? text : JSON.stringify(text)))
      .filter((word) => !found.has(word) && !ofForm.has(word))
    expect(lost).toEqual([])
  })
})
