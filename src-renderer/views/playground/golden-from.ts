import type { ActionInput } from '../../../src-main/app/actions'
import type { GoldenQuery } from '../../../src-main/domain/query/golden-set'

type Written = ActionInput<'golden.save'>['query']

/** A query as it was ticked; of the one that it takes the place of, all that still holds of these tools stays. */
export function goldenFrom(written: Written, before: GoldenQuery | undefined): Written {
  if (!before) return written
  const isRight = (tool: string) => written.tools.some((one) => one === tool)
  const grades = Object.entries(before.grades ?? {}).filter(([tool]) => isRight(tool))
  return {
    ...written,
    id: before.id,
    text: before.text,
    ...(before.turns && { turns: before.turns }),
    ...(before.tags && { tags: before.tags }),
    grades: Object.fromEntries(grades),
    calls: (before.calls ?? []).filter(({ tool }) => isRight(tool)),
  }
}
