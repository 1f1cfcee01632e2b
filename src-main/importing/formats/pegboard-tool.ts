import { z } from 'zod'
import {
  Annotations,
  DependencyKind,
  StandardisedFields,
  ToolExample,
  Visibility,
} from '../../domain/tool'
import type { JsonObject } from '../../domain/tool'
import type { ToolEntry } from '../catalog/collect-tools'
import type { Report } from '../catalog/report'
import { cleanJson } from '../reading/clean-json'

const DependencyEntry = z.object({
  on: z.string().min(1),
  kind: DependencyKind,
  parameter: z.string().optional(),
  reason: z.string().optional(),
})

/** A tool of our own format; a field that is not of the expected shape is left out, with a row in the report. */
export function readPegboardTool(entry: JsonObject, where: string, report: Report): ToolEntry {
  const safe = cleanJson(entry).value
  const field = <Value>(key: string, shape: z.ZodType<Value>): Value | undefined => {
    if (safe[key] === undefined) return undefined
    const read = shape.safeParse(safe[key])
    if (read.success) return read.data
    const name = typeof entry.name === 'string' ? entry.name : undefined
    const why = `The field ${key} does not have the expected shape and was left out`
    report.add({ outcome: 'altered', where, ...(name && { entry: name }), why })
    return undefined
  }
  return {
    name: entry.name,
    title: entry.title,
    description: entry.description,
    parameters: entry.parameters,
    response: entry.response,
    tags: field('tags', z.array(z.string())),
    visibility: field('visibility', Visibility),
    annotations: field('annotations', Annotations),
    examples: field('examples', z.array(ToolExample)),
    dependencies: field('dependencies', z.array(DependencyEntry)),
    standardised: field('standardised', StandardisedFields),
    entry,
    where,
  }
}
