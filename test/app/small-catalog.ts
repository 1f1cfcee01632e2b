const openAiTool = (name: string, description: string, properties: object = {}) => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties } },
})

export const SMALL_CATALOG = [
  openAiTool('send_email', 'Send an email to one or more people.', {
    to: { type: 'array', items: { type: 'string' }, description: 'Addresses of the recipients' },
    subject: { type: 'string' },
  }),
  openAiTool('search_email', 'Search the mailbox for messages.', { query: { type: 'string' } }),
  openAiTool('create_event', 'Put an event into the calendar.', { start: { type: 'string' } }),
  openAiTool('get_weather', 'Weather forecast for a place.', { city: { type: 'string' } }),
  openAiTool('convert_currency', 'Convert an amount of money between currencies.'),
]

export const SMALL_GOLDEN_SET = [
  { id: 'q1', query: 'send an email to Dana', tools: ['send_email'] },
  { id: 'q2', query: 'weather forecast for Zurich', tools: ['get_weather'] },
  {
    id: 'q3',
    query: 'put the meeting into the calendar and email it',
    tools: ['create_event', 'send_email'],
  },
  { id: 'q4', query: 'how many euros is that', tools: ['convert_currency'] },
]
