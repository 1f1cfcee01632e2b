import { createHash } from 'node:crypto'
import type { LintFinding } from '../../domain/catalog/lint'
import { idOf, readInPassing, rememberedOf } from '../../domain/tool/stored-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import { lintedTool } from './linted-tool'
import type { CatalogRule, LintInput, LintRule, LintSubject, Objection, Pause } from './rule'

/**
 * What the rules object to: rule by rule, and by tool. Each tool is read once, and only what is
 * noted of it is kept: a tool that is as it was in another catalog is not read again. The tools are
 * looked at one by one, with `pause` called between any two, so that others have their turn.
 */
export async function lint(
  rules: readonly LintRule[],
  given: LintInput,
  pause: Pause,
  onLooked?: (done: number, total: number) => void,
): Promise<LintFinding[]> {
  const { tools, remarks, tool, tokensOf } = given
  const found = new Map(rules.map(({ id }): [string, LintFinding[]] => [id, []]))
  const add = (findings: readonly LintFinding[]): void => {
    for (const finding of findings) found.get(finding.rule)?.push(finding)
  }
  const notes = new Map(notedBy(rules).map((note): [Note, unknown[]] => [note, []]))
  const look = lookerOf(rules, given)
  for (const [at, entry] of tools.entries()) {
    const looked = look(entry)
    let kind = 0
    for (const ofKind of notes.values()) ofKind.push(looked.notes[kind++])
    add(looked.found)
    if (await pause()) onLooked?.(at + 1, tools.length)
  }
  const subject: LintSubject = {
    tools,
    remarks,
    tool,
    tokensOf,
    graph: await given.graph(),
    read: (at) => readInPassing(tools[at] as CatalogTool),
  }
  for (const rule of rules) {
    const ofRule = rule.ofCatalog
    if (!ofRule) continue
    const objections = await ofRule.objections(notes.get(ofRule.note) ?? [], subject, pause)
    for (const objection of objections) {
      add([findingOf(rule, objection)])
      await pause()
    }
  }
  add(await ofLinked(rules, subject, pause))
  return [...found.values()].flatMap((findings) => findings.sort(byTool))
}

/** What is known of a tool by itself. */
interface Looked {
  /** What the rules noted, in the order of {@link notedBy}. */
  notes: readonly unknown[]
  found: readonly LintFinding[]
}

type Note = CatalogRule['note']

/** The ways in which rules note something, each once. */
const notedBy = (rules: readonly LintRule[]): Note[] => [
  ...new Set(rules.flatMap(({ ofCatalog }) => ofCatalog?.note ?? [])),
]

const lookers = new WeakMap<readonly LintRule[], (entry: CatalogTool) => Looked>()
const NONE: readonly LintFinding[] = []

/** Looks at tools by themselves; what providers refuse is the same for every subject. */
function lookerOf(
  rules: readonly LintRule[],
  { refusalsOf }: LintInput,
): (entry: CatalogTool) => Looked {
  const kinds = notedBy(rules)
  const look =
    lookers.get(rules) ??
    rememberedOf((read, entry): Looked => {
      const tool = lintedTool(read, entry)
      const refusals = once(() => refusalsOf(read))
      const found: LintFinding[] = []
      for (const rule of rules) {
        for (const objection of rule.ofTool?.(tool, refusals) ?? []) {
          found.push(findingOf(rule, objection))
        }
      }
      return {
        notes: kinds.map((note) => note(tool)),
        found: found.length > 0 ? found : NONE,
      }
    })
  lookers.set(rules, look)
  return look
}

function once<Value>(workOut: () => Value): () => Value {
  let known: { value: Value } | undefined
  return () => (known ??= { value: workOut() }).value
}

async function ofLinked(
  rules: readonly LintRule[],
  subject: LintSubject,
  pause: Pause,
): Promise<LintFinding[]> {
  const found: LintFinding[] = []
  for (const entry of subject.tools) {
    await pause()
    if (!subject.graph.needs.get(idOf(entry))?.length) continue
    const tool = lintedTool(readInPassing(entry), entry)
    for (const rule of rules) {
      for (const objection of rule.ofLinked?.(tool, subject) ?? []) {
        found.push(findingOf(rule, objection))
      }
    }
  }
  return found
}

const findingOf = (
  { id, severity }: LintRule,
  { about, ...objection }: Objection,
): LintFinding => ({
  rule: id,
  severity,
  ...objection,
  mark: createHash('sha256')
    .update(about ?? objection.what)
    .digest('hex')
    .slice(0, MARK_LENGTH),
})

/** Hexadecimal digits: 64 bits, of which two texts of one place never agree by chance. */
const MARK_LENGTH = 16

const byTool = (a: LintFinding, b: LintFinding): number =>
  a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0
