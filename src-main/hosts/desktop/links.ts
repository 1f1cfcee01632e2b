import type { LinkPlace } from '../../contract/opened'
import { plainText } from '../../domain/value/plain-text'

/** The scheme of the program's links. */
export const LINK_SCHEME = 'pegboard'

/** Characters of the longest link that is read. */
const LONGEST = 4_000

/** Bytes that no file system has room for in a name. */
const LONGEST_NAME = 255

/**
 * What `URL` takes away or walks along: control characters, white space, backslashes, and the steps
 * `.` and `..`.
 */
const UNWANTED = /[\p{Cc}\s\\]|\/(\.|%2e){1,2}(?=[/?#]|$)/iu

/**
 * Where a link leads: `pegboard://open/<workspace>`, or with `/<section>` or `/tool/<tool id>`
 * after it. Any page or letter may hold one, so it names a place and nothing else. Undefined for
 * whatever is not exactly that.
 */
export function placeOf(link: string): LinkPlace | undefined {
  if (link.length > LONGEST || UNWANTED.test(link)) return undefined
  const url = URL.parse(link)
  if (url?.protocol !== `${LINK_SCHEME}:` || url.host !== 'open' || hasMore(url)) return undefined
  const parts = url.pathname.replace(/\/$/, '').split('/').slice(1).map(decoded)
  return parts.every((part) => part !== undefined) ? placeAt(parts) : undefined
}

function placeAt([workspace, section, tool, ...rest]: readonly string[]): LinkPlace | undefined {
  if (!workspace || !isFolderName(workspace) || rest.length > 0) return undefined
  if (section === undefined) return { workspace }
  if (section === 'tool') return tool ? { workspace, tool } : undefined
  return tool === undefined && /^[a-z]{1,40}$/.test(section) ? { workspace, section } : undefined
}

const hasMore = ({ username, password, search, hash }: URL): boolean =>
  [username, password, search, hash].some((part) => part !== '')

/** A part of a path as text; undefined where it is broken, or would not show as what it is. */
function decoded(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part)
    return text && plainText(text) === text ? text : undefined
  } catch {
    return undefined
  }
}

const isFolderName = (name: string): boolean =>
  name.length <= LONGEST_NAME && !name.startsWith('.') && !/[/\\:]/.test(name)
