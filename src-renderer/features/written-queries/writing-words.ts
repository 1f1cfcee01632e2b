import type { ActionAnswer } from '../../../src-main/features/actions'
import type {
  NearText,
  QueryWriter,
  WrittenRow,
} from '../../../src-main/features/written-queries/shared/answers'
import { SOLVING_WORDS } from '../../../src-main/features/written-queries/shared/columns'
import type { Judgement } from '../../../src-main/domain/query/written-query'
import { plainText } from '../../../src-main/domain/value/plain-text'
import { duration } from '../../../src-main/domain/value/quantity'
import { plural } from '../../words/number-words'

type Preview = ActionAnswer<'writing.preview'>

/** What is to be known of queries so written before their figures are believed. */
export const TRUST: Record<QueryWriter, string> = {
  model:
    'Neither model is shown the questions, topics and other texts that you wrote to make tools found. Both saw the descriptions, as no user did: expect higher figures than with what users ask.',
  example:
    'No model writes, and no judge looks. An example’s text is one of the fields that the recipe MFTR compares, so with it such a query finds itself; other recipes do not search examples.',
  // Measured by `npm run bench -- templates`, hybrid: ToolE .761 → 1.000, API-Bank .917 → 1.000.
  parameters:
    'No model writes, and no judge looks. Such a query repeats the first sentence of a description, which every recipe searches. On ToolE, hybrid finds the tool of every one of them among five, and of 76 % of what people asked: they show whether a tool can be found at all, not how well.',
}

/** What a run takes, in words. */
export function costText({ bundles, calls, expectedMs }: Preview, writer: QueryWriter): string {
  const drawn = plural(bundles, 'bundle')
  if (writer !== 'model')
    return `${plural(bundles, 'query', 'queries')}, one for each bundle, at once.`
  const took =
    expectedMs === undefined
      ? 'How long they take is not known before the first.'
      : `About ${duration(expectedMs)}, by earlier ones.`
  return `${drawn}: ${plural(calls.writing, 'call')} to the model to write, up to ${calls.judging} to judge. ${took}`
}

export const shortText = (short: Preview['short']): string[] =>
  short.map(
    ({ size, count }) =>
      `${plural(count, 'bundle')} of ${plural(size, 'tool')} cannot be drawn: there are no more that go together so and are not written yet.`,
  )

/** What came of a run. */
export function doneText(done: ActionAnswer<'writing.write'>): string {
  const { asked, judged, kept, dropped, refused } = done
  const said = [
    `${kept} kept by the judge`,
    `${dropped} dropped`,
    ...(refused ? [`${refused} refused`] : []),
  ]
  return `${plural(asked, 'bundle')} written for, ${plural(judged, 'query', 'queries')} judged: ${said.join(', ')}.`
}

/** The judge's words, a line each; none where no judge looked. */
export function judgeLines({
  judged,
  bundle,
  tested,
}: WrittenRow): { what: string; why: string }[] {
  if (!judged) return []
  const isOne = bundle.tools.length === 1
  const name = plainText(tested?.name ?? '')
  const line = (subject: string, { solving, reason }: Judgement) => ({
    what: `${subject} ${SOLVING_WORDS[solving]}.`,
    why: plainText(reason),
  })
  return [
    line(isOne ? 'The tool' : 'The tools together', judged.whole),
    ...(judged.less
      ? [line(isOne ? `${name} in its place` : `Without ${name} the others`, judged.less)]
      : []),
  ]
}

/** What a query is listed by. */
export const titleOf = ({ edited, text, why }: WrittenRow): string =>
  plainText(edited?.text ?? text ?? why ?? 'Not written yet')

export const toolNames = ({ tools }: Pick<WrittenRow, 'tools'>): string =>
  tools.map(({ name }) => plainText(name)).join(', ')

/** Who wrote it. */
export function originText({ origin, judged }: WrittenRow): string {
  if (!origin) return 'Not written yet'
  if (origin.by === 'template') {
    return origin.template === 'example'
      ? 'Template: from examples of the tools, without a model'
      : 'Template: from descriptions and parameters, without a model'
  }
  const judge = judged
    ? judged.model === origin.model
      ? 'judged by the same model'
      : `judged by ${judged.model}`
    : 'not judged yet'
  return `Written by ${origin.model}, ${judge}`
}

const NEAR: Record<NearText['of'], (where: string) => string> = {
  golden: (where) => `Golden set “${where}” has nearly the same query`,
  logged: () => 'A logged query, from which recipes learn, is nearly the same',
  question: (where) =>
    `A question that you wrote for ${where}, which is indexed, is nearly the same`,
  example: (where) => `An example of ${where}, which MFTR compares, is nearly the same`,
}

export const nearText = ({ of, where, text }: NearText): string =>
  `${NEAR[of](plainText(where))}: “${plainText(text)}”`
