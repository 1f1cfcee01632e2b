import { z } from 'zod'
import { exactly, LONGEST, text } from './bounds'
import { quoted } from './quoted'
import { worded } from './worded'

/** Names that are asked for: of more, small models invent the last. */
const ASKED = 3

/** A thing that tools work with. */
export interface ToName {
  noun: string
}

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
  // Shown what tools do with the thing, a model of 1.5B gave words of that back.
  wording:
    'Write three other words that people say for what is quoted below, instead of its technical name.',
  tellsSchema: false,
  isWriting: true,
  answer: z.object(
    { names: exactly(text(LONGEST.phrase), ASKED) },
    { error: 'is not the list of names' },
  ),
  data: ({ noun }: ToName) => quoted([noun], LONGEST.name),
})

/** No more than were asked for, whatever a model writes. */
export const namesOf = ({ names }: { names: readonly string[] }): string[] => names.slice(0, ASKED)
