import { describe, expect, it } from 'vitest'
import { MATCHED_COMPONENTS } from '../../../domain/tool/document'
import { documentText } from '../../../pipeline/knowledge-base/tool-document'
import { analyser } from '../../../pipeline/text/analyse'
import { importCatalog } from '../../../../test/fixtures/importing/catalog'
import { linesFile, textFile } from '../../../../test/fixtures/importing/data-sets'
import { jsonFile } from '../../../../test/fixtures/importing/files'

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
