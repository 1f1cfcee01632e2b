import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Problem } from '../../domain/problem'
import type { JsonObject } from '../../domain/tool/tool'
import { parseExact } from '../../domain/value/exact-json'
import type { CommandSession } from './session'

/** A JSON object as it was given: its text, or the path of a file that holds it. @throws Problem that says what `of` it was to be. */
export async function jsonArgument(
  { terminal }: CommandSession,
  given: string,
  of: string,
): Promise<JsonObject> {
  const isText = given.trimStart().startsWith('{')
  const path = resolve(terminal.cwd(), given)
  const fix = `Give ${of}, { … }, or the path of a file that holds one.`
  const text = isText
    ? given
    : await readFile(path, 'utf8').catch(() => {
        throw new Problem('not-found', `${path} cannot be read.`, fix)
      })
  const value = parsed(text, isText ? 'What is given' : path, fix)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as JsonObject
  }
  throw new Problem('bad-input', `${isText ? 'What is given' : path} is no JSON object.`, fix)
}

function parsed(text: string, what: string, fix: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw new Problem('bad-input', `${what} is no JSON: ${why}`, fix)
  }
}
