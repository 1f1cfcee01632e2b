import type { CatalogTool, JsonObject, ToolId } from '../../src-main/domain/tool/tool'

const id = (text: string): ToolId => text as ToolId

interface Seed {
  server: string
  name: string
  description: string
  tags: string[]
  parameters: Record<string, [type: string, description: string, required?: boolean]>
}

const SEEDS: Seed[] = [
  {
    server: 'mail',
    name: 'send_email',
    description: 'Sends an e-mail to one or more recipients, with attachments if wanted.',
    tags: ['messages', 'write'],
    parameters: {
      to: ['array', 'Addresses of the recipients', true],
      subject: ['string', 'Subject line', true],
      body: ['string', 'Text of the message, Markdown', true],
      attachments: ['array', 'Ids of stored files'],
    },
  },
  {
    server: 'mail',
    name: 'search_messages',
    description: 'Finds messages by sender, text or date in all folders of the mailbox.',
    tags: ['messages', 'read'],
    parameters: {
      query: ['string', 'Words to look for', true],
      since: ['string', 'Only messages after this date, ISO 8601'],
      limit: ['integer', 'At most this many'],
    },
  },
  {
    server: 'calendar',
    name: 'create_event',
    description: 'Adds an event to a calendar and invites people.',
    tags: ['planning', 'write'],
    parameters: {
      title: ['string', 'What it is about', true],
      start: ['string', 'Start, ISO 8601 with zone', true],
      end: ['string', 'End, ISO 8601 with zone', true],
      invitees: ['array', 'Addresses to invite'],
    },
  },
  {
    server: 'calendar',
    name: 'find_free_slot',
    description: 'Gives times at which all the people named are free.',
    tags: ['planning', 'read'],
    parameters: {
      people: ['array', 'Addresses', true],
      minutes: ['integer', 'Length wanted, in minutes', true],
    },
  },
  {
    server: 'payments',
    name: 'refund_payment',
    description: 'Pays a charge back in full or in part. <b>Not</b> to be undone.',
    tags: ['money', 'write'],
    parameters: {
      payment_id: ['string', 'Id of the charge', true],
      amount: ['number', 'Amount to pay back; left out: all of it'],
      reason: ['string', 'Shown to the customer'],
    },
  },
  {
    server: 'tracker',
    name: 'list_issues',
    description: 'Lists issues of a project, newest first.',
    tags: ['projects', 'read'],
    parameters: {
      project: ['string', 'Key of the project', true],
      state: ['string', 'open or closed'],
    },
  },
  {
    server: 'maps',
    name: 'route_between',
    description: 'Works out a route between two places by car, bicycle or on foot.',
    tags: ['travel', 'read'],
    parameters: {
      from: ['string', 'Start: address or coordinates', true],
      to: ['string', 'Destination: address or coordinates', true],
      mode: ['string', 'car, bicycle or foot'],
    },
  },
]

function schemaOf(parameters: Seed['parameters']): JsonObject {
  const fields = Object.entries(parameters)
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, [type, description]]) => [name, { type, description }]),
    ),
    required: fields.filter(([, [, , required]]) => required).map(([name]) => name),
  }
}

/** A catalog of `count` tools: seven written ones, then numbered variants of them. */
export function sampleCatalog(count = SEEDS.length): CatalogTool[] {
  return Array.from({ length: count }, (_, index) => {
    const seed = SEEDS[index % SEEDS.length]
    if (!seed) throw new Error('There are no sample tools.')
    const round = Math.floor(index / SEEDS.length)
    const name = round ? `${seed.name}_${round + 1}` : seed.name
    const parameters = schemaOf(seed.parameters)
    return {
      tool: {
        id: id(`${seed.server}/${name}`),
        name,
        server: seed.server,
        description: seed.description,
        parameters,
        tags: seed.tags,
        visibility: index % 9 === 4 ? 'internal' : 'public',
        annotations: { readOnly: seed.tags.includes('read') },
        examples: [],
        dependencies:
          name === 'create_event'
            ? [
                {
                  on: id('calendar/find_free_slot'),
                  kind: 'parameter-direct',
                  parameter: 'start',
                  reason: 'The start should be a time at which everyone is free.',
                },
              ]
            : [],
        source: {
          format: 'mcp',
          entry: { name, description: seed.description, inputSchema: parameters },
        },
      },
      layer:
        name === 'send_email'
          ? { questions: ['Mail the minutes to the team'], topics: ['e-mail', 'outgoing mail'] }
          : {},
    }
  })
}
