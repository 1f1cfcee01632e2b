import type { FindingRow } from '../../../../src-main/contract/lint-routes'

/** What a finding is known by, whatever its text says. */
export const findingKey = ({ rule, tool, where }: FindingRow): string => `${rule} ${tool} ${where}`
