import { embedderTitle } from '../model/names'
import type { Estimate } from '../run/run'
import type { SettingTrial } from './trial'

/** Queries that a trial asks at most, drawn from all that there are. */
export const MOST_TRIED = 200
/** With fewer queries a trial says nothing. */
export const FEWEST_TRIED = 30
/**
 * Queries from which on one other way is compared: nothing is chosen, and the interval says how
 * sure it is.
 */
export const FEWEST_COMPARED = 5
/**
 * With fewer queries, amounts that are learned mislead (`fusion/README.md`): only what is on or off
 * is tried.
 */
export const FEWEST_LEARNED = 100

const points = (share: number): string => (100 * share).toFixed(1)

/** What a trial says, in a sentence or two. @param recipe as it is called */
export function trialText(trial: SettingTrial, recipe: string): string {
  const { goldenSet, k, queries, tried, better, embedder } = trial
  const asked = `your ${queries} ${goldenSet === undefined ? 'logged ' : ''}queries`
  if (embedder) return embedderText(embedder, `Recall@${k} on ${asked}`)
  if (tried.length === 0) return `No other settings of ${recipe} can be tried on ${asked}.`
  const found = better && tried[better.tried]
  if (!better || !found) return noneText(trial, { recipe, asked })
  const { gain, fixed, broken } = better
  const chance = gain.ci95[0] > 0 ? '' : ' On so many queries that may still be chance.'
  const what =
    found.recipe === undefined
      ? `${recipe}, ${found.label.charAt(0).toLowerCase()}${found.label.slice(1)}`
      : `${found.label} in place of ${recipe}`
  return (
    `${what}: ${pointsText(gain.mean)} more Recall@${k} to be expected on other queries ${interval(gain)}. ` +
    `Chosen on four fifths of ${asked} and measured on the rest, each fifth in turn (${fixed} fixed, ${broken} broken). ` +
    `A gain that stands out is partly chance: as much as that makes on average is taken off.${chance}`
  )
}

/** That nothing is clearly better, of how many, and the most that any of them adds. */
function noneText(
  { k, recall, tried, most }: SettingTrial,
  { recipe, asked }: { recipe: string; asked: string },
): string {
  const recipes = tried.filter((each) => each.recipe !== undefined).length
  const settings = tried.length - recipes
  const counted = [
    ...(settings > 0
      ? [`${settings} other ${settings === 1 ? 'setting' : 'settings'} of ${recipe}`]
      : []),
    ...(recipes > 0 ? [`${recipes} other ${recipes === 1 ? 'recipe' : 'recipes'}`] : []),
  ].join(' and ')
  const told = `None of ${counted} is clearly better on ${asked} (Recall@${k} ${points(recall)} %)`
  const best = most && tried[most.tried]
  if (!most || !best) return `${told}.`
  const { gain } = most
  return gain.mean > 0
    ? `${told}: at most ${signedPoints(gain.mean)} points ${interval(gain)}, by ${nameOf(best)}.`
    : `${told}: the best of them, ${nameOf(best)}, adds ${gain.mean === 0 ? 'nothing' : `${signedPoints(gain.mean)} points`}.`
}

/** A way as it is named inside a sentence. */
const nameOf = ({ label, recipe }: SettingTrial['tried'][number]): string =>
  recipe === undefined ? `“${label}”` : label

const pointsText = (share: number): string => `${points(share)} points`

const signedPoints = (share: number): string => `${share > 0 ? '+' : '−'}${points(Math.abs(share))}`

const interval = ({ ci95 }: Pick<Estimate, 'ci95'>): string => `[${ci95.map(points).join(', ')}]`

/** How sure a gain is, and what it is made of: `[0.4, 3.9], 9 fixed, 4 broken`. */
const bounds = ({ gain, fixed, broken }: NonNullable<SettingTrial['embedder']>) =>
  `${interval(gain)}, ${fixed} fixed, ${broken} broken`

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

/**
 * Fewer labelled queries than this teach their own accidents: six weights from 40 do worse on
 * others than equal ones.
 */
export const FEWEST_LABELLED = 50
