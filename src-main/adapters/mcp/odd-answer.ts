/** What an address answered that is no answer of the protocol. */
export interface OddAnswer {
  status: number
  /** Its media type; empty where it names none. */
  type: string
  /** Its own words, as they came: untrusted. */
  said: string
  /** It challenges who asks to sign in, as OAuth has it. */
  wantsSignIn?: true
  /** Where it leads, which is not followed. */
  to?: string
}

/** Characters of its words that are told. */
const TOLD = 300

/**
 * Why nothing came of it.
 * @param told what leaves out of a text what it may not tell
 */
export function oddAnswerText(odd: OddAnswer, told: (text: string) => string): string {
  const { status, type, to } = odd
  if (to !== undefined) return `it leads on to ${told(to)} (HTTP ${status}), which is not followed`
  const words = told(wordsOf(odd)).replace(/\s+/g, ' ').trim()
  const said = words === '' ? '' : `: “${words.length > TOLD ? `${words.slice(0, TOLD)}…` : words}”`
  if (odd.wantsSignIn) return `it wants a sign-in (OAuth, HTTP ${status})`
  if (status === 401) return `it wants to know who asks (HTTP 401)${said}`
  if (status === 403) return `it refuses what it is asked (HTTP 403)${said}`
  if (status === 404) return `there is nothing at this address (HTTP 404)${said}`
  if (status === 405) return `it takes no messages at this address (HTTP 405)${said}`
  if (status >= 300) return `it answers with HTTP ${status}${said}`
  if (odd.said.trim() === '') return 'its answer is empty, not one of an MCP server'
  const what = isPage(type) ? 'a web page' : type || 'a text'
  return `it answers with ${what}, not as an MCP server does${said}`
}

const isPage = (type: string): boolean => /^(text\/html|application\/xhtml)/.test(type)

/** What a person would read of an answer. */
function wordsOf({ said, type }: OddAnswer): string {
  if (isPage(type)) return /<title[^>]*>([^<]*)/i.exec(said)?.[1] ?? ''
  try {
    return messageIn(JSON.parse(said)) ?? ''
  } catch {
    return said
  }
}

const NAMES = ['message', 'error_description', 'detail', 'error', 'title', 'reason']

function messageIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth > 3) return undefined
  for (const name of NAMES) {
    const inner = Object.getOwnPropertyDescriptor(value, name)?.value as unknown
    const found = messageIn(inner, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** What an address answered last, as far as that is odd, and where it led within its origin. */
export interface Answers {
  odd?: OddAnswer | undefined
  ledTo?: string | undefined
}

/** Whether an answer is one that the protocol does not know. */
export const isOdd = ({ status, headers }: Response, isRequest: boolean): boolean =>
  status >= 300 ||
  (isRequest &&
    status === 200 &&
    (headers.get('content-length') === '0' ||
      !/^(application\/json|text\/event-stream)\b/i.test(headers.get('content-type') ?? '')))

/** @param text the beginning of its body */
export function oddAnswer({ status, headers, url }: Response, text: string): OddAnswer {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  const to = location === null ? null : URL.parse(location, url || undefined)
  const challenge = headers.get('www-authenticate') ?? ''
  return {
    status,
    type: type.trim().toLowerCase(),
    said: text,
    ...(status === 401 &&
      /\bresource_metadata=/i.test(challenge) && { wantsSignIn: true as const }),
    ...(to && { to: `${to.origin}${to.pathname}` }),
  }
}
