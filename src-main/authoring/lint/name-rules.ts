import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import { sameText } from '../../domain/value/same-text'
import { textNumber } from '../../domain/value/text-number'
import { splitIdentifier } from '../../pipeline/text/analyse'
import { listed, quoted } from './linted-tool'
import { byNotes, type CatalogRule, type LintRule, type Objection } from './rule'

/** What is wrong with what tools are called, and with what providers refuse. */
export const NAME_RULES: readonly LintRule[] = [
  {
    id: 'name-refused',
    severity: 'warning',
    title: 'Name that a provider refuses',
    why: 'A request with such a name fails as a whole, whichever tool is meant.',
    ofTool: ({ id, name }, refusals) =>
      refusals()
        .filter(({ of }) => of === 'name')
        .map(({ providers, why, fix }) => ({
          tool: id,
          where: 'name',
          about: name,
          fix,
          what: `${listed(providers)} ${providers.length === 1 ? 'refuses' : 'refuse'} ${quoted(name)}: ${why}.`,
        })),
  },
  {
    id: 'name-twice',
    severity: 'error',
    title: 'Two tools of one name',
    why: 'A call by that name may reach either of them.',
    ofCatalog: namesakes(exactly, 'has the same name'),
  },
  {
    id: 'name-alike',
    severity: 'warning',
    title: 'Names that differ only in how they are written',
    why: 'A model that writes one of them with another case or dash calls the other.',
    ofCatalog: namesakes(asWords, 'has the same words for a name', ({ tool }) => tool.name),
  },
  {
    id: 'name-shared',
    severity: 'note',
    title: 'One name on several servers',
    why: 'Where tools of both servers are sent together, all but one need another name.',
    ofCatalog: namesakes(
      ({ tool }) => tool.name,
      'has the same name',
      ({ tool }) => tool.server ?? '',
    ),
  },
]

function exactly({ tool }: CatalogTool): string {
  return `${tool.server ?? ''}\n${tool.name}`
}

function asWords({ tool }: CatalogTool): string {
  return `${tool.server ?? ''}\n${sameText(splitIdentifier(tool.name))}`
}

const FIX =
  'Rename one of the two where it comes from, or export names with the server before them.'

type TextOf = (entry: CatalogTool) => string

/**
 * One finding for each tool that has namesakes before it.
 * @param keyOf tools with the same key are namesakes …
 * @param besides … where this is not the same; left out, they are all the same
 */
function namesakes(keyOf: TextOf, what: string, besides?: TextOf): CatalogRule {
  return byNotes(
    ({ entry }) => [textNumber(keyOf(entry)), besides ? textNumber(besides(entry)) : 0] as const,
    async (notes, { read }, pause) => {
      const known = new Map<number, { at: number; own: number }[]>()
      const found: Objection[] = []
      for (const [at, [key, own]] of notes.entries()) {
        await pause()
        const before = known.get(key)
        if (!before) {
          known.set(key, [{ at, own }])
          continue
        }
        const other = before.find((each) => !besides || each.own !== own)
        if (before.length < MOST_COMPARED) before.push({ at, own })
        if (other) found.push(objection(read(other.at), read(at), what))
      }
      return found
    },
  )
}

const objection = (other: CatalogTool, entry: CatalogTool, what: string): Objection => ({
  tool: idOf(entry),
  other: idOf(other),
  where: `beside ${idOf(other)}`,
  fix: FIX,
  about: JSON.stringify([other.tool.name, entry.tool.name]),
  what: `${idOf(other)} ${what}.`,
})

/** Namesakes that each further one is compared with. */
const MOST_COMPARED = 20
