import { basename } from 'node:path'
import { shownText } from '../../domain/value/shown-text'
import { named } from '../../domain/value/json'
import type { Agreed } from '../../ports/agreements'
import type { CodeFile } from '../../ports/programs'
import type { AppContext } from '../context'

/** What is agreed to, by its parts. */
export interface Stands {
  program?: string | undefined
  path?: string | undefined
  code?: readonly CodeFile[] | undefined
  /** What each part says, by what a sentence calls it. */
  parts: Readonly<Record<string, unknown>>
}

/** The same, as it is kept: what may be secret is a mark. */
export const keptOf = async (
  { agreements }: Pick<AppContext, 'agreements'>,
  { parts, ...rest }: Stands,
  marks: Pick<Agreed, 'mark' | 'before'>,
): Promise<Agreed> => ({ ...rest, ...marks, parts: await agreements.marksOf(parts) })

/** An agreement of a version that kept less: it holds for no more than it said. */
export const AGREED_TO_LESS =
  'You agreed to this before Pegboard showed which variables go out and looked into the files that run.'

/**
 * Why something is asked for again, in sentences; nothing where nothing is found to have changed.
 */
export function whatChanged(before: Agreed, now: Agreed): string | undefined {
  const sentences = [...programChange(before, now), ...codeChanges(before, now)]
  const parts = partChanges(before.parts, now.parts)
  if (parts.length > 0) sentences.push(`Changed since you agreed: ${parts.join(', ')}.`)
  if (sentences.length === 0 && before.mark !== now.mark)
    sentences.push('It is no longer just what you agreed to.')
  return sentences.length > 0 ? sentences.join(' ') : undefined
}

function programChange({ program: before }: Agreed, { program }: Agreed): string[] {
  if (before === undefined || program === undefined || before === program) return []
  return [`It was found at ${shownText(before)} when you agreed, and is ${shownText(program)} now.`]
}

function codeChanges(before: Agreed, now: Agreed): string[] {
  if (!before.code || !now.code) return []
  const known = new Map(before.code.map((file) => [file.path, file]))
  const isOther = before.program !== now.program
  const changed = now.code.flatMap(({ path, as, digest }) => {
    const file = known.get(path)
    known.delete(path)
    if (file) return file.digest === digest ? [] : [`${nameOf(path)} has changed since you agreed.`]
    return isOther && as === 'program' ? [] : [`It runs ${shownText(path)} now.`]
  })
  const gone = [...known.values()].flatMap(({ path, as }) =>
    isOther && as === 'program' ? [] : [`It no longer runs ${shownText(path)}.`],
  )
  return [...changed, ...gone]
}

const nameOf = (path: string): string => shownText(basename(path))

function partChanges(before: Agreed['parts'], now: Agreed['parts']): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...names].filter((name) => named(before, name) !== named(now, name)).map(shownText)
}
