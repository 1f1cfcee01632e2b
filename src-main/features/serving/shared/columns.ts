import type { ToolId } from '../../../domain/tool/tool'
import type { SearchOutcome } from '../../../domain/served/follow-up'
import type { AlwaysLoadedTool, ServedRow } from './answers'
import type { Columns } from '../../../contract/columns/column'

/** What became of a search, in words. */
export const OUTCOME_WORDS: Readonly<Record<SearchOutcome, string>> = {
  called: 'called',
  tried: 'call failed',
  fetched: 'definition fetched',
  'asked again': 'asked again',
  'nothing taken': 'nothing taken',
  open: 'just now',
  unseen: 'calls not seen',
  failed: 'failed',
}

/** What is told of a request of an agent. */
export const SERVED_COLUMNS = {
  at: { title: 'When', value: ({ at }) => `${at.replace('T', ' ').slice(0, 19)}Z` },
  client: { title: 'Client', value: ({ client }) => client },
  asked: { title: 'Asked', value: askedText },
  tools: { title: 'Tools', kind: 'tools', value: ({ tools }) => tools },
  taken: { title: 'Taken', kind: 'tools', value: takenOf },
  outcome: { title: 'Then', value: (row) => shortened(outcomeText(row)) },
  tokens: { title: 'Tokens', kind: 'count', value: ({ tokens }) => tokens },
  ms: { title: 'Took', unit: 'ms', kind: 'milliseconds', value: ({ ms }) => ms },
  id: { title: 'Id', value: ({ id }) => id },
} as const satisfies Columns<ServedRow>

/** What is told of a tool that is better in every prompt. */
export const ALWAYS_COLUMNS = {
  tool: { title: 'Tool', kind: 'tools', value: ({ tool }) => [tool] },
  sessions: { title: 'Sessions', value: ({ ofSessions }) => percent(ofSessions) },
  queries: { title: 'Golden queries', value: ({ ofQueries }) => percent(ofQueries) },
  tokens: { title: 'Prompt tokens', kind: 'tokens', value: ({ tokens }) => tokens },
} as const satisfies Columns<AlwaysLoadedTool>

const percent = (share: number | undefined): string =>
  share === undefined ? '' : `${Math.round(share * 100)} %`

/** What was asked for: a query in its own words, else names. */
export function askedText({ did, query, tools, unknown = [] }: ServedRow): string {
  if (did === 'search') return query ?? ''
  const names = [...tools.map(({ name }) => name), ...unknown.map((name) => `${name} (unknown)`)]
  return `${did === 'get' ? 'definition of' : 'call of'} ${names.join(', ')}`
}

/** Each tool once, those that were called first. */
function takenOf({ called = [], fetched = [] }: ServedRow) {
  const isCalled = (tool: ToolId) => called.some((each) => each.tool === tool)
  return [...called, ...fetched.filter(({ tool }) => !isCalled(tool))]
}

export function outcomeText({ outcome, fault, again }: ServedRow): string | undefined {
  if (fault !== undefined) return `failed: ${fault}`
  if (outcome === 'asked again' && again !== undefined) return `asked again: ${again}`
  return outcome && OUTCOME_WORDS[outcome]
}

/** Characters of what is said in a column; a request that is opened says all. */
const LONGEST = 60
const shortened = (text: string | undefined): string | undefined =>
  text !== undefined && text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
