/**
 * A tool's name or id as it is compared, whichever way a client writes it: `GitHub/create-issue`,
 * `github__create_issue` and `GitHub/create issue` give `github/create_issue`.
 */
export const comparedName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll('__', '/')
    .replace(/[^\p{L}\p{N}/]+/gu, '_')

/** What stands behind the last `/` of a compared name. */
export const lastPart = (compared: string): string => compared.slice(compared.lastIndexOf('/') + 1)
