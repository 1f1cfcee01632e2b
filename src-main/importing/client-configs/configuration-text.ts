import { getNodeValue, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { parse, TomlError } from 'smol-toml'
import type { JsonValue } from '../../domain/tool/tool'
import { jsonIn } from '../reading/parse-json'
import { parseYaml } from '../reading/parse-yaml'
import { UnreadableFile } from '../reading/place'

/**
 * What a configuration says: TOML or YAML by the name of its file, else JSON with comments and
 * trailing commas. @throws UnreadableFile.
 */
export function configurationIn(path: string, text: string): JsonValue | undefined {
  if (/\.toml$/i.test(path)) return inToml(path, text)
  return /\.ya?ml$/i.test(path) ? parseYaml(path, text) : inJson(path, text)
}

function inToml(path: string, text: string): JsonValue | undefined {
  try {
    return jsonIn(JSON.stringify(parse(text, { integersAsBigInt: 'asNeeded' }), withoutBigInts))
  } catch (error) {
    if (!(error instanceof TomlError)) throw new UnreadableFile(path, TOO_DEEP, CHOOSE)
    const [why = ''] = error.message.replace(/^Invalid TOML document:\s*/, '').split('\n')
    throw new UnreadableFile(path, `is not valid TOML at line ${error.line}: ${why}`, CORRECT)
  }
}

const withoutBigInts = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value

/** Not by `parse`, which takes what stands under `__proto__` for what an object inherits. */
function inJson(path: string, text: string): JsonValue | undefined {
  const errors: ParseError[] = []
  const value = valueOf(path, text, errors)
  const [error] = errors
  if (!error) return value
  const line = text.slice(0, error.offset).split('\n').length
  const what = printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  throw new UnreadableFile(path, `is not valid JSON at line ${line}: ${what}`, CORRECT)
}

function valueOf(path: string, text: string, errors: ParseError[]): JsonValue | undefined {
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
    return root && (getNodeValue(root) as JsonValue)
  } catch {
    throw new UnreadableFile(path, TOO_DEEP, CHOOSE)
  }
}

const TOO_DEEP = 'is nested too deeply'
const CHOOSE = 'Choose a configuration file.'
const CORRECT = 'Correct it there.'
