import type { EdgeEvidence, EdgeProposal } from '../../../domain/proposal/edge'
import type { Dependency } from '../../../domain/tool/tool'
import { splitIdentifier } from '../../../pipeline/text/analyse'
import type { Candidate } from './candidates'
import { namesakesOf, needing, outputClue, POINTS, type Clues } from './edge-clues'
import { wordsOf } from './described-tool'

/** A clue with less than this part of the points of the strongest one is not worth a sentence. */
const WORTH_TELLING = 0.25

type RatedEvidence = [points: number, evidence: EdgeEvidence]

/**
 * What speaks for an edge, the strongest first: each clue by its points; `carried` is the first
 * one's share of all.
 */
export function evidenceOf(candidate: Candidate): Pick<EdgeProposal, 'evidence' | 'carried'> {
  const told = [...fromParameter(candidate), ...fromTools(candidate)].sort(([a], [b]) => b - a)
  const strongest = told[0]?.[0] ?? 0
  const all = told.reduce((sum, [strength]) => sum + Math.max(0, strength), 0)
  const evidence = told
    .filter(([strength]) => strength > 0 && strength >= strongest * WORTH_TELLING)
    .map(([, each]) => each)
  return { evidence, ...(all > 0 && { carried: strongest / all }) }
}

function fromParameter({ from, on, parameter, clues, around }: Candidate): RatedEvidence[] {
  if (!parameter) return []
  const pointsOf = pointsIn(clues)
  const { name, nameWords, words } = parameter
  const shared = sharedWords(on.name, nameWords, words)
  const output = on.outputs.find(
    (each) =>
      clues.output > 0 && outputClue({ parameter, output: each, on }, around) === clues.output,
  )
  const namesakes = namesakesOf(parameter, from, around.known)
  const needing = namesakes.filter(needsOn(on.id, around)).length
  return [
    ...(shared.length > 0
      ? [
          [
            pointsOf('nameInParameter'),
            { by: 'name', parameter: name, words: shared },
          ] satisfies RatedEvidence,
        ]
      : []),
    [pointsOf('likeness'), { by: 'meaning', parameter: name, likeness: clues.likeness }],
    ...(output
      ? [
          [
            pointsOf('output'),
            { by: 'output', parameter: name, output: output.name },
          ] satisfies RatedEvidence,
        ]
      : []),
    [
      pointsOf('sameParameter'),
      { by: 'same-parameter', parameter: name, tools: needing, of: namesakes.length },
    ],
  ]
}

function fromTools({ from, on, parameter, clues, around }: Candidate): RatedEvidence[] {
  const pointsOf = pointsIn(clues)
  const { similar } = around
  const takers = from.parameters.filter(({ holdsLogin }) => holdsLogin)
  const taker = takers.find((each) => each === parameter) ?? takers[0]
  return [
    [pointsOf('login'), { by: 'login', ...(taker && { parameter: taker.name }) }],
    [
      pointsOf('similar'),
      { by: 'similar-tools', tools: similar.filter(needsOn(on.id, around)), of: similar.length },
    ],
  ]
}

const needsOn = (on: Dependency['on'], { known }: Candidate['around']) => needing(on, known)

const pointsIn =
  (clues: Clues) =>
  (clue: keyof Clues): number =>
    POINTS[clue] * clues[clue]

/**
 * The words of a name, as written, that a parameter is called; where none is, those that are in
 * what is said of it.
 */
function sharedWords(name: string, ...by: readonly ReadonlySet<string>[]): string[] {
  const written = wordsOfName(name)
  const isIn = (stems: ReadonlySet<string>) => (word: string) =>
    [...wordsOf(word)].some((stem) => stems.has(stem))
  return by.map((stems) => written.filter(isIn(stems))).find(({ length }) => length > 0) ?? []
}

const wordsOfName = (name: string): string[] => [
  ...new Set(
    splitIdentifier(name)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  ),
]

/**
 * The edge that accepting it writes: direct or indirect as most of those that similar tools have to
 * the same tool, and by the parameter that the evidence or those speak of.
 */
export function edgeOf(
  { from, on, around }: Candidate,
  evidence: readonly EdgeEvidence[],
): Dependency {
  const known = around.similar.flatMap((id) => around.known.edges.get(id) ?? [])
  const usual = mostCommon(known.filter((edge) => edge.on === on.id))
  const isIndirect = usual?.kind.endsWith('-indirect') ?? false
  const parameter = spokenOf(evidence) ?? ownParameter(from, usual)
  return parameter === undefined
    ? { on: on.id, kind: isIndirect ? 'tool-indirect' : 'tool-direct' }
    : { on: on.id, kind: isIndirect ? 'parameter-indirect' : 'parameter-direct', parameter }
}

/** The parameter that the strongest evidence speaks of. */
const spokenOf = ([first]: readonly EdgeEvidence[]): string | undefined =>
  first && 'parameter' in first ? first.parameter : undefined

/** The parameter of an edge, where a tool has one of that name. */
const ownParameter = (
  { parameters }: Candidate['from'],
  edge: Dependency | undefined,
): string | undefined => parameters.find(({ name }) => name === edge?.parameter)?.name

function mostCommon(edges: readonly Dependency[]): Dependency | undefined {
  const byKind = Map.groupBy(edges, ({ kind }) => kind)
  return [...byKind.values()].sort((a, b) => b.length - a.length)[0]?.[0]
}
