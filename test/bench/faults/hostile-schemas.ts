import { json, list, mapOf, repeated, tool } from './hostile-parts'
import type { TrialFile } from './trial'

/** Schemas that lead round in circles, or to more than there is. */
export const HOSTILE_SCHEMAS: Record<string, (size: number) => TrialFile[]> = {
  'references in a circle': (size) => {
    const count = Math.floor(size / 60)
    const $defs = mapOf(count, (at) => ({ $ref: `#/$defs/p${(at + 1) % count}` }))
    return json(tool('circle', { $defs, properties: mapOf(50, (at) => $defs[`p${at}`] ?? {}) }))
  },
  'references to itself': (size) =>
    json(tool('itself', { properties: mapOf(size / 20, () => ({ $ref: '#' })) })),
  'references that double': (size) =>
    doubling(size, (next) => ({ properties: { a: next, b: next } })),
  'choices that double': (size) => doubling(size, (next) => ({ anyOf: [next, next] })),
  'allOf that doubles': (size) => doubling(size, (next) => ({ allOf: [next, next] })),
  'an allOf tree': (size) => {
    const tree = (left: number): object =>
      left < 60 ? { properties: { a: {} } } : { allOf: [tree(left / 2), tree(left / 2)] }
    return json(tool('tree', tree(size)))
  },
  'an allOf of many': (size) =>
    json(tool('all', { allOf: list(size / 50, (at) => ({ properties: { [`a${at}`]: {} } })) })),
  'a long reference': (size) =>
    json(tool('long', { properties: { a: { $ref: `#${repeated('/$defs/a~1~0', size)}` } } })),
  'required that is not there': (size) =>
    json(tool('required', { required: list(size / 10, (at) => `r${at}`) })),
  'patterns that are hostile': (size) =>
    json(tool('pattern', { properties: { a: { pattern: repeated('(a+)+$|', size) } } })),
}

/** A chain of definitions, each of which leads to the next one twice. */
function doubling(size: number, twice: (next: object) => object): TrialFile[] {
  const $defs = mapOf(size / 100, (at) => twice({ $ref: `#/$defs/p${at + 1}` }))
  return json(tool('doubling', { $defs, properties: { a: { $ref: '#/$defs/p0' } } }))
}
