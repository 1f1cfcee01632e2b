import { idOf } from '../../domain/tool/kept-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import { sameText } from '../../domain/value/same-text'
import { splitIdentifier } from '../../pipeline/text/analyse'
import { listed, quoted } from './linted-tool'
import type { LintRule, LintSubject, Objection, Pause } from './rule'

/** What is wrong with what tools are called, and with what providers refuse. */
export const NAME_RULES: readonly LintRule[] = [
  {
    id: 'name-refused',
    severity: 'warning',
    title: 'Name that a provider refuses',
    why: 'A request with such a name fails as a whole, whichever tool is meant.',
    ofTool: ({ entry, id, name }, subject) =>
      subject
        .refusalsOf(entry)
        .filter(({ of }) => of === 'name')
        .map(({ providers, why, fix }) => ({
          ...{ tool: id, where: 'name', about: name, fix },
          what: `${listed(providers)} ${providers.length === 1 ? 'refuses' : 'refuse'} ${quoted(name)}: ${why}.`,
        })),
  },
  {
    id: 'name-twice',
    severity: 'error',
    title: 'Two tools of one name',
    why: 'A call by that name may reach either of them.',
    ofCatalog: ({ tools }, pause) =>
      namesakes(tools, { keyOf: exactly, what: 'has the same name', pause }),
  },
  {
    id: 'name-alike',
    severity: 'warning',
    title: 'Names that differ only in how they are written',
    why: 'A model that writes one of them with another case or dash calls the other.',
    ofCatalog: ({ tools }, pause) =>
      namesakes(tools, {
        keyOf: asWords,
        what: 'has the same words for a name',
        pause,
        isOther: (one, other) => one.tool.name !== other.tool.name,
      }),
  },
  {
    id: 'name-shared',
    severity: 'note',
    title: 'One name on several servers',
    why: 'Where tools of both servers are sent together, all but one need another name.',
    ofCatalog: ({ tools }, pause) =>
      namesakes(tools, {
        keyOf: ({ tool }) => tool.name,
        what: 'has the same name',
        pause,
        isOther: (one, other) => (one.tool.server ?? '') !== (other.tool.server ?? ''),
      }),
  },
]

const exactly = ({ tool }: CatalogTool): string => JSON.stringify([tool.server ?? '', tool.name])

const asWords = ({ tool }: CatalogTool): string =>
  JSON.stringify([tool.server ?? '', sameText(splitIdentifier(tool.name))])

interface Sought {
  /** Tools with the same key are namesakes … */
  keyOf: (entry: CatalogTool) => string
  what: string
  pause: Pause
  /** … where this holds as well. */
  isOther?: (one: CatalogTool, other: CatalogTool) => boolean
}

const FIX =
  'Rename one of the two where it comes from, or export names with the server before them.'

/** One finding for each tool that has namesakes before it. */
async function namesakes(
  tools: LintSubject['tools'],
  { keyOf, what, pause, isOther = () => true }: Sought,
): Promise<Objection[]> {
  const known = new Map<string, CatalogTool[]>()
  const found: Objection[] = []
  for (const entry of tools) {
    await pause()
    const key = keyOf(entry)
    const before = known.get(key)
    if (!before) {
      known.set(key, [entry])
      continue
    }
    const other = before.find((each) => isOther(each, entry))
    if (before.length < MOST_COMPARED) before.push(entry)
    if (!other) continue
    found.push({
      ...{ tool: idOf(entry), other: idOf(other), where: `beside ${idOf(other)}`, fix: FIX },
      about: JSON.stringify([other.tool.name, entry.tool.name]),
      what: `${idOf(other)} ${what}.`,
    })
  }
  return found
}

/** Namesakes that each further one is compared with. */
const MOST_COMPARED = 20
