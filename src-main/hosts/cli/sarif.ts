import type { FindingRow, RuleRow } from '../../contract/lint'
import { plainText } from '../../domain/value/plain-text'

/** What a report is made of. */
interface Reported {
  version: string
  rules: readonly RuleRow[]
  findings: readonly FindingRow[]
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

/**
 * The place of a tool in a report: a catalog has no lines, so that a name stands for a place (SARIF
 * 2.1.0, section 3.33).
 */
const located = (id: number, tool: string) => ({
  id,
  logicalLocations: [
    { name: plainText(tool), fullyQualifiedName: plainText(tool), kind: 'function' },
  ],
})

/**
 * Findings as a SARIF 2.1.0 log (OASIS, 2020), for programs that gather what linters say. What was
 * set aside is in it as suppressed, and each result has a fingerprint that lasts as long as its
 * text.
 */
export function sarifLog({ version, rules, findings }: Reported) {
  const indices = new Map(rules.map(({ id }, index) => [id, index]))
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Pegboard',
            version,
            rules: rules.map(({ id, severity, title, why, isOn }) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: why },
              defaultConfiguration: { level: severity, enabled: isOn },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, indices.get(finding.rule) ?? -1)),
      },
    ],
  }
}

const resultOf = (
  { rule, severity, tool, other, where, what, fix, mark, setAside }: FindingRow,
  ruleIndex: number,
) => ({
  ruleId: rule,
  ruleIndex,
  level: severity,
  message: { text: plainText(`${tool}, ${where}: ${what} ${fix}`) },
  locations: [located(0, tool)],
  ...(other !== undefined && { relatedLocations: [located(1, other)] }),
  partialFingerprints: { 'pegboardText/v1': mark, 'pegboardPlace/v1': plainText(where) },
  ...(setAside && {
    suppressions: [{ kind: 'external', justification: plainText(setAside.reason) }],
  }),
})
