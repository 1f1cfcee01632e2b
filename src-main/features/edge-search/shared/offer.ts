/** What is said once an import is done that offers to look for edges. */
export const EDGES_OFFER =
  'No tool here says which other tools it needs, such as a login before a booking; Pegboard can propose that, for you to accept or reject.'
