import type { ChangeKind, ToolChange } from '../../src-main/domain/catalog/import'
import type { ImportAccount } from '../../src-main/domain/catalog/import-account'
import type { Answers } from './bridge-script'

const changeOf = (id: string, fields: ToolChange['fields'] = []): ToolChange => ({
  id: id as never,
  description: 'Reads, writes or lists what is in the workspace folder.',
  fields,
})

const importChanges: Record<ChangeKind, ToolChange[]> = {
  added: Array.from({ length: 180 }, (_, index) => changeOf(`files/tool_${index}`)),
  changed: [
    changeOf('mail/send_email', [
      {
        field: 'description',
        before: 'Sends a mail to a person.',
        after: 'Sends a mail to people.',
      },
      { field: 'tags', before: '', after: 'mail' },
    ]),
  ],
  removed: [changeOf('maps/route_between')],
  recognised: [],
  beside: [],
  renamed: [],
  likelyRenamed: [],
  layers: [],
}

/** As the app tells them: how many, and the first twenty. */
const firstOf = (rows: ToolChange[]) => ({ total: rows.length, first: rows.slice(0, 20) })

const none = { total: 0, first: [] }
/** What an import says that met nothing here. */
export const noClashes = {
  recognised: none,
  beside: none,
  renamed: none,
  likelyRenamed: none,
  layers: none,
  layersAdded: 0,
}

/** The account of an import that took every tool of one file. */
export const accountOf = (tools: number): ImportAccount => ({
  files: { read: 1, all: 1 },
  tools: { read: tools, all: tools },
  fields: [],
  formats: [{ id: 'mcp', title: 'MCP tools/list', files: 1, tools }],
  mostLeftOut: false,
})

/** What importing 214 tools of a file into the sample workspace would do. */
export const importAnswers: Answers = {
  'import.formats': () => ({
    imports: [
      { id: 'openai', title: 'OpenAI tools' },
      { id: 'mcp', title: 'MCP tools/list' },
      { id: 'csv', title: 'CSV or TSV' },
    ],
    exports: [
      { id: 'openai', title: 'OpenAI tools' },
      { id: 'pegboard', title: 'Pegboard' },
    ],
  }),
  'import.preview': () => ({
    format: 'mcp',
    account: { ...accountOf(214), tools: { read: 214, all: 216 } },
    candidates: [
      { id: 'mcp', title: 'MCP tools/list', confidence: 0.95 },
      { id: 'openai', title: 'OpenAI tools', confidence: 0.2 },
    ],
    tools: 214,
    change: {
      added: firstOf(importChanges.added),
      changed: firstOf(importChanges.changed),
      removed: firstOf(importChanges.removed),
      unchanged: 33,
    },
    clashes: { ...noClashes },
    changes: 'import 1',
    goldenSets: [{ name: 'test', queries: 120, replaces: false }],
    bundles: 60,
    report: [
      { outcome: 'skipped', where: 'tools.json: tool 12', why: 'It has no name.' },
      { outcome: 'skipped', where: 'tools.json: tool 19', why: 'It has no name.' },
      {
        outcome: 'altered',
        where: 'tools.json: tool 33',
        entry: 'read file',
        why: 'Names with spaces are accepted by no provider.',
        fix: 'It is kept as read_file; rename it at its source.',
      },
      { outcome: 'notice', where: 'tools.json', why: 'The file began with a byte-order mark.' },
    ],
    base: 'commit 4',
  }),
  'import.changes': ({ kind, offset = 0, limit = 20 }) => {
    const rows = importChanges[kind]
    return { total: rows.length, rows: rows.slice(offset, offset + limit) }
  },
  'import.columns': ({ kind }) => ({
    columns: ['tool', 'text', 'labels'],
    rows: [['send_email', 'Sends an e-mail', 'mail']],
    mapping: kind === 'golden-set' ? { tools: 'tool' } : { name: 'tool' },
  }),
}
