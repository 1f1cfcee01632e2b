import { SECTION_NAMES } from '../../../domain/tool/component-names'
import { Option, type Command } from 'commander'
import { resolve } from 'node:path'
import { RunFileFormat } from '../../../contract/evaluation'
import type { ActionAnswer } from '../../../app/actions'
import { EXPORT_FORMAT_IDS } from '../../../app/format-ids'
import { ExportNames } from '../../../domain/catalog/export'
import { Problem } from '../../../domain/problem'
import { several } from '../arguments'
import { chosenTools, type ChosenToolsFlags } from '../chosen-tools'
import {
  exportCheck,
  exportChoice,
  type CatalogExportFlags,
  type ExportPlace,
} from '../export-check'
import { plainText, tableText } from '../print-table'
import { findRun } from '../run-choice'
import { offeredBytes, saveOffered } from '../save-offered'
import type { CommandSession, Run } from '../session'
import { tokensText } from '../tokens-text'

interface ExportFlags extends CatalogExportFlags, ChosenToolsFlags {
  workspace: string
  output?: string
  mapping?: string
  golden?: string
  run?: string
  archive?: boolean
}

const GOLDEN_FORMATS = ['json', 'csv'] as const
const RUN_FORMATS = RunFileFormat.options

interface ListFlags {
  workspace?: string
  json?: boolean
}

export function addCatalogCommands(program: Command, run: Run): void {
  program
    .command('export')
    .description('write the catalog, a golden set, a run or the whole workspace to a file')
    .requiredOption('--workspace <dir>', 'the workspace')
    .addOption(
      new Option(
        '--format <format>',
        'the catalog’s format, default openai; for a golden set json or csv, default json; for a run csv, or what trec_eval reads: trec-run, trec-qrels',
      ).choices([...new Set([...EXPORT_FORMAT_IDS, ...GOLDEN_FORMATS, ...RUN_FORMATS])]),
    )
    .option('--tool <id>', 'only this tool; may be repeated', several)
    .option('--search <words>', 'only tools that hold these words')
    .option('--server <name>', 'only tools of this server; may be repeated', several)
    .option('--tag <tag>', 'only tools with this tag; may be repeated', several)
    .option('--with-author-layer', 'descriptions as the author wrote them for retrieval')
    .addOption(
      new Option(
        '--names <names>',
        'what tools are called: server__name is unique over servers and within the provider’s limits',
      ).choices(ExportNames.options),
    )
    .option('--mapping <file>', 'where to write which tool each such name stands for')
    .option('--check', 'say what the provider would refuse, write nothing; exit code 1 if anything')
    .option('--json', 'with --check: print one JSON object')
    .option('--golden <name>', 'a golden set instead of the catalog')
    .option('--run <id>', 'the queries of a run instead of the catalog, by the beginning of its id')
    .option('--archive', 'the whole workspace as one file')
    .option('--output <file>', 'where to write; default: standard output')
    .action((flags: ExportFlags) => run((session) => exportTo(session, flags)))
  program
    .command('list')
    .description('list the workspaces, or what one of them holds')
    .option('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((flags: ListFlags) =>
      run((session) =>
        flags.workspace
          ? listWorkspace(session, flags.workspace, flags.json)
          : listAll(session, flags.json),
      ),
    )
  program
    .command('show')
    .description('show one tool: its definition and its tool document')
    .argument('<tool>', 'the tool’s id')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((id: string, flags: ShowFlags) => run((session) => showTool(session, id, flags)))
}

interface ShowFlags {
  workspace: string
  json?: boolean
}

async function showTool(session: CommandSession, id: string, flags: ShowFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const tool = await session.request('catalog.tool', { dir, id })
  const document = await session.request('catalog.document', { dir, id: tool.entry.tool.id })
  if (flags.json) return session.printJson({ ...tool, document })
  session.print(plainText(tool.entry.tool.id))
  session.print(`what the agent is sent (${tokensText(tool)} tokens):`)
  session.print(tool.definition.split('\n').map(plainTextLine).join('\n'))
  if (tool.imported && tool.imported.definition !== tool.definition) {
    session.print(`\nas imported (${tokensText(tool.imported)} tokens):`)
    session.print(tool.imported.definition.split('\n').map(plainTextLine).join('\n'))
  }
  session.print(
    `\ntool document (${tokensText({ ...document, promptTokens: document.tokens })} tokens):`,
  )
  for (const { section, text, inWords, inMeaning } of document.sections) {
    session.print(`${SECTION_NAMES[section]} (${inWords} in words, ${inMeaning} in meaning):`)
    session.print(text.split('\n').map(plainTextLine).join('\n'))
  }
  for (const shared of document.passedOver) {
    session.print(`passed over, as many tools share it: ${plainText(shared)}`)
  }
  for (const notice of document.notices) session.print(`${notice}.`)
}

