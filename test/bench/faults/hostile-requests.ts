import { list, mapOf, repeated } from './hostile-parts'
import type { AskedOfTrial, TrialFile } from './trial'

interface HostileRequests {
  files(size: number): TrialFile[]
  requests(size: number): AskedOfTrial[]
}

const words = (size: number): string => repeated('send mail to all people ', size).trim()

const catalog = (
  queries: object[] = [{ id: 'g', text: 'Send', tools: ['mail/send1'] }],
): TrialFile[] => [
  [
    'servers/mail.json',
    JSON.stringify({
      server: 'mail',
      tools: list(50, (at) => ({ name: `send${at}`, description: 'Sends mail to all people' })),
    }),
  ],
  ['golden.json', JSON.stringify({ name: 'own', queries })],
]

const ask = (text: string) => ({ text, recipe: 'hybrid', withTrace: true })

/** Requests that are the trouble, or files that make one. */
export const HOSTILE_REQUESTS: Record<string, HostileRequests> = {
  'a query text of a megabyte': {
    files: () => catalog(),
    requests: (size) => [
      ['query.run', ask(words(size))],
      ['query.run', ask(words(10_000))],
      ['query.run', ask('='.repeat(10_000))],
    ],
  },
  'an author’s layer of a megabyte': {
    files: () => catalog(),
    requests: (size) => [
      [
        'catalog.saveLayer',
        {
          id: 'mail/send1',
          layer: {
            description: words(size / 4),
            questions: list(size / 80, (at) => `How do I send ${at}?`),
            parameters: mapOf(size / 60, () => 'x'),
            tags: list(size / 40, (at) => `tag${at}`),
          },
        },
      ],
      ['catalog.document', { id: 'mail/send1' }],
      ['catalog.facets', {}],
      ['query.run', ask('How do I send 17?')],
    ],
  },
  'words to search of a megabyte': {
    files: (size) => [
      [
        'tools.json',
        JSON.stringify(
          list(size / 60, (at) => ({ name: `a${at}`, description: 'a', inputSchema: {} })),
        ),
      ],
    ],
    requests: (size) => [
      ['catalog.list', { filter: { search: 'a '.repeat(size / 2) } }],
      ['catalog.list', { filter: { search: 'a'.repeat(size) } }],
      ['catalog.list', { filter: { tags: list(size / 10, (at) => `t${at}`) } }],
    ],
  },
  'ids by the megabyte': {
    files: () => catalog(),
    requests: (size) => [
      ['catalog.remove', { ids: list(size / 12, (at) => `mail/none${at}`) }],
      ['query.explain', { ...ask('send'), tools: list(size / 12, (at) => `mail/none${at}`) }],
      ['catalog.tool', { id: 'x'.repeat(size) }],
    ],
  },
  'golden queries of a megabyte': {
    files: (size) =>
      catalog([
        { id: 'long', text: words(size / 2), tools: ['mail/send1'] },
        { id: 'one character', text: '='.repeat(size / 2), tools: ['mail/send2'] },
      ]),
    requests: () => [
      ['evaluation.run', { goldenSet: 'own', recipes: [{ recipe: 'bm25' }, { recipe: 'hybrid' }] }],
      ['golden.queries', { set: 'own' }],
    ],
  },
  'requests nested deep': {
    files: () => catalog(),
    requests: (size) => [
      ['catalog.saveLayer', { id: 'mail/send1', layer: nested(Math.min(size, 5_000)) }],
      ['query.run', { ...ask('send'), options: nested(Math.min(size, 5_000)) }],
    ],
  },
}

function nested(levels: number): object {
  let value: object = {}
  for (let level = 0; level < levels; level++) value = { a: value }
  return value
}
