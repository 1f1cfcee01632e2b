import type { ProblemReport, Reply } from '../../src-main/contract/reply'

export function failure(code: ProblemReport['code'], message: string, fix?: string): Reply<never> {
  return { ok: false, error: { code, message, fix } }
}