const plainTextLine = (line: string): string =>
  `${' '.repeat(line.length - line.trimStart().length)}${plainText(line.trim())}`

async function exportTo(session: CommandSession, flags: ExportFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const isCatalog = !flags.archive && flags.golden === undefined && flags.run === undefined
  if (isCatalog) requireMapping(flags)
  const ids = isCatalog ? await chosenTools(session, dir, flags) : undefined
  if (isCatalog) {
    await exportCheck(session, { dir, ids }, flags)
    if (flags.check) return
  }
  const offered = await offer(session, { dir, ids }, flags)
  await write(session, offered, flags.output)
  if (offered.names && flags.mapping) {
    await write(session, offered.names, flags.mapping)
  }
}

function requireMapping({ names, mapping, check }: ExportFlags): void {
  if (names !== 'server__name' || mapping !== undefined || check) return
  throw new Problem(
    'bad-input',
    'Without a mapping, a call of such a name leads back to no tool.',
    'Add --mapping FILE, which says what tool each name stands for.',
  )
}

async function write(
  session: CommandSession,
  offered: { file: string },
  output: string | undefined,
): Promise<void> {
  if (output) return saveOffered(session, offered, resolve(session.terminal.cwd(), output))
  session.terminal.stdout.write(await offeredBytes(session, offered))
}

async function offer(
  session: CommandSession,
  { dir, ids }: ExportPlace,
  flags: ExportFlags,
): Promise<ActionAnswer<'catalog.export'>> {
  if (flags.archive) return session.request('workspace.export', { dir })
  if (flags.golden !== undefined) {
    const wanted = flags.format ?? 'json'
    const format = GOLDEN_FORMATS.find((known) => known === wanted)
    if (format) return session.request('golden.export', { dir, set: flags.golden, format })
    throw new Problem(
      'bad-input',
      `A golden set is not written as “${wanted}”.`,
      `Use one of: ${GOLDEN_FORMATS.join(', ')}.`,
    )
  }
  if (flags.run !== undefined) return offerRun(session, { dir, given: flags.run }, flags)
  return session.request('catalog.export', { dir, ids, ...exportChoice(flags) })
}

async function offerRun(
  session: CommandSession,
  { dir, given }: { dir: string; given: string },
  { format: wanted = 'csv' }: ExportFlags,
): Promise<ActionAnswer<'evaluation.export'>> {
  const format = RUN_FORMATS.find((known) => known === wanted)
  if (format) {
    const { id } = await findRun(session, dir, given)
    return session.request('evaluation.export', { dir, run: id, format })
  }
  const fix = `Use one of: ${RUN_FORMATS.join(', ')}.`
  throw new Problem('bad-input', `A run is not written as “${wanted}”.`, fix)
}

async function listAll(session: CommandSession, json = false): Promise<void> {
  const entries = await session.request('workspace.list', {})
  if (json) return session.printJson(entries)
  if (entries.length === 0) {
    return session.print(
      'No workspace yet. Create one with: pegboard import <path> --workspace DIR',
    )
  }
  const rows = entries.map(({ name, dir, info, problem }) => [
    plainText(name),
    info ? String(info.tools) : '',
    info ? String(info.goldenSets) : '',
    problem ? plainText(problem.message) : dir,
  ])
  session.print(tableText(['workspace', 'tools', 'golden sets', 'folder'], rows))
}

async function listWorkspace(session: CommandSession, given: string, json = false): Promise<void> {
  const dir = await session.workspace(given)
  const info = await session.request('workspace.read', { dir })
  const goldenSets = await session.request('golden.list', { dir })
  const facets = await session.request('catalog.facets', { dir })
  const runs = await session.request('evaluation.runs', { dir })
  if (json) return session.printJson({ ...info, goldenSets, facets, runs })
  session.print(
    `${plainText(info.name)}: ${info.tools} tools (${tokensText(facets)} prompt tokens), ` +
      `${info.bundles} bundles, ${runs.length} runs, revision ${info.revision}.`,
  )
  for (const { name, queries, distinctTools } of goldenSets) {
    session.print(
      `  golden set “${plainText(name)}”: ${queries} queries naming ${distinctTools} different tools`,
    )
  }
}
