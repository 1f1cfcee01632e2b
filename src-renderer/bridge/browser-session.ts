/**
 * In local storage, which belongs to one origin, port included: no other server of this machine can
 * read it, and a second tab is of the same session.
 */
const storedAt = 'pegboard-session'

/**
 * The secret that this browser's requests carry: got for the one-time token in the page's address,
 * or known from earlier.
 * @returns undefined where this browser has none that the server knows: the page was not opened by
 * its link
 */
export async function joinSession(): Promise<string | undefined> {
  const token = takeToken()
  const opened = token === undefined ? undefined : await askSession({ token })
  if (opened?.session !== undefined) {
    localStorage.setItem(storedAt, opened.session)
    return opened.session
  }
  const known = localStorage.getItem(storedAt)
  if (known === null) return undefined
  return (await askSession({}, known)) && known
}

/** The token leaves the address at once, so that neither a bookmark nor the history holds it. */
function takeToken(): string | undefined {
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1]
  if (token !== undefined) history.replaceState(null, '', location.pathname)
  return token
}

/**
 * What the server answers; undefined where it refuses. One that cannot be reached does not: the
 * page says so where it matters.
 */
async function askSession(
  body: { token?: string },
  known?: string,
): Promise<{ session?: string } | undefined> {
  try {
    const response = await fetch('/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(known && authorisation(known)) },
      body: JSON.stringify(body),
    })
    return response.ok ? ((await response.json()) as { session?: string }) : undefined
  } catch {
    return {}
  }
}

/** The header by which the server knows a request as one of its own page. */
export const authorisation = (session: string): Record<string, string> => ({
  Authorization: `Bearer ${session}`,
})
