import type { Query } from '../../domain/query/query'
import { z } from 'zod'
import { LONGEST, list, someText } from './bounds'
import { requestPart, toolsPart, type ShownTool } from './quoted'
import { worded } from './worded'

/** A request with the servers that it may be for, shown as tools are. */
interface ToChoose extends Pick<Query, 'text' | 'turns'> {
  tools: readonly ShownTool[]
}

const MOST_SERVERS = 10

const ABOUT = {
  id: 'choose-servers',
  version: 2,
  title: 'Choose servers',
  instead: 'chose the servers that match best',
  purpose:
    'Asked where whole servers are loaded. Of the servers that it names all tools are given to the agent.',
  wording: [
    'Name the servers whose tools the user’s request needs. You see their names and what they are for, and none of their tools.',
    `Name as few as will do, and no more than ${MOST_SERVERS}, the most important first. Name only servers that are listed, exactly as they are listed.`,
  ].join('\n'),
}

/**
 * As OpenAI’s tool search has its model choose among namespaces.
 * @param count servers that are shown: it names no more
 */
export const chooseServers = (count: number) =>
  worded({
    ...ABOUT,
    answer: z.object({ servers: list(someText(LONGEST.name), Math.min(count, MOST_SERVERS)) }),
    data: ({ text, turns, tools: servers }: ToChoose) =>
      [requestPart({ text, turns }), toolsPart('The servers', servers)].join('\n\n'),
  })

/** The same of any number of servers: what a workspace may word otherwise. */
export const chooseAnyServers = chooseServers(MOST_SERVERS)
