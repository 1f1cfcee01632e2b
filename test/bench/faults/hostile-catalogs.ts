import { json, list, mapOf, repeated } from './hostile-parts'
import type { TrialFile } from './trial'

const page = (name: string) => ({ tools: [{ name, inputSchema: {} }] })

/** One tool of a file that export wrote. */
const kept = (name: string, more: object = {}) => ({ name, description: 'x', ...more })

const servers = (tools: object[]): TrialFile => [
  'servers/mail.json',
  JSON.stringify({ server: 'mail', tools }),
]

/** Catalogs and golden sets whose names, labels or numbers are the trouble. */
export const HOSTILE_CATALOGS: Record<string, (size: number) => TrialFile[]> = {
  'many servers': (size) =>
    json(JSON.stringify({ mcpServers: mapOf(size / 50, (at) => page(`t${at}`)) })),
  'a server of underscores': (size) =>
    json(JSON.stringify({ [`${'_'.repeat(size)}x`]: page('a') })),
  'a server of content words': (size) =>
    json(JSON.stringify({ [`x${repeated('-tools-list', size)}`]: page('a') })),
  'many small files': (size) =>
    list(Math.min(1_900, size / 500), (at): TrialFile => [
      `${at}.json`,
      JSON.stringify([{ name: `t${at}`, description: 'x'.repeat(400), inputSchema: {} }]),
    ]),
  'keys that are written twice': (size) =>
    json(`[{${list(size / 26, () => '"name":"a","inputSchema":{}').join()}}]`),
  'keys of every object': (size) =>
    json(
      `[${list(size / 90, (at) => `{"name":"__proto__","description":"${at}","inputSchema":{"properties":{"__proto__":{},"constructor":{}}}}`).join()}]`,
    ),
  'names that patterns choke on': (size) =>
    json(
      JSON.stringify(
        list(size / 1_000, (at) => ({
          name: `${'aA1_-.'.repeat(155)}!${at}`,
          description: 'a'.repeat(5),
          inputSchema: {},
        })),
      ),
    ),
  'one line over and over': (size) => [
    ['tools.csv', `name,description\n${repeated('send,Sends mail to people\n', size)}`],
  ],
  'a table of different tags': (size) => [
    [
      'tools.csv',
      `name,description,tags\n${list(size / 90, (at) => `t${at},x,${list(12, (tag) => `g${at}-${tag}`).join(';')}\n`).join('')}`,
    ],
  ],
  'a cell never closed at the end': (size) => [
    ['tools.csv', `name,description\n${repeated('a,b\n', size)}c,"d`],
  ],
  'UTF-16': (size) => [
    [
      'tools.json',
      utf16(`[${list(size / 80, (at) => `{"name":"t${at}","inputSchema":{}}`).join()}]`),
    ],
  ],
  'UTF-16 cut in half': (size) => [
    ['tools.json', utf16(`[${'1,'.repeat(size / 4)}1]`).subarray(0, -1)],
  ],
  'dependencies of each on all': (size) => {
    const count = Math.floor(Math.sqrt(size / 40))
    const dependencies = list(count, (on) => ({ on: `mail/t${on}`, kind: 'tool-direct' }))
    return [servers(list(count, (at) => kept(`t${at}`, { dependencies })))]
  },
  'author’s layers of a megabyte': (size) => [
    servers([kept('send'), kept('read')]),
    [
      'layers.json',
      JSON.stringify({
        'mail/send': { questions: list(size / 60, (at) => `How do I write ${at}?`) },
        'mail/read': {
          description: repeated('reads ', size / 4),
          parameters: mapOf(size / 50, () => 'x'),
        },
      }),
    ],
  ],
  'bundles of every tool': (size) => [
    servers(list(200, (at) => kept(`t${at}`))),
    [
      'bundles.json',
      JSON.stringify(
        list(size / 2_400, (at) => ({
          id: `b${at}`,
          query: `q${at}`,
          tools: list(200, (tool) => `mail/t${tool}`),
        })),
      ),
    ],
  ],
  'a golden set of a megabyte': (size) =>
    golden(
      list(size / 70, (at) => ({ id: `g${at}`, text: `Send it ${at}`, tools: ['mail/send'] })),
    ),
  'a query of every label': (size) =>
    golden([{ id: 'g', text: 'Send', tools: list(size / 12, (at) => `label${at}`) }]),
  'grades without end': (size) =>
    golden([
      { id: 'g', text: 'Send', tools: ['mail/send'], grades: mapOf(size / 14, () => 1e308) },
    ]),
  'queries of one id': (size) =>
    golden(list(size / 60, () => ({ id: 'same', text: 'Send it', tools: ['mail/send'] }))),
  'a log of calls': (size) => [
    [
      'log.jsonl',
      `${JSON.stringify({
        messages: list(size / 120, (at) =>
          at % 2
            ? {
                role: 'assistant',
                tool_calls: [
                  { type: 'function', function: { name: 'send', arguments: '{"a":1}' } },
                ],
              }
            : { role: 'user', content: `q${at}` },
        ),
      })}\n`,
    ],
  ],
  'judgements that point nowhere': (size) => [
    ['corpus.jsonl', '{"_id":"d1","title":"find","text":"Finds."}\n'],
    ['queries.jsonl', '{"_id":"q1","text":"Find it"}\n'],
    [
      'qrels/test.tsv',
      `query-id\tcorpus-id\tscore\n${list(size / 20, (at) => `q${at}\td${at}\t1\n`).join('')}`,
    ],
  ],
}

const golden = (queries: object[]): TrialFile[] => [
  servers([kept('send')]),
  ['golden.json', JSON.stringify({ name: 'own', queries })],
]

/** With the mark that says so. */
const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le')
