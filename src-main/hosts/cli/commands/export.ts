import { z } from 'zod'
import type { ActionAnswer } from '../../../features/actions'
import { EXPORT_FORMAT_IDS } from '../../../app/importing/format-ids'
import { RunFileFormat } from '../../../contract/evaluation'
import { Dir } from '../../../contract/workspace'
import { ExportNames } from '../../../domain/catalog/export'
import { exportVerdict, FINDING_WORDS } from '../../../domain/catalog/export-words'
import { Problem } from '../../../domain/problem'
import type { ToolId } from '../../../domain/tool/tool'
import { chosenTools, TOOL_FLAGS, type ChosenTools } from '../chosen-tools'
import { command } from '../command'
import { text } from '../flags'
import { plainText } from '../print-table'
import { findRun } from '../run-choice'
import { offeredBytes, saveOffered } from '../save-offered'
import type { CommandSession } from '../session'

const GOLDEN_FORMATS = ['json', 'csv'] as const
const RUN_FORMATS = RunFileFormat.options

export const exportFile = command({
  summary: 'write the catalog, a golden set, a run or the whole workspace to a file',
  input: {
    dir: Dir,
    format: z
      .enum([...new Set([...EXPORT_FORMAT_IDS, ...GOLDEN_FORMATS, ...RUN_FORMATS])])
      .optional()
      .describe(
        'the catalog’s format, default openai; for a golden set json or csv, default json; for a run csv, or what trec_eval reads: trec-run, trec-qrels',
      ),
    ...TOOL_FLAGS,
    withAuthorLayer: z
      .boolean()
      .optional()
      .describe('descriptions as the author wrote them for retrieval'),
    names: ExportNames.optional().describe(
      'what tools are called: server__name is unique over servers and within the provider’s limits',
    ),
    strict: z
      .boolean()
      .optional()
      .describe('for openai and openai-responses: write strict, and check OpenAI’s strict subset'),
    deferLoading: z
      .boolean()
      .optional()
      .describe(
        'for openai-responses and anthropic: write defer_loading, and add the provider’s tool search',
      ),
    mapping: text('file', 'where to write which tool each of these names means'),
    check: z
      .boolean()
      .optional()
      .describe(
        'only list what the provider would refuse and what would get lost, and write nothing; exit code 1 if anything is refused',
      ),
    golden: text('name', 'a golden set instead of the catalog'),
    run: text('id', 'the queries of a run instead of the catalog, by the beginning of its id'),
    archive: z.boolean().optional().describe('the whole workspace as one file'),
    output: text('file', 'where to write; default: standard output'),
  },
  run: exportTo,
  json: ({ checked }) => checked,
  print: ({ checked }) => (checked ? checkLines(checked, checked.findings.length) : []),
  failure: ({ checked }) => (checked && checked.refused > 0 ? refused(checked) : undefined),
})

interface Asked extends ChosenTools {
  dir: string
  format: string | undefined
  withAuthorLayer: boolean | undefined
  names: ExportNames | undefined
  strict: boolean | undefined
  deferLoading: boolean | undefined
  mapping: string | undefined
  check: boolean | undefined
  golden: string | undefined
  run: string | undefined
  archive: boolean | undefined
  output: string | undefined
}

type Checked = ActionAnswer<'catalog.checkExport'>

/** What was checked, where that is all that was asked. */
async function exportTo(session: CommandSession, asked: Asked): Promise<{ checked?: Checked }> {
  const isCatalog = !asked.archive && asked.golden === undefined && asked.run === undefined
  if (isCatalog) requireMapping(asked)
  else refuseSwitches(asked)
  const ids = isCatalog ? await chosenTools(session, asked.dir, asked) : undefined
  if (isCatalog) {
    const choice = catalogChoice(asked, ids)
    const checked = await session.request('catalog.checkExport', choice)
    if (asked.check) return { checked }
    const lines = checked.total > 0 ? checkLines(checked, FINDINGS_SHOWN) : []
    for (const line of lines) session.remark(line)
  }
  const offered = await offer(session, asked, ids)
  await write(session, offered, asked.output)
  if (offered.names && asked.mapping) await write(session, offered.names, asked.mapping)
  return {}
}

const catalogChoice = (
  { dir, format = 'openai', withAuthorLayer, names, strict, deferLoading }: Asked,
  ids: ToolId[] | undefined,
) => ({ dir, ids, format, withAuthorLayer, names, strict, deferLoading })

function requireMapping({ names, mapping, check }: Asked): void {
  if (names !== 'server__name' || mapping !== undefined || check) return
  throw new Problem(
    'bad-input',
    'Without a mapping, a call by such a name leads to no tool.',
    'Add --mapping FILE, which says what tool each name means.',
  )
}

function refuseSwitches({ strict, deferLoading }: Asked): void {
  if (!strict && !deferLoading) return
  throw new Problem(
    'bad-input',
    `Only a catalog is exported with --${strict ? 'strict' : 'defer-loading'}.`,
    'Leave it out.',
  )
}

async function write(
  session: CommandSession,
  offered: { file: string },
  output: string | undefined,
): Promise<void> {
  if (output) return saveOffered(session, offered, session.path(output))
  session.terminal.stdout.write(await offeredBytes(session, offered))
}

async function offer(
  session: CommandSession,
  asked: Asked,
  ids: ToolId[] | undefined,
): Promise<ActionAnswer<'catalog.export'>> {
  const { dir, archive, golden: set, run } = asked
  if (archive) return session.request('workspace.export', { dir })
  if (set !== undefined) {
    const format = oneOf(GOLDEN_FORMATS, asked.format ?? 'json', 'A golden set')
    return session.request('golden.export', { dir, set, format })
  }
  if (run !== undefined) {
    const format = oneOf(RUN_FORMATS, asked.format ?? 'csv', 'A run')
    const { id } = await findRun(session, dir, run)
    return session.request('evaluation.export', { dir, run: id, format })
  }
  return session.request('catalog.export', catalogChoice(asked, ids))
}

function oneOf<Format extends string>(
  formats: readonly Format[],
  wanted: string,
  what: string,
): Format {
  const format = formats.find((known) => known === wanted)
  if (format) return format
  const fix = `Use one of: ${formats.join(', ')}.`
  throw new Problem('bad-input', `${what} is not written as “${wanted}”.`, fix)
}

/** Findings shown beside an export; `--check` shows all that the app gives. */
const FINDINGS_SHOWN = 10

function checkLines(checked: Checked, most: number): string[] {
  const { provider, total, findings } = checked
  if (provider === undefined) return ['This format goes to no provider; there is nothing to check.']
  const shown = findings.slice(0, most).map(({ kind, tool, why, fix }) => {
    const told = kind === 'refused' ? why : `${FINDING_WORDS[kind]}: ${why}`
    const parts = [tool, `${told}. ${fix}`].filter((part) => part !== undefined)
    return `  ${plainText(parts.join(' · '))}`
  })
  const more = total > shown.length ? [`  … and ${total - shown.length} more.`] : []
  return [exportVerdict(checked).replace(/\.$/, total > 0 ? ':' : '.'), ...shown, ...more]
}

const refused = ({ provider, refused: count }: Checked): Problem =>
  new Problem('conflict', `${provider ?? 'The provider'} would refuse this: ${count} findings.`)
