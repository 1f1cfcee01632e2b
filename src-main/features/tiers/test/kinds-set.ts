const TEN = Array.from({ length: 10 }, (_, at) => at + 1)

/**
 * Golden queries on the small catalog: ten near the words of a tool, ten that share none with
 * theirs, and three that are neither.
 */
export const KINDS_SET = [
  ...TEN.map((at) => ({
    id: `plain ${at}`,
    query: `send email to person ${at}`,
    tools: ['send_email'],
  })),
  ...TEN.map((at) => ({
    id: `everyday ${at}`,
    query: `do I have to take my umbrella on day ${at}`,
    tools: ['get_weather'],
  })),
  {
    id: 'two',
    query: 'put it on the calendar and email it',
    tools: ['create_event', 'send_email'],
  },
  { id: 'german', query: 'wie wird das Wetter morgen in der Stadt', tools: ['get_weather'] },
  { id: 'both', query: 'convert an amount and send an email', tools: ['convert_currency'] },
]
