import { json, list, mapOf, tool, toolText } from './hostile-parts'
import type { TrialFile } from './trial'

/** Files whose shape is the trouble. */
export const HOSTILE_FILES: Record<string, (size: number) => TrialFile[]> = {
  'deep arrays': (size) => json(`${'['.repeat(size / 2)}${']'.repeat(size / 2)}`),
  'deep schema': (size) => {
    const levels = Math.floor(size / 30)
    const schema = `${'{"properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`
    return json(`[${toolText('deep', '"x"', schema)},${toolText('flat', '"stays"', '{}')}]`)
  },
  'deep wrappers': (size) => {
    const levels = Math.floor(size / 10)
    return json(`${'{"body":'.repeat(levels)}{"tools":[]}${'}'.repeat(levels)}`)
  },
  'deep text in a field': (size) =>
    json(
      JSON.stringify([
        { id: 'a', documentation: '{"a":'.repeat(size / 6) + '1' + '}'.repeat(size / 6) },
      ]),
    ),
  'never closed brackets': (size) => json('['.repeat(size)),
  'commas in a signature': (size) =>
    json(
      JSON.stringify([
        { id: 'a', documentation: { name: 'a', parameters: `(${','.repeat(size)})` } },
      ]),
    ),
  'brackets in a signature': (size) =>
    json(
      JSON.stringify([
        { id: 'a', documentation: { name: 'a', parameters: `(${'a: x[,'.repeat(size / 6)})` } },
      ]),
    ),
  'a signature of spaces': (size) =>
    json(
      JSON.stringify([
        { id: 'a', documentation: { name: 'a', parameters: `(a: b${' '.repeat(size)}!)` } },
      ]),
    ),
  'many parameters': (size) => json(tool('many', { properties: mapOf(size / 12, () => ({})) })),
  'a huge enum': (size) =>
    json(tool('enum', { properties: { a: { enum: list(size / 9, (at) => `v${at}`) } } })),
  'huge keys': (size) =>
    json(tool('keys', { properties: { ['k'.repeat(size)]: { type: 'string' } } })),
  'huge numbers': (size) =>
    json(`[${toolText('number', '"x"', `{"default":1${'0'.repeat(size)},"maximum":1e999}`)}]`),
  'a huge name': (size) => json(tool('n'.repeat(size), {})),
  'tiny tools': (size) =>
    json(`[${list(size / 28, (at) => `{"name":"t${at}","inputSchema":{}}`).join()}]`),
  'tools of one name': (size) =>
    json(
      `[${list(size / 50, (at) => `{"name":"same","description":"${at}","inputSchema":{}}`).join()}]`,
    ),
  'servers with one tool name': (size) => [
    ...list(Math.max(2, size / 700), (at): TrialFile => [
      `servers/${at}.json`,
      JSON.stringify({ server: `s${at}`, tools: [{ name: 'same', description: 'x' }] }),
    ]),
    [
      'golden.json',
      JSON.stringify(list(size / 60, (at) => ({ id: `${at}`, text: 'q', tools: ['same'] }))),
    ],
  ],
  'entries that are nothing': (size) =>
    json(`[${tool('a', {}).slice(1, -1)}${',7'.repeat(size / 2)}]`),
  'names to be cleaned': (size) =>
    json(`[${list(size / 60, (at) => toolText(`a\u202e b${at}`, '"\\u0001"', '[]')).join()}]`),
  'many references': (size) => {
    const count = Math.floor(size / 60)
    const $defs = mapOf(count, (at) => ({ $ref: `#/$defs/p${at + 1}` }))
    return json(tool('references', { $defs, properties: { a: { $ref: '#/$defs/p0' } } }))
  },
  'a quote never closed': (size) => [
    ['tools.csv', `name,description\na,"${'x,"y\n'.repeat(size / 5)}`],
  ],
  'quotes in every cell': (size) => [
    ['tools.csv', `name,description\n${'a,"""""""x"""\n'.repeat(size / 14)}`],
  ],
  'one line of cells': (size) => [['tools.csv', `name,description${',c'.repeat(size / 2)}\n`]],
  'rows of many columns': (size) => [
    ['tools.csv', `name,description\n${`${'c,'.repeat(500)}\n`.repeat(size / 1001)}`],
  ],
  'JSON Lines, all broken': (size) => [['tools.jsonl', '{"name":\n'.repeat(size / 9)]],
  'bytes that are no text': (size) => [
    ['tools.json', Uint8Array.from({ length: size }, (_, at) => (at * 197) % 256)],
  ],
  'a byte order mark and nothing': (size) => [['tools.json', `\ufeff${' '.repeat(size)}`]],
  'labels that point nowhere': (size) => [
    ['servers/a.json', JSON.stringify({ server: 'a', tools: [{ name: 'a', description: 'x' }] })],
    [
      'golden.json',
      JSON.stringify(list(size / 50, (at) => ({ text: `q${at}`, tools: ['a', `none${at}`] }))),
    ],
  ],
}
