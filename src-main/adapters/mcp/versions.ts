/** The version in which nobody is greeted any more. */
export const STATELESS = '2026-07-28'
/** The last version in which one is. */
export const GREETED = '2025-11-25'

/**
 * @param hasEnded whether its program ended: some do at the first question that they do not know
 */
export function nextQuestion(
  protocol: string | undefined,
  hasEnded: boolean,
): { protocol: string | undefined } | undefined {
  if (hasEnded) return protocol === GREETED ? undefined : { protocol: GREETED }
  return protocol === undefined ? undefined : { protocol: undefined }
}
