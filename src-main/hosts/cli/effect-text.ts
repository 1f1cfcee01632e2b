import type { LayerEffect } from '../../contract/effect'
import { choicesText, degradedText } from '../../domain/recipe/choices-words'
import { plainText } from './print-table'

/** What is said where no golden query tells the effect of an edit. */
export const NOT_NAMED = 'No golden query names this tool or one like it.'

/** Whose places are told. */
interface EffectWords {
  queries: string
  own: string
  others: string
}

const OF_TOOL: EffectWords = {
  queries: 'that name this tool or a neighbour',
  own: 'This tool',
  others: 'Its neighbours',
}

export const OF_IMPORT: EffectWords = {
  queries: 'that name what changes, and others',
  own: 'Tools that change',
  others: 'Other right tools',
}

/** What an edit does to golden queries, in sentences. */
export const effectLines = (effect: LayerEffect, told = OF_TOOL): string[] => {
  const { goldenSet, asked, of, own, neighbours } = effect
  return [
    `${asked === of ? asked : `${asked} of ${of}`} golden queries of “${plainText(goldenSet)}” ${told.queries}, asked of ${choicesText(effect)}.`,
    ...[degradedText(effect) ?? []].flat(),
    `${told.own}: ${counts(own)}.`,
    `${told.others}: ${counts(neighbours)}.`,
  ]
}

const counts = ({ fixed, broken, better, worse, same }: LayerEffect['own']): string =>
  `${fixed} fixed, ${broken} broken, ${better} better, ${worse} worse, ${same} the same`
