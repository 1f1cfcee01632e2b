import { z } from 'zod'
import { exactly, LONGEST, text } from './bounds'
import { quoted } from './quoted'
import { worded } from './worded'

/** Names that are asked for: of more, small models invent the last. */
const ASKED = 3

/** A thing that tools work with, and what some of them do with it. */
export interface ToName {
  noun: string
  abilities: readonly string[]
}

/** Of what tools do with a thing: enough to tell which thing it is. */
const LONGEST_ABILITY = 160

/**
 * Everyday names of a thing that tools work with, asked once per noun of a catalog and shared by
 * its tools. Pegboard's own.
 */
export const proposeNames = worded({
  id: 'propose-names',
  version: 1,
  title: 'Propose everyday names of a thing',
  purpose:
    'Asked of each noun that missed tools work with. What its author accepts stands among the topics of all tools that have the noun in their names.',
  wording:
    'Write three other everyday words for the thing quoted first: what people say who do not know its technical name.',
  tellsSchema: false,
  isWriting: true,
  answer: z.object(
    { names: exactly(text(LONGEST.phrase), ASKED) },
    { error: 'is not the list of names' },
  ),
  data: ({ noun, abilities }: ToName) =>
    [
      `The thing:\n${quoted([noun], LONGEST.name)}`,
      `What is done with it:\n${quoted([...abilities], LONGEST_ABILITY)}`,
    ].join('\n\n'),
})

/** No more than were asked for, whatever a model writes. */
export const namesOf = ({ names }: { names: readonly string[] }): string[] => names.slice(0, ASKED)
