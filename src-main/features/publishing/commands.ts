import type { ActionAnswer } from '../actions'
import { PublishInput } from './publish-workspace'
import { columnsCsv } from '../../contract/columns/column'
import { PUBLISHED_COLUMNS } from './shared/columns'
import { actions } from '../actions'
import { PLACES_COMPARED } from '../../domain/workspace/published'
import { command } from '../../hosts/cli/command'
import { columnsText, plainText } from '../../hosts/cli/print-table'

const PLACES =
  'Credentials are read from the environment alone, such as AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL, or LANCEDB_API_KEY and LANCEDB_HOST for db://. See pegboard help publishing.'

const publish = command({
  summary: 'publish the workspace as it is now, for servers on any machine to read',
  args: ['address'],
  input: PublishInput.shape,
  asksModels: true,
  note: PLACES,
  run: (session, { address, ...given }) =>
    session.request('publishing.publish', { ...given, address: session.place(address) }),
  print: publishedLines,
})

const published = command({
  summary: 'list what is published at an address',
  args: ['address'],
  input: actions['publishing.list'].input.shape,
  note: PLACES,
  run: (session, { address }) =>
    session.request('publishing.list', { address: session.place(address) }),
  print: ({ snapshots }) => columnsText(PUBLISHED_COLUMNS, snapshots),
  csv: ({ snapshots }) => columnsCsv(PUBLISHED_COLUMNS, snapshots),
})

const rollback = command({
  summary: 'have an older published snapshot answer again, or a newer one',
  args: ['address', 'number'],
  input: actions['publishing.rollback'].input.shape,
  note: PLACES,
  run: (session, { address, number }) =>
    session.request('publishing.rollback', { address: session.place(address), number }),
  print: ({ snapshots }) => {
    const now = snapshots.find(({ isCurrent }) => isCurrent)
    return `Snapshot ${now?.number ?? ''} answers now. Servers take it up within seconds.`
  },
})

function publishedLines({
  address,
  snapshot,
  ...of
}: ActionAnswer<'publishing.publish'>): string[] {
  const { number, tools } = snapshot
  return [
    `Published as snapshot ${number} of ${address}: ${tools} tools, ${of.vectors} vectors, in ${(of.elapsedMs / 1000).toFixed(1)} s.`,
    ...(of.withoutVectors === undefined
      ? []
      : [`Its vectors did not go along: ${plainText(of.withoutVectors)}`]),
    ...(of.removed.length > 0 ? [`Removed: ${of.removed.join(', ')}.`] : []),
    ...inPlaceLines(snapshot),
    ...figuresLines(snapshot.figures),
    `To serve it: pegboard mcp --workspace ${address}`,
  ]
}

function inPlaceLines({
  inPlace,
  worksWith: { recipe },
}: ActionAnswer<'publishing.publish'>['snapshot']): string[] {
  if (!inPlace) return []
  const recalls = inPlace.map(
    ({ recipe, recall, queries }) => `${recipe} ${shareText(recall)} (${queries} queries)`,
  )
  const isMeasured = inPlace.some((each) => each.recipe === recipe)
  return [
    'It is searched where it lies.',
    ...(recalls.length === 0
      ? []
      : [
          `Of the first ${PLACES_COMPARED} tools that memory finds, found there: ${recalls.join(', ')}.`,
        ]),
    ...(isMeasured
      ? []
      : [
          `How much ${recipe} finds there was not measured: it asks a model, or a search failed meanwhile.`,
        ]),
  ]
}

const shareText = (share: number): string => share.toFixed(3).replace(/^0/, '')

function figuresLines(
  figures: ActionAnswer<'publishing.publish'>['snapshot']['figures'],
): string[] {
  if (!figures)
    return ['No whole run of its recipe is kept here: no figures go along. See pegboard eval.']
  if (!figures.isStale) return []
  return [
    'Its figures are from before the catalog was changed. To publish those of now, evaluate first.',
  ]
}

export const commands = { publish, published, rollback }
