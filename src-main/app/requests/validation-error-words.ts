/** What `askModel` says of an answer that is none. */
const PROSE = 'it is not JSON'

const MOST_FAULTS = 4

/**
 * Why a model's answer could not be used, as a person reads it: `parameters leaves out “date”`,
 * rather than a mark and a place below it.
 */
export const validationErrorWords = (fault: string): string =>
  fault === PROSE ? 'the model answered in prose, or not at all' : inOneLine(fault)

const inOneLine = (fault: string): string =>
  fault
    .split(/^✖ /m)
    .filter((part) => part.trim() !== '')
    .slice(0, MOST_FAULTS)
    .map((part) => {
      const [why = '', place] = part.trim().split(/\n\s*→ at /)
      return place ? `${place} ${why}` : why
    })
    .join('; ')
