import type { FindingRow } from '../../../src-main/contract/lint'

/** What a finding is known by, whatever its text says. */
export const findingKey = ({ rule, tool, where }: FindingRow): string => `${rule} ${tool} ${where}`
