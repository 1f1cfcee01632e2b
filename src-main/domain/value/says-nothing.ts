/** Marks that a text is written with, and not what it says: `["none"]`, `(none)`, `–`. */
const MARKS = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu
/** A name before what is said: `unsolved: none`. */
const LABEL = /^(unsolved|missing|remaining|left|answer|query|step|text|variation)\s*[:=]\s*/
const LEFT =
  '(left|missing|unsolved|remaining|needed|required|necessary|open|lacking|more|else|further)'
const WHAT =
  '(tools?|parts?|functions?|functionalit(y|ies)|problems?|steps?|needs?|quer(y|ies)|questions?|variations?|requests?)'
const DONE = '(solved|covered|done|handled|satisfied|fulfilled|complete|completed|resolved)'

const NOTHING: readonly RegExp[] = [
  /^(none|no|nothing|nil|null|undefined|empty|n\/?\s?a|n\.\s?a|not applicable|nope|blank)$/,
  /^(keine?s?|nichts|aucune?|rien|ningun[oa]?|ningún|nada|nessun[oa]?|niente)$/,
  new RegExp(
    `^(none|nothing)( (is|are|remains?|was|were))*( ${LEFT})*( to (be )?(do|done|solve|solved|add|added|search|searched))?$`,
  ),
  new RegExp(`^no( ${LEFT}| other| additional)*( ${WHAT})?( (is|are|remains?))?( ${LEFT})?$`),
  new RegExp(
    `^(all|everything|fully|completely|already)( (of it|${WHAT}|is|are|was|were|has been|have been|fully|completely|already))* ${DONE}$`,
  ),
  new RegExp(
    `^((the|this) )?${WHAT} (is|are|was|were|has been|have been)( (already|fully|completely))* ${DONE}$`,
  ),
  new RegExp(`^${DONE}$`),
]

/**
 * Whether a model says by a text that there is nothing, where it was to leave it empty: “none”,
 * “N/A”, “nothing is left”. Not to be asked of what people write.
 */
export function saysNothing(text: string): boolean {
  const said = bare(bare(text).replace(LABEL, ''))
  return said === '' || NOTHING.some((form) => form.test(said))
}

const bare = (text: string): string => text.toLowerCase().replace(MARKS, '').replace(/\s+/g, ' ')
