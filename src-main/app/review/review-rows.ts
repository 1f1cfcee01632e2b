import type { ReviewRow } from '../../contract/review'
import { addedTexts, textsOfPart } from '../../authoring/gate/gate'
import type { TextProposal } from '../../domain/proposal/text'
import type { Catalog } from '../workspaces/catalog'
import { acceptedPart, partInForce } from './accepted-part'
import type { Measures } from './stored-measures'
import { faultOf, isGone, stateOf } from './proposed-texts'

/** Characters of a proposal that a list shows. */
const SHOWN = 160

export interface Rows {
  catalog: Catalog
  measures: Measures
  isStale: (proposal: TextProposal) => boolean
}

/** A proposal as a list shows it. */
export function rowOf(proposal: TextProposal, { catalog, measures, isStale }: Rows): ReviewRow {
  const { id, tool, part, origin } = proposal
  const entry = catalog.has(tool) ? catalog.tool(tool) : undefined
  const state = stateOf(proposal)
  const gate = entry && state !== 'accepted' ? measures.of(proposal) : undefined
  const fault = state === 'accepted' ? undefined : faultOf(proposal, entry)
  return {
    id,
    tool,
    name: entry?.tool.name ?? tool,
    part,
    origin,
    state,
    text: textOf(proposal, catalog),
    ...(gate && { gate }),
    isGone: isGone(catalog, proposal),
    isStale: state !== 'accepted' && isStale(proposal),
    ...(fault !== undefined && { fault }),
  }
}

function textOf(proposal: TextProposal, catalog: Catalog): string {
  const { part, tool, proposed } = proposal
  const all = textsOfPart(part, proposed)
  const entry = catalog.has(tool) ? catalog.tool(tool) : undefined
  const added =
    entry && typeof proposed[part] === 'object'
      ? addedTexts(part, { now: partInForce(entry, part), then: acceptedPart(entry, proposal) })
      : all
  const text = (added.length > 0 ? added : all).slice(0, SHOWN).join(' · ')
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text
}
