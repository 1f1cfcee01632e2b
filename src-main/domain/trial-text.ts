import type { SettingTrial } from './setting-trial'

/** Queries that a trial asks at most, drawn from all that there are. */
export const MOST_TRIED = 200
/** With fewer queries a trial says nothing. */
export const FEWEST_TRIED = 30
/** With fewer queries, amounts that are learned mislead (`fusion/README.md`): only what is on or off is tried. */
export const FEWEST_LEARNED = 100

const points = (share: number): string => (100 * share).toFixed(1)

/** What a trial says, in a sentence or two. @param recipe as it is called */
export function trialText(
  { goldenSet, k, queries, recall, tried, better }: SettingTrial,
  recipe: string,
): string {
  const asked = `your ${queries} ${goldenSet === undefined ? 'logged ' : ''}queries`
  if (tried.length === 0) return `No other settings of ${recipe} can be tried on ${asked}.`
  const found = better && tried[better.tried]
  if (!better || !found) {
    return `None of ${tried.length} other settings of ${recipe} is clearly better on ${asked} (Recall@${k} ${points(recall)} %).`
  }
  const { gain, fixed, broken } = better
  const [low, high] = gain.ci95
  return (
    `${recipe}, ${found.label.charAt(0).toLowerCase()}${found.label.slice(1)}: ${points(gain.mean)} points more Recall@${k} on ${asked} ` +
    `[${points(low)}, ${points(high)}], ${fixed} fixed, ${broken} broken. ` +
    'Chosen and measured on different queries, by five folds.'
  )
}
