import type { AgentRun, AgentVerdict, ArgumentDifference, CallKind } from './run'

/** What the scores of a run are called. */
export const SCORE_WORDS: Readonly<Record<keyof AgentRun['scores'], string>> = {
  weighted: 'Accuracy',
  name: 'Names',
  keys: 'Keys',
  values: 'Values',
  right: 'All calls right',
}

/** What became of a query, in a few words. */
export const VERDICT_WORDS: Readonly<Record<AgentVerdict, string>> = {
  right: 'right',
  'too-many': 'too many tools given',
  'wrong-ones': 'right tool not given',
  'other-tool': 'right tool not called',
  'wrong-arguments': 'wrong arguments',
  'too-long': 'more than the model reads',
  cut: 'answer cut, not measured',
  'rightly-none': 'no tool fits, none called',
  'called-anyway': 'no tool fits, one called',
}

/** The same as a sentence. */
export const VERDICT_MEANINGS: Readonly<Record<AgentVerdict, string>> = {
  right: 'All calls are right, as far as the golden set specifies them.',
  'too-many':
    'The right tools were given and its calls were wrong; given the right tools alone, it makes the right calls.',
  'wrong-ones': 'A right tool was not among those given, so not all calls could be right.',
  'other-tool':
    'The right tools were given, and it called another one or none, with the right tools alone as well.',
  'wrong-arguments':
    'It called the right tools with missing or other arguments, with the right tools alone as well.',
  'too-long': 'The definitions are more than the model reads, so it was not asked.',
  cut: 'Its answer is not whole, so nothing is measured of this query: it is in no mean. Asked again it would be cut again.',
  'rightly-none': 'No tool is right, and it called none.',
  'called-anyway': 'No tool is right, and it called one.',
}

/** The order in which verdicts are told. */
export const VERDICT_ORDER = Object.keys(VERDICT_WORDS) as AgentVerdict[]

export const KIND_WORDS: Readonly<Record<CallKind, string>> = {
  single: 'one call',
  parallel: 'several calls, side by side',
  sequential: 'several calls, one needs what another gives',
  none: 'no call',
}

const DIFFERENCE_WORDS: Readonly<Record<ArgumentDifference['why'], string>> = {
  missing: 'is missing',
  'other value': 'has another value',
  extra: 'is not in the golden call',
}

/** `city has another value; days is missing`; empty where nothing differs. */
export const differencesText = (differences: readonly ArgumentDifference[]): string =>
  differences.map(({ key, why }) => `${key} ${DIFFERENCE_WORDS[why]}`).join('; ')

/**
 * Which tools were given: `8 tools of the catalog`, `5 tools of hybrid`.
 * @param nameOf what a recipe is called
 */
export function offerText(
  { offer, recipe }: Pick<AgentRun, 'offer' | 'recipe'>,
  nameOf: (recipe: NonNullable<AgentRun['recipe']>) => string = ({ id }) => id,
): string {
  if (offer.by === 'catalog') {
    return `${offer.tools === 1 ? '1 tool' : `${offer.tools} tools`} of the catalog`
  }
  const searched = recipe?.tools === undefined ? '' : ` from ${recipe.tools} tools`
  const of = `${recipe ? nameOf(recipe) : 'a recipe'}${searched}`
  return offer.k === undefined
    ? `the tools of ${of}`
    : `${offer.k === 1 ? '1 tool' : `${offer.k} tools`} of ${of}`
}

/** What is to be known of how an agent run was scored, one sentence each. */
export function scoringRemarks(run: AgentRun): string[] {
  const { namesOnly, extraCalls, gone, exceeded = 0, kinds, verdicts, queries } = run
  const { cut = 0 } = verdicts
  const scored = Object.values(kinds).reduce((sum, kind) => sum + kind.queries, 0)
  const negative = queries - scored - cut
  const anyway = verdicts['called-anyway'] ?? 0
  return [
    ...(namesOnly > 0
      ? [
          `${ofQueries(namesOnly)} scored by the names of tools alone: the golden set has no arguments for them.`,
        ]
      : []),
    ...(kinds['sequential']
      ? [
          `In ${kinds['sequential'].queries === 1 ? '1 query' : `${kinds['sequential'].queries} queries`} one call needs what another gives. No tool is executed: the model makes all calls at once and writes API_call_0 for a result, and any such mark counts as the right value.`,
        ]
      : []),
    ...(negative > 0
      ? [
          `${ofQueries(negative)} answered by no tool: a tool was called for ${anyway} of them. They are not part of any mean.`,
        ]
      : []),
    ...(cut > 0
      ? [
          `${ofQueries(cut)} not measured, as the answer was cut: another model, or fewer tools, may answer in full. They are not part of any mean.`,
        ]
      : []),
    ...(gone > 0
      ? [
          `${gone === 1 ? '1 query needs a tool' : `${gone} queries need tools`} that the catalog no longer has, or hides: the model cannot be given it.`,
        ]
      : []),
    ...(exceeded > 0
      ? [
          `${exceeded === 1 ? '1 query needs' : `${exceeded} queries need`} more tools than that: all of these were given.`,
        ]
      : []),
    ...(extraCalls > 0
      ? [
          `${extraCalls === 1 ? '1 call' : `${extraCalls} calls`} beyond the golden ones: the framework does not count them.`,
        ]
      : []),
  ]
}

/**
 * What keeps an answer from being taken for all that a model had to say.
 * @param fault as its adapter words it
 */
export const notWholeText = (fault: string): string => `Its answer is not whole: ${fault}.`

const ofQueries = (count: number): string => (count === 1 ? '1 query is' : `${count} queries are`)

/** Where agent runs are left out; nothing where none is. */
export const outdatedAgentsText = (outdated: number): string[] =>
  outdated === 0
    ? []
    : [
        `${outdated === 1 ? '1 agent run is' : `${outdated} agent runs are`} left out: the golden set was edited since. Measure the agent again.`,
      ]

/**
 * Which runs have no expected accuracy though they rank tools, or though they are an agent's; one
 * sentence each.
 */
export const expectedLeftOut = ({
  outdated,
  outdatedAgents,
  beyond,
}: {
  outdated: number
  outdatedAgents: number
  beyond: number
}): string[] => [
  ...(outdated > 0
    ? [
        `${outdated === 1 ? '1 run is' : `${outdated} runs are`} left out: the golden set was edited since. Evaluate again.`,
      ]
    : []),
  ...outdatedAgentsText(outdatedAgents),
  ...(beyond > 0
    ? [
        `${beyond === 1 ? '1 more run is' : `${beyond} more runs are`} left out: these are as many as are looked at.`,
      ]
    : []),
]
