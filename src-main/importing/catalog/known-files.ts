import type { JsonObject } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import type { SourceFile } from '../reading/source-file'

/** What a file is that holds no tools, in words that go on "is …", and what to do with it. */
export interface KnownFile {
  what: string
  fix: string
}

interface Kind extends KnownFile {
  is(value: JsonObject, path: string): boolean
}

const NOTHING_TO_DO = 'Leave it where it is: nothing in it is a tool.'
const CONNECT =
  'To read their tools: in the window Import → Connect a server, in the terminal pegboard sources add --config FILE.'

const named =
  (...names: string[]) =>
  (path: string): boolean =>
    names.includes(path.split('/').at(-1)?.toLowerCase() ?? '')

const texts = (value: JsonObject, ...keys: string[]): boolean =>
  keys.every((key) => typeof value[key] === 'string')

const schemaOf = ({ $schema }: JsonObject): string => (typeof $schema === 'string' ? $schema : '')

const LISTS = ['tools', 'functions', 'actions']

const hasNoTools = (value: JsonObject): boolean =>
  LISTS.every((key) => {
    const list = value[key]
    return !(Array.isArray(list) || isObject(list)) || Object.keys(list).length === 0
  })

/** A new kind of file is an entry here. The first that fits says what a file is. */
const KINDS: readonly Kind[] = [
  {
    what: 'a package’s description for npm',
    fix: NOTHING_TO_DO,
    is: (value, path) =>
      named('package.json')(path) ||
      (texts(value, 'name', 'version') &&
        ['dependencies', 'devDependencies', 'scripts'].some((key) => isObject(value[key]))),
  },
  {
    what: 'a lock file or setting of a program',
    fix: NOTHING_TO_DO,
    is: (value, path) =>
      named('package-lock.json', 'npm-shrinkwrap.json', 'composer.lock', 'deno.json')(path) ||
      /(^|\/)[jt]sconfig[^/]*\.json$/i.test(path) ||
      'lockfileVersion' in value,
  },
  {
    what: 'the entry of a server in the MCP registry: it says how to start the server, not which tools it has',
    fix: CONNECT,
    is: (value) =>
      hasNoTools(value) &&
      (/modelcontextprotocol\.io\/schemas\/.*server\.schema/.test(schemaOf(value)) ||
        (texts(value, 'name', 'version') &&
          (Array.isArray(value.packages) || Array.isArray(value.remotes)))),
  },
  {
    what: 'the manifest of an MCP bundle that lists no tools',
    fix: 'Start the server that it describes, and connect to it: Import → Connect a server.',
    is: (value) =>
      hasNoTools(value) &&
      ('manifest_version' in value || 'dxt_version' in value) &&
      'server' in value,
  },
  {
    what: 'the manifest of a plugin',
    fix: 'Choose what it points to: its API’s document, or the configuration of its servers.',
    is: (value, path) =>
      hasNoTools(value) &&
      (named('plugin.json', 'ai-plugin.json', 'marketplace.json')(path) ||
        'name_for_model' in value ||
        ('manifest_version' in value && texts(value, 'name'))),
  },
  {
    what: 'the card of an agent (A2A): its skills are not tools',
    fix: NOTHING_TO_DO,
    is: (value) =>
      hasNoTools(value) &&
      Array.isArray(value.skills) &&
      ('capabilities' in value || 'url' in value),
  },
  {
    what: 'a collection of Postman',
    fix: 'Convert it to OpenAPI, for instance with npx postman-to-openapi, and import that.',
    is: ({ info }) =>
      isObject(info) && typeof info.schema === 'string' && /getpostman\.com/.test(info.schema),
  },
  {
    what: 'a record of web traffic (HAR)',
    fix: 'Choose the API’s OpenAPI document.',
    is: ({ log }) => isObject(log) && Array.isArray(log.entries),
  },
  {
    what: 'a resource of Kubernetes',
    fix: NOTHING_TO_DO,
    is: (value) => hasNoTools(value) && texts(value, 'apiVersion', 'kind'),
  },
  {
    what: 'an action of GitHub',
    fix: NOTHING_TO_DO,
    is: (value) => hasNoTools(value) && texts(value, 'name') && isObject(value.runs),
  },
  {
    what: 'the settings of an editor',
    fix: NOTHING_TO_DO,
    is: (value, path) =>
      /(^|\/)(launch|tasks|settings|extensions)\.json$/i.test(path) &&
      hasNoTools(value) &&
      'version' in value,
  },
  {
    what: 'a notebook',
    fix: 'Save the list that it prints as a file of its own.',
    is: (value) => Array.isArray(value.cells) && 'nbformat' in value,
  },
  {
    what: 'a configuration of MCP servers: it lists MCP servers, not their tools',
    fix: CONNECT,
    is: (value) =>
      hasNoTools(value) &&
      ['mcpServers', 'servers', 'context_servers', 'mcp'].some(
        (key) => isObject(value[key]) && isMapOfServers(value[key]),
      ),
  },
  {
    what: 'a JSON Schema by itself',
    fix: 'Choose the list of tools that it is a part of.',
    is: (value) =>
      hasNoTools(value) &&
      /json-schema\.org/.test(schemaOf(value)) &&
      ('properties' in value || '$defs' in value),
  },
]

/** An empty one tells nothing but where it stands by itself. */
const isMapOfServers = (map: JsonObject): boolean => Object.values(map).every(isStarted)

/** How a client starts or reaches a server. */
const isStarted = (entry: unknown): boolean =>
  isObject(entry) &&
  !('tools' in entry) &&
  ['command', 'cmd', 'url', 'uri', 'httpUrl', 'serverUrl', 'type'].some((key) => key in entry)

/** What the file is, where it is known not to hold tools. Never throws. */
export function knownFile(file: SourceFile): KnownFile | undefined {
  const content = file.content()
  if (content.kind === 'object') {
    return KINDS.find(({ is }) => is(content.value, file.path))
  }
  return content.kind === 'rows' ? undefined : knownText(file)
}

const HTML = /^\s*<(!doctype html|html|head|body)\b/i
const SKILL = /^---\r?\n(?=[\s\S]{0,4000}?\nname\s*:|name\s*:)[\s\S]{0,4000}?\ndescription\s*:/

function knownText(file: SourceFile): KnownFile | undefined {
  const text = textOf(file)
  if (text === undefined) return undefined
  if (HTML.test(text)) {
    const fix = 'It may be the page of a sign-in: download the file again.'
    return { what: 'a web page', fix }
  }
  if (named('skill.md')(file.path) || (/\.md$/i.test(file.path) && SKILL.test(text))) {
    const fix = 'It guides an agent, and is not called: leave it where the agent reads it.'
    return { what: 'a skill', fix }
  }
  return undefined
}

function textOf(file: SourceFile): string | undefined {
  try {
    return file.text().slice(0, 10_000)
  } catch {
    return undefined
  }
}
