import type { ActionAnswer } from '../../../features/actions'
import { Dir } from '../../../contract/workspace'
import { SECTION_NAMES } from '../../../domain/tool/component-names'
import { ToolId } from '../../../domain/tool/tool'
import { command } from '../command'
import { plainText, tableText } from '../print-table'
import type { CommandSession } from '../session'
import { tokensText } from '../tokens-text'

export const list = command({
  summary: 'list the workspaces, or what one of them holds',
  input: { dir: Dir.optional() },
  run: async (session, { dir }) =>
    dir === undefined
      ? { all: await session.request('workspace.list', {}) }
      : { one: await held(session, dir) },
  json: ({ all, one }) => all ?? one,
  print: ({ all, one }) => (all ? workspacesText(all) : heldLines(one)),
})

export const show = command({
  summary: 'show one tool: its definition and its tool document',
  args: ['id'],
  names: { id: 'tool' },
  input: { dir: Dir, id: ToolId.describe('the tool’s id') },
  async run(session, { dir, id }) {
    const tool = await session.request('catalog.tool', { dir, id })
    return { ...tool, document: await session.request('catalog.document', { dir, id }) }
  },
  print: ({ document, ...tool }) => [...definitionLines(tool), ...documentLines(document)],
})

function workspacesText(all: ActionAnswer<'workspace.list'>): string {
  if (all.length === 0) {
    return 'No workspace yet. Create one with: pegboard import <path> --workspace DIR'
  }
  const rows = all.map(({ name, dir, info, problem }) => [
    plainText(name),
    info ? String(info.tools) : '',
    info ? String(info.goldenSets) : '',
    problem ? plainText(problem.message) : dir,
  ])
  return tableText(['workspace', 'tools', 'golden sets', 'folder'], rows)
}

const held = async (session: CommandSession, dir: string) => ({
  ...(await session.request('workspace.read', { dir })),
  goldenSets: await session.request('golden.list', { dir }),
  facets: await session.request('catalog.facets', { dir }),
  runs: await session.request('evaluation.runs', { dir }),
})

const heldLines = (workspace: Awaited<ReturnType<typeof held>>): string[] => [
  `${plainText(workspace.name)}: ${workspace.tools} tools (${tokensText(workspace.facets)} prompt tokens), ` +
    `${workspace.bundles} bundles, ${workspace.runs.length} runs, revision ${workspace.revision}.`,
  ...workspace.goldenSets.map(
    ({ name, queries, distinctTools }) =>
      `  golden set “${plainText(name)}”: ${queries} queries naming ${distinctTools} different tools`,
  ),
]

function definitionLines(tool: ActionAnswer<'catalog.tool'>): string[] {
  const { entry, definition, imported } = tool
  const lines = [
    plainText(entry.tool.id),
    `what the agent is sent (${tokensText(tool)} tokens):`,
    indented(definition),
  ]
  if (!imported || imported.definition === definition) return lines
  const title = `\nas imported (${tokensText(imported)} tokens):`
  return [...lines, title, indented(imported.definition)]
}

const documentLines = (document: ActionAnswer<'catalog.document'>): string[] => [
  `\ntool document (${tokensText({ ...document, promptTokens: document.tokens })} tokens):`,
  ...document.sections.flatMap(({ section, text, inWords, inMeaning }) => [
    `${SECTION_NAMES[section]} (${inWords} in words, ${inMeaning} in meaning):`,
    indented(text),
  ]),
  ...document.passedOver.map(
    (shared) => `passed over, as many tools share it: ${plainText(shared)}`,
  ),
  ...document.notices.map((notice) => `${notice}.`),
]

/** Each line as plain text behind the spaces that it begins with. */
const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => ' '.repeat(line.length - line.trimStart().length) + plainText(line.trim()))
    .join('\n')
