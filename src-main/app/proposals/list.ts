import type { Outdated } from '../../domain/run/outdated'
import { ProposalState, type ProposalsListAnswer, type ProposalRow } from '../../contract/proposal'
import { edgeKey, type EdgeDecision } from '../../domain/proposal/edge-decision'
import { EDGE_RULE, type EdgeProposal } from '../../domain/proposal/edge'
import { carriedText, evidenceText } from '../../domain/proposal/edge-words'
import { ToolId } from '../../domain/tool/tool'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { outdatedSince } from '../evaluation/outdated'
import { containing } from '../requests/containing'
import type { Session } from '../workspaces/session'
import { decisionsOf, isOpen, type Decisions } from './chosen-proposals'
import { lastLook } from './looks'
import { z } from 'zod'
import { SearchText } from '../../contract/search-text'
import { Dir } from '../../contract/workspace'
import { page } from '../../contract/page'

export const ProposalsListInput = z.object({
  dir: Dir,
  state: ProposalState.default('open'),
  /** Only those to or from this tool. */
  tool: ToolId.optional(),
  search: SearchText,
  atLeast: z.number().min(0).max(1).default(0),
  /** `worth`: what most tools gain by; decided ones come newest first. */
  sort: z.enum(['worth', 'probability']).default('worth'),
  ...page(100),
})
export type ProposalsListInput = z.output<typeof ProposalsListInput>

type Input = ProposalsListInput

const RATED_EARLIER: Outdated = {
  of: 'unknown',
  why: 'how sure they are was worked out by the rule of an earlier Pegboard',
}

/** A page of what is proposed, or of what was decided. */
export async function listProposals(
  context: AppContext,
  { dir, ...input }: Input,
  call: Call,
): Promise<ProposalsListAnswer> {
  const session = await context.sessions.of(dir)
  const look = (await lastLook(session))?.info
  const outdated: Outdated[] = look?.on
    ? await outdatedSince(context, { dir, on: look.on }, call)
    : []
  if (look && look.rule !== EDGE_RULE) outdated.push(RATED_EARLIER)
  return {
    ...(await pageOf(session, input)),
    ...(outdated.length > 0 && { outdated }),
  }
}

/** That, without what the look is outdated by. */
export async function pageOf(
  session: Session,
  { state, tool, search, atLeast, sort, offset, limit }: Omit<Input, 'dir'>,
): Promise<ProposalsListAnswer> {
  const catalog = await session.catalog()
  const decisions = await decisionsOf(session)
  const look = await lastLook(session)
  const open = look
    ? [...look.proposals.values()].filter((each) => isOpen(each, { catalog, decisions }))
    : []
  const decided = [...decisions.values()].filter(({ verdict }) => verdict === state)
  const rowFor = edgeRowsOf(catalog, look?.proposals)
  const isWanted = wanted(catalog, { tool, search })
  const found =
    state === 'open'
      ? sorted(open, sort)
          .filter((each) => each.probability >= atLeast && isWanted(each.from, each.edge.on))
          .map((proposal) => () => rowFor(proposal))
      : decided
          .toSorted((a, b) => (a.decidedAt < b.decidedAt ? 1 : -1))
          .filter(({ from, on }) => isWanted(from, on))
          .map((decision) => () => rowFor(decision, decision))
  return {
    ...(look && { look: look.info }),
    total: found.length,
    rows: found.slice(offset, offset + limit).map((row) => row()),
    counts: countsOf(open.length, decisions),
  }
}

const sorted = (proposals: EdgeProposal[], sort: Input['sort']): EdgeProposal[] =>
  sort === 'worth' ? proposals : proposals.toSorted((a, b) => b.probability - a.probability)

const nameIn = (catalog: Catalog, id: ToolId): string =>
  catalog.has(id) ? catalog.tool(id).tool.name : id

function wanted(catalog: Catalog, { tool, search }: Pick<Input, 'tool' | 'search'>) {
  const holds = containing(search)
  return (from: ToolId, on: ToolId): boolean =>
    (tool === undefined || tool === from || tool === on) &&
    holds({ id: `${from} ${on}`, text: `${nameIn(catalog, from)} ${nameIn(catalog, on)}` })
}

/** Makes rows of proposed edges, and of decided ones. */
export function edgeRowsOf(catalog: Catalog, proposals?: ReadonlyMap<string, EdgeProposal>) {
  return (
    { from, edge }: Pick<EdgeProposal, 'from' | 'edge'>,
    decision?: EdgeDecision,
  ): ProposalRow => {
    const proposal = proposals?.get(edgeKey(from, edge.on))
    const onName = nameIn(catalog, edge.on)
    return {
      from,
      on: edge.on,
      fromName: nameIn(catalog, from),
      onName,
      edge,
      ...(proposal && { probability: proposal.probability, worth: proposal.worth }),
      evidence: proposal?.evidence.map((each) => evidenceText(each, onName)) ?? [],
      carriedBy: proposal && carriedText(proposal),
      ...(decision && { decision }),
      isGone: !catalog.has(from) || !catalog.has(edge.on),
    }
  }
}

function countsOf(open: number, decisions: Decisions): Record<ProposalState, number> {
  const counts = { open, accepted: 0, rejected: 0, skipped: 0 }
  for (const { verdict } of decisions.values()) counts[verdict]++
  return counts
}
