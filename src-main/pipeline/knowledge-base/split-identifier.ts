/**
 * Identifiers within a text written as words: `getTeamStats`, `get_team_stats` and `get-team-stats` give `get Team Stats`,
 * `get team stats` and `get team stats`; `HTTPServer2` gives `HTTP Server 2`. Text without identifiers stays as it is.
 * Toolshed, section 3.1: names are embedded with spaces.
 */
export const splitIdentifier = (text: string): string =>
  text
    .replace(/(?<=[\p{L}\p{N}])[_.\-/]+(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/(?<=\p{L}{2})(?=\p{N})/gu, ' ')
