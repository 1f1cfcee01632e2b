/** Short words that a language is told by, as they stand in requests; none stands in two lists. */
const WORDS: Readonly<Record<string, string>> = {
  English: `the a an and of to is are for with my your i you me we it this that what how which when where can could would
    please need want on at from about not have has be will should any some into out up`,
  others: `der das dies diese dieser dieses welche welcher welches sind aus bei nach kann und ist nicht ein eine für mit auf den dem des ich bitte wie wir sie er es zu im am von
    le la les un une est pour avec dans que qui quel quelle quels quelles comment sont est-ce je vous mon ma nous sur pas ce cette au aux du et
    el los las este esta estos estas uno para con por mi cómo una su del al se qué
    il lo gli è di che mio mia nel della sono
    os as uma com meu minha não em
    het een niet voor van ik mijn naar`,
}
const [ENGLISH, OTHERS] = [WORDS['English'], WORDS['others']].map(
  (words = '') => new Set(words.trim().split(/\s+/)),
) as [Set<string>, Set<string>]

/** Of its letters, the share in another script from which on a text is taken for one of another language. */
const MOST_FOREIGN = 0.3

/** Whether a request is in another language than English: by its script, or where more of its words speak for others. */
export function isOtherLanguage(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter))
  if (foreign.length > MOST_FOREIGN * letters.length) return true
  const words = text.toLowerCase().match(/[\p{L}¿¡]+/gu) ?? []
  const english = words.filter((word) => ENGLISH.has(word))
  const others = words.filter((word) => OTHERS.has(word) || MARKED.test(word))
  return others.length > english.length
}

/** A letter or a mark that English words have not, but for some that it took over. */
const MARKED = /[^a-z]/u
