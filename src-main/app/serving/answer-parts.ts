import { answerParts, type AnswerParts } from '../../answers/answer-parts'
import type { AnswerForm } from '../../domain/agent/answer-form'
import type { ToolId } from '../../domain/tool/tool'
import type { AppContext } from '../context'
import type { Catalog } from '../workspaces/catalog'
import type { OwnParametersOf } from './own-parameters'
import { servedTool } from './served-tool'
import type { ToolNaming } from './tool-naming'

/** By tool, name and form, as long as the catalog lives. */
const known = new WeakMap<Pick<Catalog, 'tool'>, Map<string, AnswerParts>>()
/** Tools that are kept so: more are taken apart again. */
const MOST_KEPT = 5_000

/** How tools are called, and what of them is not shown. */
export interface HowServed {
  naming: ToolNaming
  own: OwnParametersOf
}

/** A tool in pieces with their tokens, as an agent is given it. */
export function partsOf(
  { tokenCounter }: Pick<AppContext, 'tokenCounter'>,
  catalog: Pick<Catalog, 'tool'>,
  { id, compact, ...how }: Pick<AnswerForm, 'compact'> & { id: ToolId } & HowServed,
): AnswerParts {
  const name = how.naming.nameOf(id)
  const rules = [...how.own(id).values()]
  const made = known.get(catalog) ?? new Map<string, AnswerParts>()
  known.set(catalog, made)
  const key = JSON.stringify([id, name, compact, rules])
  const before = made.get(key)
  if (before) return before
  const tool = servedTool(catalog, id, how)
  const parts = answerParts(tool, { compact }, (text) => tokenCounter.count(text).tokens)
  if (made.size >= MOST_KEPT) made.clear()
  made.set(key, parts)
  return parts
}
