import { randomNumbers, sampleOf } from '../../src-main/evaluation/statistics/random'
import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import type { ProposedPart, ProposedText, TextProposal } from '../../src-main/domain/proposal/text'
import type { CatalogTool } from '../../src-main/domain/tool/tool'

/** A proposal with what it was made to do. */
export interface MadeProposal {
  proposal: TextProposal
  isHarmful: boolean
}

/**
 * Tools with what proposals are made of: some of their queries, and the tool that is most like
 * each.
 */
export interface Material {
  tool: CatalogTool
  questions: readonly GoldenQuery[]
  neighbour: CatalogTool
  neighboursQuestions: readonly GoldenQuery[]
}

const HARMFUL = 10
const BENIGN = 40

/** Fifty proposals, each of another tool: forty of a tool's own words, ten of a neighbour's. */
export function madeProposals(material: readonly Material[], seed: number): MadeProposal[] {
  const some = sampleOf(material, HARMFUL + BENIGN, seed)
  const random = randomNumbers(seed)
  const order = some.map((each) => [random(), each] as const).sort((a, b) => a[0] - b[0])
  return order.map(([, each], at) => {
    const isHarmful = at < HARMFUL
    return { isHarmful, proposal: proposalOf(each, { at, isHarmful }) }
  })
}

const PARTS: readonly ProposedPart[] = ['questions', 'description', 'topics', 'questions']

function proposalOf(
  { tool, questions, neighbour, neighboursQuestions }: Material,
  { at, isHarmful }: { at: number; isHarmful: boolean },
): TextProposal {
  const wanted = PARTS[at % PARTS.length] as ProposedPart
  const hasQuestions = questions.length > 0 && neighboursQuestions.length > 0
  const part = wanted === 'questions' && !hasQuestions ? 'topics' : wanted
  const of = isHarmful ? neighbour : tool
  const asked = (isHarmful ? neighboursQuestions : questions).map(({ text }) => text)
  const own = tool.tool.description
  const isAdded = at % 8 < 4
  const texts: ProposedText =
    part === 'questions'
      ? { questions: asked }
      : part === 'topics'
        ? { topics: topicsOf(of) }
        : isHarmful
          ? { description: isAdded ? `${own} ${of.tool.description}` : of.tool.description }
          : { description: saidOtherwise(tool) }
  return {
    id: `made ${at}`,
    tool: tool.tool.id,
    part,
    proposed: texts,
    origin: { by: 'examples' },
    of: 'made',
    at: '2026-01-01T00:00:00.000Z',
    seen: asked,
  }
}

const LITTLE = new Set(
  'a an and are as at be by can for from in is it its of on or that the this to with you your'.split(
    ' ',
  ),
)

const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}'-]+/gu) ?? []).filter((word) => !LITTLE.has(word.toLowerCase()))

/** The words of a description that say something, each once, two together. */
function topicsOf({ tool }: CatalogTool): string[] {
  const words = [...new Set(wordsOf(tool.description).map((word) => word.toLowerCase()))].slice(
    0,
    12,
  )
  return words.flatMap((word, at) =>
    at % 2 === 0 ? [[word, words[at + 1]].filter(Boolean).join(' ')] : [],
  )
}

/**
 * The same said in another order, with the tool's name: a paraphrase that no model is needed for.
 */
function saidOtherwise({ tool }: CatalogTool): string {
  const parts = tool.description.split(/(?<=[.,;])\s+/)
  const name = tool.name.replaceAll(/[_.-]+|(?<=[a-z])(?=[A-Z])/g, ' ')
  const turned = parts.length > 1 ? parts.toReversed() : [wordsOf(tool.description).join(' ')]
  return `Use ${name} for this. ${turned.join(' ')}`
}
