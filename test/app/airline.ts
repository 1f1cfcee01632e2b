import type { AppUnderTest } from './open-app'

export const airlineTool = (name: string, description: string, takes: readonly string[] = []) => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(takes.map((each) => [each, { type: 'string' }])),
      required: takes,
    },
  },
})

/** Tools whose schemas tell what they need. */
export const AIRLINE = [
  airlineTool('united_book_flight', 'Books a seat on a United flight.', [
    'session_id',
    'airport_code',
  ]),
  airlineTool('united_cancel_flight', 'Gives a seat on a United flight back.', ['session_id']),
  airlineTool('united_user_login', 'Logs in to United.', ['email']),
  airlineTool('get_airport_code', 'Gives the code of an airport.', ['city']),
  airlineTool('cook_pasta', 'Tells how pasta is cooked.', ['minutes']),
]

export const BOOKING = { from: 'united_book_flight', on: 'united_user_login' } as never
export const CANCELLING = { from: 'united_cancel_flight', on: 'united_user_login' } as never
export const AIRPORT = { from: 'united_book_flight', on: 'get_airport_code' } as never

export const AIRLINE_QUERIES = [
  {
    id: 'q1',
    query: 'book me a seat on a United flight',
    tools: ['united_book_flight', 'united_user_login', 'get_airport_code'],
  },
  {
    id: 'q2',
    query: 'give back my seat on the United flight',
    tools: ['united_cancel_flight', 'united_user_login'],
  },
  { id: 'q3', query: 'how is pasta cooked', tools: ['cook_pasta'] },
]

/** A workspace of these tools with golden queries. */
export async function airlineWorkspace({ request, file }: AppUnderTest): Promise<string> {
  const { dir } = await request('workspace.create', { name: 'Airline' })
  await request('import.commit', { dir, path: await file('airline.json', AIRLINE) })
  await request('golden.import', { dir, path: await file('asked.json', AIRLINE_QUERIES) })
  return dir
}
