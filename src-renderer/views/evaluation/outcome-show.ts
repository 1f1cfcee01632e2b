import type { RouteInput } from '../../../src-main/contract/routes'

/** Which queries of a run to list: all, those that miss some golden tool, those that miss all. */
export type OutcomeShow = NonNullable<RouteInput<'evaluation.outcomes'>['show']>
