/** Of a logged query that is to be edited; who named it knows which. */
export const NOT_THERE = 'This logged query is not there any more.'
