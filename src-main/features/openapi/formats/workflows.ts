import type { Dependency, JsonObject, JsonValue, Tool, ToolId } from '../../../domain/tool/tool'
import { counted } from '../../../domain/value/quantity'
import { causes, type Report } from '../../../importing/catalog/report'
import { cleanLine } from '../../../importing/reading/clean-json'
import { isObject } from '../../../importing/reading/parse-json'
import type { Document } from './documents'
import { fileBehind } from './references'

/** A tool, and the operation that it was made of. */
export interface FiledOperation {
  tool: Tool
  id: string | undefined
  method: string
  path: string
}

/** Workflows and steps that are looked at: more than people write. */
const MOST_WORKFLOWS = 1_000
const MOST_STEPS = 500
/** Edges of one tool. */
const MOST_EDGES = 100
/** Characters of what a step sends that are looked through. */
const LONGEST = 100_000

/** What steps say of the tools that they call: which needs which. */
interface StepEdges {
  /** Adds an edge, unless it is known; gives whether it was added. */
  add(from: ToolId, edge: Dependency): boolean
  /** The tools with their edges. */
  in(tools: Tool[]): Tool[]
}

export function stepEdges(): StepEdges {
  const edges = new Map<ToolId, Dependency[]>()
  return {
    add(from, edge) {
      const known = edges.get(from) ?? []
      const { on, parameter } = edge
      const isKnown = known.some((each) => each.on === on && each.parameter === parameter)
      if (from === on || isKnown || known.length === MOST_EDGES) return false
      edges.set(from, [...known, edge])
      return true
    },
    in: (tools) =>
      tools.map((tool) => {
        const dependencies = edges.get(tool.id)
        return dependencies ? { ...tool, dependencies } : tool
      }),
  }
}

interface Target {
  /** An Arazzo document (1.x). */
  document: Document
  /** Operations by the path of their document. */
  filed: ReadonlyMap<string, readonly FiledOperation[]>
  report: Report
  edges: StepEdges
}

/** Adds what the steps of an Arazzo document say of the tools that they call. */
export function addWorkflows({ document, filed, report, edges }: Target): void {
  const lost = causes('steps')
  const operations = operationsNamed(document, filed)
  const read = objectsIn(document.root.workflows)
    .slice(0, MOST_WORKFLOWS)
    .map((workflow) => readWorkflow(workflow, { document, operations, lost }))
  let count = 0
  const add = (from: ToolId, edge: Dependency): void => {
    if (edges.add(from, edge)) count += 1
  }
  const lastOf = new Map(read.map(({ id, steps }) => [id, steps.at(-1)]))
  for (const { name, steps, after } of read) {
    addSteps(steps, name, add)
    const [first] = steps
    for (const id of after) {
      const last = lastOf.get(id)
      const reason = `The workflow ${name} depends on the workflow “${id}”, which ends with it.`
      if (first && last) add(first.tool.id, { on: last.tool.id, kind: 'tool-direct', reason })
    }
  }
  lost.report(report)
  const edgesFound = counted(count, 'dependency', 'dependencies')
  const why = `Steps of workflows gave ${edgesFound} between tools`
  report.add({ outcome: 'notice', where: document.path, why })
}

interface Step {
  id: string
  tool: Tool
  /** What it sends, with the parameter of the tool that takes it, where that is known. */
  sent: { value: string; parameter: string | undefined }[]
  after: string[]
}

type Add = (from: ToolId, edge: Dependency) => void

function addSteps(steps: readonly Step[], workflow: string, add: Add): void {
  const byId = new Map<string, Step>()
  for (const [at, step] of steps.entries()) {
    const { id, tool, sent, after } = step
    const earlier = (name: string | undefined) => byId.get(name ?? '')
    const sources = sent.flatMap(({ value, parameter }) =>
      [...value.matchAll(OUTPUT)].flatMap(([, from, output]) => {
        const source = earlier(from)
        return source ? [{ source, output, parameter }] : []
      }),
    )
    for (const { source, output, parameter } of sources) {
      const what = parameter === undefined ? 'what it sends' : `its parameter ${parameter}`
      add(tool.id, {
        on: source.tool.id,
        kind: parameter === undefined ? 'tool-direct' : kindFor(tool, parameter),
        ...(parameter !== undefined && { parameter }),
        reason: `In the workflow ${workflow}, step “${id}” takes ${what} from “${output}” of step “${source.id}”.`,
      })
    }
    for (const name of after) {
      const source = earlier(name)
      const reason = `In the workflow ${workflow}, step “${id}” depends on step “${name}”.`
      if (source) add(tool.id, { on: source.tool.id, kind: 'tool-direct', reason })
    }
    const before = steps[at - 1]
    if (before && sources.length === 0 && after.length === 0) {
      const reason = `In the workflow ${workflow}, step “${id}” comes after step “${before.id}”.`
      add(tool.id, { on: before.tool.id, kind: 'tool-indirect', reason })
    }
    byId.set(id, step)
  }
}

/** What an earlier step gave, as a runtime expression of Arazzo names it. */
const OUTPUT = /\$steps\.([A-Za-z0-9_-]{1,100})\.outputs\.([A-Za-z0-9_-]{1,100})/g

const kindFor = ({ parameters }: Tool, parameter: string): Dependency['kind'] =>
  Array.isArray(parameters.required) && parameters.required.includes(parameter)
    ? 'parameter-direct'
    : 'parameter-indirect'

