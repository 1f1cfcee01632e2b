import type { ActionAnswer } from '../actions'
import { columnsCsv } from '../../contract/columns/column'
import { ALWAYS_COLUMNS, SERVED_COLUMNS } from './shared/columns'
import { Dir } from '../../contract/workspace'
import { asks, command, itsChange, withoutChange, type CommandGroup } from '../../hosts/cli/command'
import { text } from '../../hosts/cli/flags'
import { columnsText, listLines, plainText } from '../../hosts/cli/print-table'
import { saveOffered } from '../../hosts/cli/save-offered'

const served: CommandGroup = {
  summary:
    'what served agents asked and took: list, learn from it, replay, what to load always, export, forget',
  byDefault: 'list',
  commands: {
    list: asks('served.list', {
      csv: ({ rows }) => columnsCsv(SERVED_COLUMNS, rows),
      print: async (answer, { dir }, session) =>
        listed(answer, await session.request('served.sums', { dir })),
    }),
    log: asks('served.log', {
      names: { ids: 'id', preview: 'dry-run' },
      print: ({ added, merged, gone }, { preview }) => [
        `${added} logged ${added === 1 ? 'query' : 'queries'} ${preview ? 'would be added' : 'added'}.`,
        ...(merged > 0 ? [`${merged} there already with the same tools.`] : []),
        ...(gone > 0 ? [`${gone} left out: their tools are gone from the catalog.`] : []),
      ],
      json: withoutChange,
    }),
    replay: asks('served.replay', {
      names: { set: 'golden' },
      print: replayed,
      undo: itsChange,
    }),
    always: asks('served.always', {
      csv: ({ tools }) => columnsCsv(ALWAYS_COLUMNS, tools),
      print: alwaysText,
    }),
    export: command({
      summary: 'write all kept requests to a file, one JSON object a line',
      input: {
        dir: Dir,
        output: text('file', 'the file to write; default: served-requests.jsonl'),
      },
      async run(session, { dir, output }) {
        const offered = await session.request('served.export', { dir })
        const path = session.path(output ?? offered.name)
        await saveOffered(session, offered, path)
        return { path, bytes: offered.size }
      },
      print: () => [],
    }),
    forget: asks('served.forget', {
      print: ({ forgotten }) =>
        `${forgotten} ${forgotten === 1 ? 'request' : 'requests'} forgotten. Logged queries made of them stay.`,
    }),
  },
}

function listed(
  { rows, total }: ActionAnswer<'served.list'>,
  { counts, bytes, most, wordings = [] }: ActionAnswer<'served.sums'>,
): string[] {
  if (counts.all === 0) return ['No agent has asked yet. See pegboard mcp --for CLIENT.']
  const { at, client, asked, taken, outcome, tokens, ms, id } = SERVED_COLUMNS
  const megabytes = (size: number) => (size / (1 << 20)).toFixed(1)
  return [
    ...listLines(
      { id, at, client, asked, taken, outcome, tokens, ms },
      { rows, total, none: 'Nothing matches.' },
    ),
    `${counts.all} requests, ${counts.searches} of them searches: ${counts.called} called, ${counts.tried} whose call failed, ${counts.fetched} fetched, ${counts['asked again']} asked again, ${counts['nothing taken']} nothing taken, ${counts.failed} failed.`,
    ...wordings.map(
      (each) =>
        `Described as ${each.wording}: of ${each.searches} searches ${each.taken} took a tool.`,
    ),
    `${megabytes(bytes)} of at most ${megabytes(most.bytes)} MB, for ${most.days} days.`,
  ]
}

function alwaysText({
  sessions,
  queries,
  fewest,
  share,
  tools,
  tokens,
  tokenizer,
}: ActionAnswer<'served.always'>): string[] {
  const by = `By ${sessions} sessions in which tools were fetched or called, and ${queries} golden queries of development sets.`
  if (tools.length === 0) {
    const few = sessions < fewest.sessions && queries < fewest.queries
    const why = few
      ? `That is too few: ${fewest.sessions} sessions, or ${fewest.queries} queries, say something.`
      : `No tool is used in ${Math.round(share * 100)} % of either: search for all of them.`
    return [by, why]
  }
  return [
    columnsText(ALWAYS_COLUMNS, tools),
    `In every prompt these cost ${tokens} tokens (${tokenizer}), and need no search.`,
    by,
  ]
}

function replayed({ set, queries, left, gone }: ActionAnswer<'served.replay'>): string[] {
  return [
    `“${plainText(set)}” holds the ${queries} ${queries === 1 ? 'query' : 'queries'} of which agents took tools.`,
    ...(left > 0 ? [`${left} older ones are left out.`] : []),
    ...(gone > 0 ? [`${gone} left out: their tools are gone from the catalog.`] : []),
    `To replay them: pegboard eval --golden '${plainText(set)}' --recipe … --recipe …`,
    'Agents could take only what they were shown, so these queries favour the recipe that served them.',
  ]
}

export const commands = { served }
