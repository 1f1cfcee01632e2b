import { z } from 'zod'
import type { ActionAnswer } from '../../../app/actions'
import { EXPORT_FORMAT_IDS } from '../../../app/importing/format-ids'
import { RunFileFormat } from '../../../contract/evaluation'
import { Dir } from '../../../contract/workspace'
import { ExportNames } from '../../../domain/catalog/export'
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
    mapping: text('file', 'where to write which tool each of these names means'),
    check: z
      .boolean()
      .optional()
      .describe(
        'only list what the provider would refuse, and write nothing; exit code 1 if anything',
      ),
    golden: text('name', 'a golden set instead of the catalog'),
    run: text('id', 'the queries of a run instead of the catalog, by the beginning of its id'),
    archive: z.boolean().optional().describe('the whole workspace as one file'),
    output: text('file', 'where to write; default: standard output'),
  },
  run: exportTo,
  json: ({ checked }) => checked,
  print: ({ checked }) => (checked ? checkLines(checked, checked.findings.length) : []),
  failure: ({ checked }) => (checked && checked.total > 0 ? refused(checked) : undefined),
})

interface Asked extends ChosenTools {
  dir: string
  format: string | undefined
  withAuthorLayer: boolean | undefined
  names: ExportNames | undefined
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
  { dir, format = 'openai', withAuthorLayer, names }: Asked,
  ids: ToolId[] | undefined,
) => ({ dir, ids, format, withAuthorLayer, names })

function requireMapping({ names, mapping, check }: Asked): void {
  if (names !== 'server__name' || mapping !== undefined || check) return
  throw new Problem(
    'bad-input',
    'Without a mapping, a call by such a name leads to no tool.',
    'Add --mapping FILE, which says what tool each name means.',
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

function checkLines({ provider, total, tools, findings }: Checked, most: number): string[] {
  if (provider === undefined) return ['This format goes to no provider; there is nothing to check.']
  if (total === 0) return [`${provider} has nothing to refuse.`]
  const shown = findings.slice(0, most).map(({ tool, why, fix }) => {
    const parts = [tool, `${why}. ${fix}`].filter((part) => part !== undefined)
    return `  ${plainText(parts.join(' · '))}`
  })
  const more = total > shown.length ? [`  … and ${total - shown.length} more.`] : []
  return [`${provider} would refuse ${tools} of these tools as they are:`, ...shown, ...more]
}

const refused = ({ provider, total }: Checked): Problem =>
  new Problem('conflict', `${provider ?? 'The provider'} would refuse this: ${total} findings.`)