interface Around {
  document: Document
  operations: (step: JsonObject) => FiledOperation | undefined
  lost: ReturnType<typeof causes>
}

function readWorkflow(workflow: JsonObject, { document, operations, lost }: Around) {
  const id = text(workflow.workflowId) ?? '?'
  const steps = objectsIn(workflow.steps)
    .slice(0, MOST_STEPS)
    .flatMap((step): Step[] => {
      const name = text(step.stepId) ?? '?'
      const operation = operations(step)
      if (operation) {
        const { tool } = operation
        return [
          { id: name, tool, sent: sentBy(step, tool, document), after: texts(step.dependsOn) },
        ]
      }
      const called = text(step.operationId) ?? text(step.operationPath)
      if (called !== undefined) {
        const where = `${document.path}, workflow ${id}`
        const why = 'A step names an operation that is not imported; it is left out of the order'
        const fix = 'Import the folder that holds the workflow and the documents that it names.'
        lost.add({ outcome: 'notice', where, entry: name, why, detail: `“${called}”`, fix })
      }
      return []
    })
  return { id, name: `“${text(workflow.summary) ?? id}”`, steps, after: texts(workflow.dependsOn) }
}

/** Finds the operation that a step names, by its id or its path. */
function operationsNamed(
  { path, root }: Document,
  filed: Target['filed'],
): (step: JsonObject) => FiledOperation | undefined {
  const sources = new Map(
    objectsIn(root.sourceDescriptions).flatMap(({ name, url }): [string, Index][] => {
      const file = typeof url === 'string' ? fileBehind(url, path) : undefined
      const found = typeof file === 'string' ? filed.get(file) : undefined
      return typeof name === 'string' && found ? [[name, indexOf(found)]] : []
    }),
  )
  const known = sources.size > 0 ? [...sources.values()] : [...filed.values()].map(indexOf)
  const among = (source: string | undefined): (Index | undefined)[] =>
    source === undefined ? known : [sources.get(source)]
  const first = (source: string | undefined, key: string): FiledOperation | undefined =>
    among(source)
      .map((index) => index?.get(key))
      .find((operation) => operation !== undefined)
  return ({ operationId, operationPath }) => {
    if (typeof operationId === 'string') {
      const [, source, own] = /^\$sourceDescriptions\.([^.]+)\.(.+)$/.exec(operationId) ?? []
      return first(source, idKey(own ?? operationId))
    }
    if (typeof operationPath !== 'string') return undefined
    const [, source] = /\$sourceDescriptions\.([^.}]+)/.exec(operationPath) ?? []
    const [, place, method] = /#\/paths\/([^/]+)\/([^/]+)$/.exec(operationPath) ?? []
    const isWhole = place !== undefined && method !== undefined
    return isWhole ? first(source, placeKey(method, decoded(place))) : undefined
  }
}

/** Operations of one document, by their ids and their places. */
type Index = ReadonlyMap<string, FiledOperation>

const idKey = (id: string): string => `id ${id}`
const placeKey = (method: string, path: string): string => `${method.toLowerCase()} ${path}`

const indexOf = (filed: readonly FiledOperation[]): Index =>
  new Map(
    [...filed].reverse().flatMap((operation): [string, FiledOperation][] => {
      const { id, method, path } = operation
      const place: [string, FiledOperation] = [placeKey(method, path), operation]
      return id === undefined ? [place] : [place, [idKey(id), operation]]
    }),
  )

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}

/** What a step sends: its parameters, and the fields of its body or the body as a whole. */
function sentBy(step: JsonObject, { source }: Tool, { root }: Document): Step['sent'] {
  const places = source.context?.parameters
  const parameterOf = (place: JsonValue | undefined, name: JsonValue | undefined) =>
    Object.entries(isObject(places) ? places : {}).find(
      ([, at]) => isObject(at) && at.name === name && (place === undefined || at.in === place),
    )?.[0]
  const components = isObject(root.components) ? root.components.parameters : undefined
  const parameters = objectsIn(step.parameters).map((written) => {
    const [, name = ''] =
      /^\$components\.parameters\.(.+)$/.exec(text(written.reference) ?? '') ?? []
    const shared = isObject(components) && Object.hasOwn(components, name) ? components[name] : {}
    const parameter = { ...(isObject(shared) ? shared : {}), ...written }
    return {
      value: written.value ?? parameter.value,
      parameter: parameterOf(parameter.in, parameter.name),
    }
  })
  const { payload, replacements } = isObject(step.requestBody) ? step.requestBody : {}
  const fields = isObject(payload)
    ? Object.entries(payload).map(([name, value]) => ({
        value,
        parameter: parameterOf('body', name),
      }))
    : [{ value: payload, parameter: undefined }]
  const replaced = objectsIn(replacements).map(({ target, value }) => {
    const [, name] = /^\/([^/]+)/.exec(text(target) ?? '') ?? []
    return { value, parameter: parameterOf('body', name) }
  })
  return [...parameters, ...fields, ...replaced].flatMap(({ value, parameter }) =>
    value === undefined ? [] : [{ value: JSON.stringify(value).slice(0, LONGEST), parameter }],
  )
}

const objectsIn = (list: JsonValue | undefined): JsonObject[] =>
  Array.isArray(list) ? list.filter(isObject) : []

/** A line of a file that is short enough to stand in a reason. */
const text = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? cleanLine(value).slice(0, 200) : undefined

const texts = (list: JsonValue | undefined): string[] =>
  Array.isArray(list) ? list.flatMap((each) => text(each) ?? []) : []
