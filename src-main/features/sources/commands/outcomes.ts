import type { ActionAnswer } from '../../actions'
import { foundText } from '../../../contract/columns/sources'
import type { LayerEffect } from '../../../contract/effect'
import type { SourceGiven, SourceLook } from '../../../contract/source'
import { Problem } from '../../../domain/problem'
import { shownText } from '../../../domain/value/shown-text'
import { effectLines, OF_IMPORT } from '../../../hosts/cli/effect-text'
import { importLines } from '../../../hosts/cli/import-text'
import { allowFlags, lookText } from '../../../hosts/cli/look-text'
import type { CommandSession } from '../../../hosts/cli/session'

export interface Read {
  imported: ActionAnswer<'import.commit'> | ActionAnswer<'import.preview'>
  /** What it does to golden queries, where that can be told. */
  effect?: LayerEffect | undefined
}

/** What became of one source. */
export interface Outcome extends Partial<Read> {
  name: string
  /** Why it was passed over. */
  left?: string
  fault?: Problem
}

interface Asked {
  /** Left out where the workspace is still to be made. */
  dir: string | undefined
  source: SourceGiven
  /** What its configuration asks for. */
  values?: Record<string, string>
  may: {
    /** Whether it may be agreed to at all. */
    agree: boolean
    /** What of the person’s own may go out, by its names. */
    send: 'all' | readonly string[]
  }
}

/**
 * Reads a source once it is agreed to; a source that fails keeps none of the others from being
 * read.
 */
export async function outcomeOf(
  session: CommandSession,
  { dir, source, may, values = {} }: Asked,
  work: () => Promise<Read>,
): Promise<Outcome> {
  const { name } = source
  try {
    const isGiven = Object.keys(values).length > 0
    const look = isGiven
      ? await session.request('sources.agree', { dir, source, values })
      : await session.request('sources.look', { dir, source })
    if (!look.isAgreed && look.missing.length === 0) {
      const names = look.variables.map((variable) => variable.name)
      const variables = names.filter((each) => may.send === 'all' || may.send.includes(each))
      if (!may.agree || variables.length < names.length)
        throw notAgreed(
          name,
          look,
          may.send === 'all' ? [] : names.filter((each) => !(each in values)),
        )
      await session.request('sources.agree', { dir, source, mark: look.mark, variables })
    }
    return { name, ...(await work()) }
  } catch (fault) {
    if (fault instanceof Problem && fault.code !== 'cancelled') return { name, fault }
    throw fault
  }
}

/** @param names what is to be allowed by its name */
const notAgreed = (name: string, look: SourceLook, names: readonly string[]): Problem =>
  new Problem(
    'asks-start',
    `“${shownText(name)}” means ${lookText(look, look.asksAgain ?? 'Nobody agreed to that yet.')}`,
    `If that is what you expect: --allow-start${allowFlags(names)}`,
  )

export const linesOf = ({ name, imported, effect, left, fault }: Outcome): string[] => {
  if (left !== undefined) return [`${shownText(name)}: ${left}`]
  return fault
    ? [`${shownText(name)}: ${fault.message}`, ...(fault.fix ? [`  ${fault.fix}`] : [])]
    : [
        `${shownText(name)}:`,
        ...(imported ? importLines(imported) : []),
        ...(effect ? effectLines(effect, OF_IMPORT) : []),
      ]
}

export const jsonOf = ({ name, imported, effect, left, fault }: Outcome) => ({
  name,
  ...(left !== undefined && { left }),
  ...imported,
  ...(effect && { effect }),
  ...(fault && { error: { code: fault.code, message: fault.message, fix: fault.fix } }),
})

export function failureOf(outcomes: readonly Outcome[]): Problem | undefined {
  const failed = outcomes.filter(({ fault }) => fault)
  const [first] = failed
  if (!first?.fault) return undefined
  const names = failed.map(({ name }) => shownText(name)).join(', ')
  return new Problem(first.fault.code, `Not read: ${names}.`, 'What is above says why.')
}

export function changedSince(outcomes: readonly Outcome[]): Problem | undefined {
  const changed = outcomes.flatMap(({ name, imported }) => {
    if (!imported) return []
    const { added, changed, removed } = imported.change
    const found = { at: '', added: added.total, changed: changed.total, removed: removed.total }
    return found.added + found.changed + found.removed > 0
      ? [`${shownText(name)} (${foundText(found)})`]
      : []
  })
  if (changed.length === 0) return undefined
  return new Problem(
    'conflict',
    `Changed: ${changed.join('; ')}.`,
    'To take it over: pegboard sources refresh.',
  )
}
