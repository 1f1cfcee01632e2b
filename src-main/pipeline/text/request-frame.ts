/**
 * Words in which any request is put, and that say nothing of what is wanted: `I want to find`, `can
 * you help me`, `do you have any suggestions`. Stop words are left out already.
 */
const FRAME = new Set(
  `able advice also any anyone assist assistance best don find finding get give good guidance help helping helps idea
   ideas information interested know learn like look looking looks need needed needs new option options provide
   providing recommend recommendation recommendations show specific start sure suggest suggestion suggestions tell tips
   try trying use using want wanted wants way ways
   app apps service services tool tools`
    .trim()
    .split(/\s+/),
)

const WORD = /[\p{L}\p{N}]+/gu

/**
 * What questions are matched by: each of their words once, without the frame of requests. Among
 * tools of which few have questions, the frame finds those for any request, and what several
 * questions of a tool share would count as often as it has questions.
 */
export function questionWords(questions: readonly string[]): string {
  const seen = new Set<string>()
  const once = (word: string): string => {
    const lower = word.toLowerCase()
    if (seen.has(lower)) return ''
    seen.add(lower)
    return word
  }
  return questions.map((question) => withoutFrame(question).replace(WORD, once)).join('\n')
}

/** A request without its frame; as it is where nothing else is in it. */
function withoutFrame(request: string): string {
  const bare = request.replace(WORD, (word) => (FRAME.has(word.toLowerCase()) ? '' : word))
  return /[\p{L}\p{N}]/u.test(bare) ? bare.replace(/ {2,}/g, ' ').trim() : request
}
