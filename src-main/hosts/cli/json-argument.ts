import { resolve } from 'node:path'
import { Problem } from '../../domain/problem'
import type { JsonObject } from '../../domain/tool/tool'
import { parseExact } from '../../domain/value/exact-json'
import type { CommandSession } from './session'
import { textOfFile } from './text-of-file'

/**
 * A JSON object as it was given: its text, or the path of a file that holds it.
 * @throws Problem that says what `of` it was to be.
 */
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
    : await textOfFile(path).catch((error: unknown) => {
        const why = error instanceof Problem ? error.message : ''
        throw new Problem('not-found', `${path} cannot be read. ${why}`.trimEnd(), fix)
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
