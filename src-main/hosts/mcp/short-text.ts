import type { ServedTools } from '../../contract/serving'

/** Characters of a description, and of the text. */
const LONGEST = { description: 160, text: 8_000 }

/**
 * What was found in a line each, for clients that read no data: the definitions are in the data
 * alone.
 */
export function shortText({ tools, note, unknown }: ServedTools): string {
  const lines = tools.map(({ name, description }) => {
    const [first = ''] = description.split('\n', 1)
    const told = first.slice(0, LONGEST.description)
    return `${name}: ${told}${told.length < description.length ? ' …' : ''}`
  })
  const head = [
    ...(note === undefined ? [] : [note]),
    ...(unknown === undefined ? [] : [`Unknown: ${unknown.join(', ')}.`]),
    'The definitions are in structuredContent; get_tools gives them one by one.',
  ]
  const text = [...head, ...lines].join('\n')
  return text.length > LONGEST.text ? `${text.slice(0, LONGEST.text)} …` : text
}
