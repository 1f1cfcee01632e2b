import type { LayerEffect } from '../../contract/effect'
import { askedOfText, degradedText } from '../../domain/recipe/asked-words'
import { plainText } from './print-table'

/** What is said where no golden query tells the effect of an edit. */
export const NOT_NAMED = 'No golden query names this tool or one like it.'

/** What an edit does to golden queries, in sentences. */
export const effectLines = (effect: LayerEffect): string[] => {
  const { goldenSet, asked, of, own, neighbours } = effect
  return [
    `${asked === of ? asked : `${asked} of ${of}`} golden queries of “${plainText(goldenSet)}” that name this tool or a neighbour, asked of ${askedOfText(effect)}.`,
    ...[degradedText(effect) ?? []].flat(),
    `This tool: ${counts(own)}.`,
    `Its neighbours: ${counts(neighbours)}.`,
  ]
}

const counts = ({ fixed, broken, better, worse, same }: LayerEffect['own']): string =>
  `${fixed} fixed, ${broken} broken, ${better} better, ${worse} worse, ${same} the same`
