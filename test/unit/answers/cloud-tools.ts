import type { AnswerTool } from '../../../src-main/answers/answer-parts'
import type { JsonObject } from '../../../src-main/domain/tool/tool'

const text = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'string',
  description,
  ...more,
})

/** Parameters that most commands of a cloud's command line take. */
const COMMON: Record<string, JsonObject> = {
  region: text(
    'The region to send the request to, such as eu-central-1. Overrides the configured one.',
    {
      title: 'Region',
    },
  ),
  profile: text('The name of the profile whose credentials are used for this request.', {
    title: 'Profile',
  }),
  account_id: text(
    'The account that the resource belongs to. Defaults to the account of the caller.',
    {
      title: 'Account Id',
      pattern: '^[0-9]{12}$',
    },
  ),
  endpoint_url: text('Send the request to this address instead of the default one.', {
    title: 'Endpoint Url',
  }),
  output: text('How the answer is written.', {
    title: 'Output',
    enum: ['json', 'yaml', 'text', 'table'],
    default: 'json',
  }),
  query: text('A JMESPath expression that the answer is filtered by.', { title: 'Query' }),
  dry_run: {
    type: 'boolean',
    title: 'Dry Run',
    description: 'Check the permissions without doing anything.',
    default: false,
  },
  max_items: {
    anyOf: [{ type: 'integer' }, { type: 'null' }],
    title: 'Max Items',
    description: 'The total number of items to give. More are fetched with the next token.',
    default: null,
  },
  next_token: {
    anyOf: [{ type: 'string' }, { type: 'null' }],
    title: 'Next Token',
    description: 'Where to go on, as the answer before this one said.',
    default: null,
  },
}

const THINGS = [
  'instance',
  'volume',
  'snapshot',
  'bucket',
  'queue',
  'topic',
  'function',
  'table',
  'cluster',
  'certificate',
  'alarm',
  'pipeline',
  'role',
  'key pair',
  'load balancer',
  'log group',
  'image',
  'route table',
  'subnet',
  'gateway',
]
const DEEDS = [
  'create',
  'delete',
  'describe',
  'list',
  'update',
  'tag',
  'untag',
  'start',
  'stop',
  'restore',
]

/** 200 tools of one cloud; each of nine parameters is taken by nine of ten of them. */
export const CLOUD_TOOLS: readonly AnswerTool[] = THINGS.flatMap((thing, row) =>
  DEEDS.map((deed, column) => cloudTool(thing, deed, row * DEEDS.length + column)),
)

function cloudTool(thing: string, deed: string, at: number): AnswerTool {
  const named = thing.replaceAll(' ', '_')
  const common = Object.entries(COMMON).filter((_, place) => (at + place) % 10 !== 0)
  return {
    name: `${deed}_${named}`,
    description: `${deed[0]?.toUpperCase()}${deed.slice(1)}s a ${thing} in the account. The request is answered at once; the state of the ${thing} changes within minutes.`,
    inputSchema: {
      type: 'object',
      title: `${deed}_${named}Arguments`,
      properties: {
        [`${named}_id`]: text(`The identifier of the ${thing}, such as ${named}-0123.`, {
          title: `${thing} Id`,
        }),
        [`${deed}_options`]: {
          type: 'array',
          title: 'Options',
          items: { type: 'string' },
          description: `Options to ${deed} the ${thing} with, as name=value.`,
        },
        ...Object.fromEntries(common),
      },
      required: [`${named}_id`],
      additionalProperties: false,
    },
  }
}
