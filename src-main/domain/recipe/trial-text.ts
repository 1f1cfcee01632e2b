import { embedderTitle } from '../model/names'
import type { SettingTrial } from './trial'

/** Queries that a trial asks at most, drawn from all that there are. */
export const MOST_TRIED = 200
/** With fewer queries a trial says nothing. */
export const FEWEST_TRIED = 30
/** Queries from which on one other way is compared: nothing is chosen, and the interval says how sure it is. */
export const FEWEST_COMPARED = 5
/** With fewer queries, amounts that are learned mislead (`fusion/README.md`): only what is on or off is tried. */
export const FEWEST_LEARNED = 100

const points = (share: number): string => (100 * share).toFixed(1)

/** What a trial says, in a sentence or two. @param recipe as it is called */
export function trialText(
  { goldenSet, k, queries, recall, tried, better, embedder }: SettingTrial,
  recipe: string,
): string {
  const asked = `your ${queries} ${goldenSet === undefined ? 'logged ' : ''}queries`
  if (embedder) return embedderText(embedder, `Recall@${k} on ${asked}`)
  if (tried.length === 0) return `No other settings of ${recipe} can be tried on ${asked}.`
  const found = better && tried[better.tried]
  if (!better || !found) {
    return `None of ${tried.length} other settings of ${recipe} is clearly better on ${asked} (Recall@${k} ${points(recall)} %).`
  }
  const { gain } = better
  return (
    `${recipe}, ${found.label.charAt(0).toLowerCase()}${found.label.slice(1)}: ${points(gain.mean)} points more Recall@${k} on ${asked} ` +
    `${bounds(better)}. ` +
    'Chosen and measured on different queries, by five folds.'
  )
}

/** How sure a gain is, and what it is made of: `[0.4, 3.9], 9 fixed, 4 broken`. */
const bounds = ({ gain, fixed, broken }: NonNullable<SettingTrial['better' | 'embedder']>) =>
  `[${gain.ci95.map(points).join(', ')}], ${fixed} fixed, ${broken} broken`

function embedderText(found: NonNullable<SettingTrial['embedder']>, measured: string): string {
  const { name, before, gain } = found
  const [low, high] = gain.ci95
  const more = gain.mean < 0 ? 'fewer' : 'more'
  const verdict = low > 0 || high < 0 ? '' : ' On so many queries that may be chance.'
  return (
    `${embedderTitle(name)} in place of ${embedderTitle(before)}: ${points(Math.abs(gain.mean))} points ${more} ${measured} ` +
    `${bounds(found)}.${verdict}`
  )
}

/** Fewer labelled queries than this teach their own accidents: six weights from 40 do worse on others than equal ones. */
export const FEWEST_LABELLED = 50
