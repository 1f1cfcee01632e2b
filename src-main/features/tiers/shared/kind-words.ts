import { count, queryCount } from '../../../domain/measure/figures'
import type { Estimate } from '../../../domain/run/run'
import { KINDS, type Kind, type KindCount, type PlainEveryday } from './answers'

/** What kinds are called where one stands alone. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = { plain: 'Plain', everyday: 'Everyday' }

/**
 * `found among the first 5: plain 84 of 84 (recall 1.000) · everyday 42 of 92 (recall 0.457 [0.359,
 * 0.554])`
 */
export const kindsText = (told: PlainEveryday): string =>
  `found among ${placeText(told)}: ${KINDS.map((kind) => `${kind} ${kindText(told[kind])}`).join(' · ')}`

const placeText = ({ k }: Pick<PlainEveryday, 'k'>): string =>
  k === undefined ? 'the tools given' : `the first ${k}`

const kindText = (of: KindCount): string => `${foundText(of)} (recall ${recallText(of.recall)})`

/** `42 of 92` */
export const foundText = ({ found, queries }: KindCount): string =>
  `${count(found)} of ${count(queries)}`

/** With its interval, unless that has no width. */
export function recallText({ mean, ci95: [low, high] }: Estimate): string {
  const [said, from, to] = [mean, low, high].map((value) => value.toFixed(3))
  return from === to ? `${said}` : `${said} [${from}, ${to}]`
}

/** What is meant by found, plain and everyday, and by what the queries were told apart. */
export const kindsBasis = (told: PlainEveryday): string =>
  [
    'Found: all right tools of a request are among those given.',
    'Plain: tagged plain, or of the tier exact or paraphrased; everyday: tagged everyday, or vague.',
    toldByText(told),
  ].join(' ')

/** `All were told by rule; 12 queries are neither.` */
export function toldByText({ plain, everyday, others }: PlainEveryday): string {
  const byHand = plain.byHand + everyday.byHand
  const all = plain.queries + everyday.queries
  const some = `${count(byHand)} of ${count(all)} were told by tags, the others by rule`
  const by = byHand === 0 ? 'All were told by rule' : byHand < all ? some : 'All were told by tags'
  if (others === 0) return `${by}.`
  return `${by}; ${queryCount(others)} ${others === 1 ? 'is' : 'are'} neither.`
}
