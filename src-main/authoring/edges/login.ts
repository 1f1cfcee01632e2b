import { splitIdentifier } from '../../pipeline/knowledge-base/analyse'

/** What logs in, or gives what shows that one is logged in, by its name. */
const LOGS_IN =
  /\b(log ?(in|on)|sign ?in|authenticat(e|ion)|oauth2?|auth|(create|start|open|begin|new) session$|(create|get|request|issue|generate|obtain|fetch) (\w+ )?(access|auth|bearer|session) tokens?)\b/
/** What only looks whether one is logged in, or ends it. */
const DOES_NOT =
  /\b(log ?out|sign ?out|log ?off|check|is|verify|revoke|cancel|end|close|delete|list|history)\b/
/** A parameter that is given by logging in, by its name. */
const HOLDS_LOGIN =
  /^(user |login |auth |game )?(session( (id|token|key|handle))?|(access |auth |authentication |authorization |bearer |login |api |session |id )*token|api key|access key|auth|authentication|authorization|credentials?|cookie|jwt)$/

/** Words of a name as it is matched here: lower case, one space between. */
const wordsIn = (name: string): string =>
  splitIdentifier(name)
    .replace(/[_\-./\s]+/g, ' ')
    .toLowerCase()

/** Whether a tool logs in to something, told by its name. English names only: others are never taken for one. */
export function logsIn(name: string): boolean {
  const words = wordsIn(name)
  return LOGS_IN.test(words) && !DOES_NOT.test(words)
}

/** Whether a parameter takes what a login gives: a session, a token, a key. */
export const holdsLogin = (parameter: string): boolean => HOLDS_LOGIN.test(wordsIn(parameter))

/** Words of a login's name that do not say whose login it is. */
const NOBODYS = new Set(
  `access account an api app auth authenticate authentication bearer begin by create fetch for generate get in into
   issue log login logon me my new oauth oauth2 obtain on open request session sign signin start the to token user
   users via with your`.split(/\s+/),
)

/** Whose login it is, by the words of its name: `login_to_uber` is `uber`'s, and `login` whoever's the server is. */
export const whoseLogin = (name: string): ReadonlySet<string> =>
  new Set(
    wordsIn(name)
      .split(' ')
      .filter((word) => word !== '' && !NOBODYS.has(word)),
  )

/** The words of texts as {@link whoseLogin} gives them. */
export const plainWords = (text: string): ReadonlySet<string> =>
  new Set(wordsIn(text).match(/[\p{L}\p{N}]+/gu))
