import { giveTraits, type Traits } from '../../domain/tool/kept-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import {
  FEWEST_KEPT,
  packJson,
  unpackJson,
  type Derived,
} from '../../pipeline/knowledge-base/derived'

const NAME = 'traits of tools'

/** Tools read to see whether the traits kept are theirs. */
const SAMPLE = 16

/**
 * Gives tools the traits kept of them, if there are any, so that filtering a large catalog need not read every tool.
 * @param tools by id.
 */
export async function giveKeptTraits(
  tools: readonly CatalogTool[],
  derived: Derived,
): Promise<void> {
  if (tools.length < FEWEST_KEPT) return
  const bytes = await derived.read(NAME)
  const kept = (bytes && unpackJson<Traits[]>(bytes)) ?? []
  const step = Math.ceil(tools.length / SAMPLE)
  const isOf = ({ tool }: CatalogTool, at: number) =>
    JSON.stringify(traitsOf(tool)) === JSON.stringify(kept[at])
  const areTheirs =
    kept.length === tools.length && tools.every((entry, at) => at % step > 0 || isOf(entry, at))
  if (areTheirs) kept.forEach((traits, at) => giveTraits(tools[at] as CatalogTool, traits))
}

/** Keeps the traits of tools that have all been read. */
export const keepTraits = (tools: readonly CatalogTool[], derived: Derived): Promise<void> =>
  derived.keep(NAME, packJson(tools.map(({ tool }) => traitsOf(tool))))

const traitsOf = ({ server, tags, visibility }: Traits): Traits => ({ server, tags, visibility })
