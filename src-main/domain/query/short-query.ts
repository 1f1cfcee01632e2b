/** Characters of a query that is quoted in a line. */
const QUOTED = 80

export const shortQuery = (query: string): string =>
  query.length <= QUOTED ? query : `${query.slice(0, QUOTED).toWellFormed().trimEnd()} …`
