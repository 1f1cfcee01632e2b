import type { StageContext } from '../../src-main/pipeline/stage'
import { fakeClock } from './clock'

export const stageContext = (over: Partial<StageContext> = {}): StageContext => ({
  signal: new AbortController().signal,
  clock: fakeClock(),
  degraded: [],
  ...over,
})
