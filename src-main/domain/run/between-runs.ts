import { embedderTitle } from '../model/names'
import { areOnSameCatalog } from './comparable-runs'
import type { Run } from './run'

/**
 * What a run was measured on that is another than its baseline was, besides recipe and options: it
 * may be so on purpose. Each in words.
 */
export function otherThanBaseline(run: Run, baseline: Run): string[] {
  return [
    ...(areOnSameCatalog(run, baseline) ? [] : [catalogText(run, baseline)]),
    ...embedderTexts(run, baseline),
    ...(isOther(run.provenance?.model, baseline.provenance?.model) ? ['another chat model'] : []),
  ]
}

function catalogText({ catalog: now }: Run, { catalog: was }: Run): string {
  return now.tools === was.tools
    ? 'other texts of the catalog'
    : `a catalog of ${now.tools} tools, the baseline of ${was.tools}`
}

function embedderTexts(run: Run, baseline: Run): string[] {
  const now = run.embedder
  const was = baseline.embedder
  if (now === undefined || was === undefined) return []
  if (now !== was) return [`${embedderTitle(now)}, the baseline ${embedderTitle(was)}`]
  const isOtherVersion = isOther(run.provenance?.embedder, baseline.provenance?.embedder)
  return isOtherVersion ? [`another version of ${embedderTitle(now)}`] : []
}

/** Of recipes of which one has no part in it, nothing is told. */
const isOther = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other
