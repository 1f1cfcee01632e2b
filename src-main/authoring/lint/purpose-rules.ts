import { idOf } from '../../domain/kept-tool'
import type { CatalogTool } from '../../domain/tool'
import { descriptionOf } from '../../pipeline/knowledge-base/tool-document'
import { buriedPurpose, type BuriedPurpose } from './buried-purpose'
import { quoted } from './linted-tool'
import type { LintRule, Objection } from './rule'

/** The id of the rule whose findings a sentence moved to the front would mend. */
export const PURPOSE_BURIED = 'purpose-buried'

/** Where in a description its purpose stands. */
export const PURPOSE_RULES: readonly LintRule[] = [
  {
    id: PURPOSE_BURIED,
    severity: 'warning',
    title: 'Purpose buried',
    why: 'The first sentence that is a description’s own counts most in a search, and is what an agent reads first.',
    async ofCatalog({ tools, commonTexts }, pause) {
      const common = await commonTexts()
      const objections: Objection[] = []
      for (const entry of tools) {
        const buried = buriedPurpose(entry, common)
        if (buried) objections.push(objectionTo(entry, buried))
        await pause()
      }
      return objections
    },
  },
]

const WHAT: Record<BuriedPurpose['by'], (first: string, purpose: string) => string> = {
  shared: (first, purpose) =>
    `It begins with ${first}, which many tools say; what is its own comes later: ${purpose}.`,
  empty: (first, purpose) => `It begins with ${first}; what it does comes later: ${purpose}.`,
  late: (first, purpose) => `It begins with ${first}; no word of its name comes before ${purpose}.`,
}

const objectionTo = (entry: CatalogTool, { by, first, purpose }: BuriedPurpose): Objection => ({
  ...{ tool: idOf(entry), about: descriptionOf(entry), hasMend: true },
  where: entry.layer.description === undefined ? 'description' : 'retrieval description',
  what: WHAT[by](quoted(first), quoted(purpose)),
  fix:
    by === 'shared'
      ? 'Move it behind the first own sentence, or leave it out.'
      : `Begin with what it does: ${quoted(purpose, 40)}.`,
})
