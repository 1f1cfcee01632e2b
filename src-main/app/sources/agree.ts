import type { SourceLook } from '../../contract/source'
import { consentLines, sentText } from '../../contract/consent-text'
import { startText } from '../../contract/start-text'
import type { Origin } from '../../domain/catalog/source'
import { Problem } from '../../domain/problem'
import { shownText } from '../../domain/value/shown-text'
import type { AppContext } from '../context'
import { confirmed } from '../confirmed'
import { lacksValues } from './read-source'
import { reach } from './reach'

interface Agreeing {
  name: string
  origin: Origin
  /** Of what was looked at. */
  mark: string
  /** What of the person’s own may go out, by its names. */
  variables: readonly string[]
}

/**
 * Agrees to just what was looked at. @throws Problem `conflict` where it has become something else,
 * `asks-start` where something goes out that was not allowed by its name, `cancelled` where the
 * person says no.
 */
export async function agreeTo(
  context: AppContext,
  { name, origin, mark, variables }: Agreeing,
  signal: AbortSignal,
): Promise<SourceLook> {
  const { look, known } = await reach(context, origin)
  if (look.missing.length > 0) throw lacksValues(name, look)
  checkMark(look, mark)
  checkAllowed(name, look, variables)
  if (!look.isAgreed) {
    const message = `Agree to what “${shownText(name)}” does?`
    await confirmed(context, { message, lines: consentLines(look) }, signal)
  }
  await context.agreements.add(mark, known)
  const { asksAgain: _, ...agreed } = look
  return { ...agreed, isAgreed: true }
}

/** @throws Problem `conflict`. */
export function checkMark(look: SourceLook, mark: string): void {
  if (mark === look.mark) return
  const what = `What is to be agreed to has changed: it is ${startText(look)} now.`
  throw new Problem('conflict', what, 'Look at it again.')
}

function checkAllowed(name: string, look: SourceLook, allowed: readonly string[]): void {
  const left = look.variables.filter((variable) => !allowed.includes(variable.name))
  if (left.length === 0) return
  const told = left.map((variable) => sentText(variable, look)).join('; ')
  throw new Problem(
    'asks-start',
    `Of “${shownText(name)}” it was not allowed that ${told}.`,
    'Allow each by its name, if that is what you expect.',
  )
}
