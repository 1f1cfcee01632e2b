import { LoggedText, LoggedTools } from '../../contract/logged-queries'
import type { Bundle } from '../../domain/query/bundle'
import { bundleOf, loggedText } from '../../domain/query/logged-queries'
import { shortQuery } from '../../domain/query/short-query'
import { Problem } from '../../domain/problem'
import type { ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../../app/workspaces/catalog'
import type { Session } from '../../app/workspaces/session'
import { changeHistory } from '../../app/logged-queries/change-logged'
import { contentOf, loggedId } from '../../app/logged-queries/settle-logged'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import type { HistoryEditAnswer, HistoryEditBundleAnswer } from './shared/answers'
import { NOT_THERE } from './shared/not-there'

export const HistoryEditInput = z.object({
  dir: Dir,
  id: z.string().describe('its id as listed'),
  query: LoggedText.optional().meta({ title: 'text', description: 'its new text' }),
  tools: LoggedTools.optional().describe(
    'a tool that it took, in place of those it has; several times',
  ),
})
export type HistoryEditInput = z.output<typeof HistoryEditInput>

export const HistoryEditBundleInput = z.object({
  dir: Dir,
  bundle: LoggedTools,
  tools: LoggedTools,
})
export type HistoryEditBundleInput = z.output<typeof HistoryEditBundleInput>

/** Changes one logged query or its tools. @throws Problem `bad-input`, `not-found`. */
export function editQuery(
  session: Session,
  { id, ...edit }: Omit<HistoryEditInput, 'dir'>,
): Promise<HistoryEditAnswer> {
  if (edit.query === undefined && edit.tools === undefined) {
    throw new Problem(
      'bad-input',
      'Nothing to change.',
      'Say what is to change: its text, or its tools.',
    )
  }
  return changeHistory(session, (bundles, catalog) => {
    const before = bundles.find((bundle) => bundle.id === id)
    if (!before) throw notThere()
    const { query = before.query, tools = before.tools } = edit
    requireTools(catalog, tools, before.tools)
    const after = edited(before, { query, tools })
    const { removed, added } = replaced(bundles, [{ before, after }])
    const isMerged = removed.length > added.length
    return {
      removed,
      added,
      what: `Changed the logged query “${shortQuery(before.query)}”`,
      answer: { id: after.id, merged: isMerged },
    }
  })
}

const notThere = (): Problem =>
  new Problem(
    'not-found',
    NOT_THERE,
    'It was changed or removed meanwhile: look at the list again.',
  )

/** Gives all logged queries of one bundle other tools. @throws Problem `not-found`. */
export const editBundle = (
  session: Session,
  { bundle, tools }: Omit<HistoryEditBundleInput, 'dir'>,
): Promise<HistoryEditBundleAnswer> =>
  changeHistory(session, (bundles, catalog) => {
    requireTools(catalog, tools, bundle)
    const wanted = bundleOf({ tools: bundle })
    const own = bundles.filter((each) => bundleOf(each) === wanted)
    if (own.length === 0) {
      throw new Problem(
        'not-found',
        'No logged query took just these tools.',
        'They were changed or removed meanwhile: look at the list again.',
      )
    }
    const changes = own.map((before) => ({
      before,
      after: edited(before, { query: before.query, tools }),
    }))
    const { removed, added } = replaced(bundles, changes)
    const merged = removed.length - added.length
    const what = `Changed the tools of ${loggedText(removed.length)}`
    return { removed, added, what, answer: { edited: added.length, merged } }
  })

/** What it took before may be gone from the catalog; what it is said to take now may not. */
function requireTools(catalog: Catalog, tools: readonly ToolId[], before: readonly ToolId[]): void {
  for (const id of tools) if (!before.includes(id)) catalog.tool(id)
}

const edited = (before: Bundle, { query, tools }: Pick<Bundle, 'query' | 'tools'>): Bundle => ({
  ...before,
  id: loggedId({ query, tools }),
  query,
  tools: [...new Set(tools)],
})

/**
 * What goes and what comes: an edit that says what another says already only goes; one that changes
 * nothing does neither.
 */
function replaced(
  bundles: readonly Bundle[],
  changes: readonly { before: Bundle; after: Bundle }[],
): { removed: Bundle[]; added: Bundle[] } {
  const going = new Set(changes.map(({ before }) => before.id))
  const known = new Set(bundles.filter(({ id }) => !going.has(id)).map(contentOf))
  const removed: Bundle[] = []
  const added: Bundle[] = []
  for (const { before, after } of changes) {
    const isSame =
      JSON.stringify([before.query, before.tools]) === JSON.stringify([after.query, after.tools])
    if (isSame) {
      known.add(contentOf(before))
      continue
    }
    removed.push(before)
    if (known.has(contentOf(after))) continue
    known.add(contentOf(after))
    added.push(after)
  }
  return { removed, added }
}
