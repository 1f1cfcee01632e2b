/**
 * Says that a value could not be held against its schema, and why: a clause that goes on after
 * “could not be checked, as”.
 */
export class Unchecked extends Error {
  override readonly name = 'Unchecked'
}
