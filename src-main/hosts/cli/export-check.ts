import type { ActionInput, ActionAnswer } from '../../app/actions'
import type { ExportNames } from '../../domain/catalog/export'
import { Problem } from '../../domain/problem'
import { plainText } from './print-table'
import type { CommandSession } from './session'

/** How a catalog is to be exported, as flags. */
export interface CatalogExportFlags {
  format?: string
  withAuthorLayer?: boolean
  names?: ExportNames
  check?: boolean
  json?: boolean
}

/** The workspace, and the tools of it where not all are meant. */
export type ExportPlace = Pick<ActionInput<'catalog.export'>, 'dir' | 'ids'>

export const exportChoice = ({
  format = 'openai',
  withAuthorLayer,
  names,
}: CatalogExportFlags) => ({
  format,
  withAuthorLayer,
  names,
})

/** Findings shown beside an export; `--check` shows all that the app gives. */
const FINDINGS_SHOWN = 10

/**
 * Says what the provider would refuse of an export: on stderr beside one, on stdout where it is all that was asked.
 * @throws Problem where it was asked and there is something.
 */
export async function exportCheck(
  session: CommandSession,
  place: ExportPlace,
  flags: CatalogExportFlags,
): Promise<void> {
  const checked = await session.request('catalog.checkExport', { ...place, ...exportChoice(flags) })
  if (!flags.check) {
    const lines = checked.total > 0 ? linesOf(checked, FINDINGS_SHOWN) : []
    for (const line of lines) session.terminal.stderr.write(`${line}\n`)
    return
  }
  if (flags.json) session.printJson(checked)
  else for (const line of linesOf(checked, checked.findings.length)) session.print(line)
  if (checked.total > 0) throw refused(checked)
}

type Checked = ActionAnswer<'catalog.checkExport'>

function linesOf({ provider, total, tools, findings }: Checked, most: number): string[] {
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
