import type { EdgeClue, EdgeEvidence, EdgeProposal } from './edge'
import type { Outdated } from '../run/outdated'
import { outdatedText } from '../run/outdated-words'

/** What is taken of proposals and decisions. */
export const PROPOSED = {
  /** Less sure ones are not shown: nine of ten of them would be wrong. */
  leastProbability: 0.1,
  /** The surest are kept: reviewing more would take days. */
  mostProposals: 5_000,
  /** Decisions of one workspace, some 30 MB. */
  mostDecisions: 100_000,
  /** Characters of a reason. */
  longestReason: 500,
} as const

/**
 * The evidence in a sentence about the tool that may lack the edge, with `on` for the other tool.
 */
export function evidenceText(evidence: EdgeEvidence, on: string): string {
  switch (evidence.by) {
    case 'name':
      return `its parameter ${evidence.parameter} is described in the words of ${on}: ${evidence.words.join(', ')}`
    case 'output':
      return `its parameter ${evidence.parameter} is named like ${evidence.output}, which ${on} returns`
    case 'login':
      return evidence.parameter === undefined
        ? `to log in to what it belongs to, there is ${on}`
        : `its parameter ${evidence.parameter} takes what logging in gives, and ${on} logs in to what it belongs to`
    case 'meaning':
      return `its parameter ${evidence.parameter} and ${on} mean something alike (cosine ${evidence.likeness.toFixed(2)})`
    case 'similar-tools':
      return `${evidence.tools.length} of ${evidence.of} tools like it need ${on}: ${evidence.tools.slice(0, 3).join(', ')}${evidence.tools.length > 3 ? ' …' : ''}`
    case 'same-parameter':
      return `${evidence.tools} of ${evidence.of} tools with a parameter ${evidence.parameter} need ${on}`
    case 'hub':
      return `${evidence.tools} of ${evidence.of} tools whose edges are known need ${on}`
    case 'use':
      return useText(evidence, on)
    case 'no-use':
      return `against it: none of ${evidence.of} requests that use it uses ${on}`
    case 'model':
      return `the language model says: ${evidence.reason}`
  }
}

/** How often two tools were used together, and which came first. */
export function usedTogetherText({ both, of, order }: EvidenceBy<'use'>, on: string): string {
  const first = order && `; in ${order.first} of ${order.of} of known order ${on} came first`
  return `used together with ${on} in ${both} of ${of} requests that use it${first ?? ''}`
}

function useText(evidence: EvidenceBy<'use'>, on: string): string {
  const { both, of, putIn, pushedOut } = evidence.heldOut
  return (
    `${usedTogetherText(evidence, on)}; of those that did not propose it, in ${both} of ${of}, ` +
    `where it puts in ${putIn} right ${putIn === 1 ? 'tool' : 'tools'} and pushes out ${pushedOut}`
  )
}

type EvidenceBy<By extends EdgeClue> = Extract<EdgeEvidence, { by: By }>

/** What speaks for an edge, in a word or two. */
export const CLUE_NAMES: Readonly<Record<EdgeClue, string>> = {
  name: 'names',
  output: 'an output',
  login: 'a login',
  meaning: 'meaning',
  'similar-tools': 'similar tools',
  'same-parameter': 'the same parameter',
  hub: 'tools needed by many',
  use: 'use',
  'no-use': 'no use together',
  model: 'the language model',
}

/**
 * Which clue carries a proposal, and how much of all that speaks for it that is: `an output 71 %`.
 */
export function carriedText({
  evidence: [first],
  carried,
}: Pick<EdgeProposal, 'evidence' | 'carried'>): string | undefined {
  if (!first) return undefined
  const share = carried === undefined ? '' : ` ${Math.round(100 * carried)} %`
  return `${CLUE_NAMES[first.by]}${share}`
}

/** What is another now than edges were looked for on, in a sentence; nothing where nothing is. */
export const outdatedLookText = (outdated: readonly Outdated[] = []): string[] =>
  outdated.length === 0
    ? []
    : [`Not of what is in use now: ${outdatedText(outdated, 'looked for')}. Look again.`]

/** What a look for edges found, in words. */
export const lookText = ({
  found,
  annotated,
  tools,
}: {
  found: number
  annotated: number
  tools: number
}): string =>
  `${found} edges proposed for ${tools} tools, ${
    annotated === 0
      ? 'from their schemas alone: of no tool are the edges known yet'
      : `from their schemas and ${annotated} ${annotated === 1 ? 'tool' : 'tools'} whose edges are known`
  }.`
