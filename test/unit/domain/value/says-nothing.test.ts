import { expect, it } from 'vitest'
import { saysNothing } from '../../../../src-main/domain/value/says-nothing'

it.each([
  ...['', ' ', '-', '–', '...', '[]', '{}', '""', '“”'],
  ...[
    'none',
    'None',
    'None.',
    'NONE!',
    '(none)',
    '["none"]',
    '"None"',
    '**none**',
    'unsolved: none',
  ],
  ...[
    'null',
    'N/A',
    'n/a.',
    'n.a.',
    'NA',
    'nil',
    'nothing',
    'Nothing.',
    'no',
    'Empty',
    'undefined',
  ],
  ...[
    'Nothing is left.',
    'nothing left to solve',
    'Nothing else',
    'none needed',
    'Nothing remains',
  ],
  ...['No tool is missing.', 'no missing tools', 'No further steps needed', 'No unsolved part'],
  ...[
    'All solved',
    'all parts are solved',
    'Fully covered.',
    'Everything is already done',
    'solved',
  ],
  ...['The request is fully solved.', 'Not applicable', 'keine', 'rien', 'Nada.'],
])('“%s” says nothing', (text) => {
  expect(saysNothing(text)).toBe(true)
})

it.each([
  ...['send a mail', 'find the next free slot', 'none of the meetings may overlap'],
  ...['remove all completed tasks', 'list solved tickets', 'no-reply address of the sender'],
  ...['count null values in a column', 'Nothing Phone 2 price', 'everything about solved crimes'],
  ...['mark the request as done', 'NAS backup', 'weather', 'no smoking hotels', '日本', '?x=1'],
])('“%s” says something', (text) => {
  expect(saysNothing(text)).toBe(false)
})
