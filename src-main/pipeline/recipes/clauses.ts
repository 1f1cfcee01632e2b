import { analyser } from '../text/analyse'
import { clauses, readClauses } from '../planning/clauses'

const contentWords = analyser(['stop-words'])

/** The clauses of a request, as every recipe reads them. */
export const clausesOf = readClauses(contentWords)

/** Its wishes alone. */
export const wishesOf = clauses(contentWords)
