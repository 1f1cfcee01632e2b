/**
 * Short words that a language is told by, as they stand in requests; none stands in two lists.
 * Words that English knows as well, also in names, are left out: `los`, `as`, `com`, `die`, `im`.
 */
const WORDS: Readonly<Record<string, string>> = {
  English: `the a an and of to is are for with my your i you me we it this that what how which when where can could would
    please need want on at from about not have has be will should any some into out up`,
  others: `der das diese dieser dieses diesen welche welcher welches sind aus bei nach kann kannst und ist nicht ein eine einen einem für mit auf dem den ich bitte wie wir sie er es zu zum zur von mir mein meine meinen dass heute morgen
    möchte brauche zeig zeige gib suche finde lösche sende schick erstelle öffne buche
    le les un une est avec dans que qui quel quelle quels quelles comment sont je vous mon nous sur pas ce cet cette au du et de mes moi
    veux peux montre donne trouve cherche envoie supprime crée ajoute ouvre réserve rembourse
    el del este esta estos estas uno para por mi mis cómo una su se qué cuál está están
    quiero puedes muestra dime encuentra busca envía borra elimina crea añade abre asigna ejecuta
    il lo gli di è che mio mia nel della sono
    uma meu minha não em você
    het een niet voor ik mijn naar`,
}
const [ENGLISH, OTHERS] = [WORDS['English'], WORDS['others']].map(
  (words = '') => new Set(words.trim().split(/\s+/)),
) as [Set<string>, Set<string>]

/**
 * Of its letters, the share in another script from which on a text is taken for one of another
 * language.
 */
const MOST_FOREIGN = 0.3
/** One word of another language may be borrowed, and words with accents alone too: `résumé`. */
const FEWEST_WORDS = 2

/**
 * Whether a request is in another language than English: by its script, or where more of its words
 * speak for others.
 */
export function isOtherLanguage(request: string): boolean {
  const text = request.replace(ADDRESS, ' ')
  const letters = text.match(/\p{L}/gu) ?? []
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter))
  if (foreign.length > MOST_FOREIGN * letters.length) return true
  if (/[¿¡]/.test(text)) return true
  const words = text.match(/\p{L}+/gu) ?? []
  // Within a request, what begins with a capital is the name of a place or a person.
  const common = words.filter((word, at) => at === 0 || !/^\p{Lu}/u.test(word))
  const said = new Set(common.map((word) => word.toLowerCase()))
  const english = [...said].filter((word) => ENGLISH.has(word))
  const others = [...said].filter((word) => OTHERS.has(word) || MARKED.test(word))
  const isForeign = others.length >= FEWEST_WORDS && others.length > english.length
  return isForeign && others.some((word) => OTHERS.has(word))
}

/** A letter that English words have not, but for some that it took over. */
const MARKED = /[^a-z]/u
/** Of pages, hosts and mail. */
const ADDRESS = /https?:\/\/\S+|\S{1,100}@\S+|\b[\w-]{1,100}(?:\.[\w-]{1,100})+\b/gu
