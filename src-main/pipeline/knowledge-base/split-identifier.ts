/** What may hold an identifier: a chunk without capitals, digits and joining marks is a plain word. */
const SUSPECT = /[\p{Lu}\p{N}_.\-/]/u

/**
 * An identifier written as words: `getTeamStats`, `get_team_stats` and `get-team-stats` give `get Team Stats`,
 * `get team stats` and `get team stats`; `HTTPServer2` gives `HTTP Server 2`. Text without identifiers stays as it is.
 * Toolshed, section 3.1: names are embedded with spaces.
 */
export const splitIdentifier = (text: string): string =>
  text.replace(/\S+/g, (chunk) => (SUSPECT.test(chunk) ? splitChunk(chunk) : chunk))

const splitChunk = (chunk: string): string =>
  chunk
    .replace(/(?<=[\p{L}\p{N}])[_.\-/]+(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/(?<=\p{L}{2})(?=\p{N})/gu, ' ')
