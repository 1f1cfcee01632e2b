import type { Command } from 'commander'
import { resolve } from 'node:path'
import type { RouteOutput } from '../../../contract/routes'
import { saveFile } from '../../../compose'
import { plainText, tableText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface ExportFlags {
  workspace: string
  format?: string
  output?: string
  withAuthorLayer?: boolean
  golden?: string
  archive?: boolean
}

interface ListFlags {
  workspace?: string
  json?: boolean
}

export function addCatalogCommands(program: Command, run: Run): void {
  program
    .command('export')
    .description('write the catalog, a golden set or the whole workspace to a file')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--format <format>', 'the catalog’s format, or csv or json for a golden set')
    .option('--with-author-layer', 'descriptions as the author wrote them for retrieval')
    .option('--golden <name>', 'a golden set instead of the catalog')
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
    .action((id: string, flags: { workspace: string; json?: boolean }) =>
      run(async (session) => {
        const dir = await session.workspace(flags.workspace)
        const tool = await session.request('catalog.tool', { dir, id })
        const document = await session.request('catalog.document', { dir, id: tool.entry.tool.id })
        if (flags.json) return session.printJson({ ...tool, document })
        session.print(plainText(tool.entry.tool.id))
        session.print(`model-facing definition (${tool.promptTokens} tokens):`)
        session.print(tool.definition.split('\n').map(plainTextLine).join('\n'))
        session.print(`\ntool document (${document.tokens} tokens):`)
        session.print(document.text.split('\n').map(plainTextLine).join('\n'))
      }),
    )
}

const plainTextLine = (line: string): string =>
  `${' '.repeat(line.length - line.trimStart().length)}${plainText(line.trim())}`

async function exportTo(session: CommandSession, flags: ExportFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const offered = await offer(session, dir, flags)
  const pieces: Uint8Array[] = []
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const piece: RouteOutput<'files.read'> = await session.request('files.read', {
      file: offered.file,
      offset,
    })
    pieces.push(Buffer.from(piece.bytes, 'base64'))
    offset = piece.next
  }
  if (!flags.output) {
    for (const piece of pieces) session.terminal.stdout.write(piece)
    return
  }
  const file = resolve(session.terminal.cwd(), flags.output)
  await saveFile(file, Buffer.concat(pieces))
  session.remark(`Wrote ${file}`)
}

async function offer(session: CommandSession, dir: string, flags: ExportFlags) {
  if (flags.archive) return session.request('workspace.export', { dir })
  if (flags.golden !== undefined) {
    const format = flags.format === 'csv' ? 'csv' : 'json'
    return session.request('golden.export', { dir, set: flags.golden, format })
  }
  const { withAuthorLayer = false, format = 'openai' } = flags
  return session.request('catalog.export', { dir, format, withAuthorLayer })
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
    `${plainText(info.name)}: ${info.tools} tools (${facets.promptTokens} prompt tokens), ` +
      `${info.bundles} bundles, ${runs.length} runs, revision ${info.revision}.`,
  )
  for (const { name, queries, distinctTools } of goldenSets) {
    session.print(
      `  golden set “${plainText(name)}”: ${queries} queries naming ${distinctTools} different tools`,
    )
  }
}
