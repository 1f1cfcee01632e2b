/** English words that carry no wish: articles, pronouns, auxiliaries, prepositions, and the small talk of requests. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be been but by can could d did do does for from had has have he her hers him his how i if in
   into is it its just let ll m may me might mine my of on or our ours please re s shall she should so some t than
   that the their theirs them then there these they this those to too us ve was we were what when where which while
   who whom whose why will with would you your yours`
    .trim()
    .split(/\s+/),
)
