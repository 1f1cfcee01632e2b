import type { LayerEffect } from '../../contract/effect'
import type { FindingRow } from '../../contract/lint'
import type { ToolId } from '../../domain/tool/tool'
import { effectLines, NOT_NAMED } from './effect-text'
import { plainText } from './print-table'
import type { CommandSession } from './session'

/** Findings whose effect is measured at once: of each, golden queries are asked twice. */
const MOST_MEASURED = 20

/** What mending one finding would do to golden queries. */
export interface MendEffect {
  rule: string
  tool: ToolId
  /** Absent where no golden query names the tool or one like it. */
  effect?: LayerEffect
}

/**
 * Measures what mending findings would do, of the first that a mend is known of. Nothing is
 * written.
 */
export async function mendEffects(
  session: CommandSession,
  dir: string,
  rows: readonly FindingRow[],
): Promise<MendEffect[]> {
  const effects: MendEffect[] = []
  for (const { rule, tool } of rows.filter(({ hasMend }) => hasMend).slice(0, MOST_MEASURED)) {
    const { layer } = await session.request('lint.mend', { dir, tool, rule })
    if (layer === undefined) continue
    const { effect } = await session.request('effect.measure', { dir, id: tool, layer })
    effects.push({ rule, tool, ...(effect && { effect }) })
  }
  return effects
}

/** Measured effects as lines to print. */
export function mendEffectLines(
  effects: readonly MendEffect[],
  rows: readonly FindingRow[],
): string[] {
  const mendable = rows.filter(({ hasMend }) => hasMend).length
  if (mendable === 0) return ['No finding listed here has a fix whose effect can be measured.']
  const count = effects.length === mendable ? '' : ` (${effects.length} of ${mendable} findings)`
  return [
    `Measured effect of the simplest fix${count}; nothing is written:`,
    ...effects.flatMap(({ tool, rule, effect }) => [
      `  ${plainText(tool)} (${rule})`,
      ...(effect ? effectLines(effect) : [NOT_NAMED]).map((line) => `    ${line}`),
    ]),
  ]
}
