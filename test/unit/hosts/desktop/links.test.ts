import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeOf } from '../../../../src-main/hosts/desktop/links'

it.each([
  ['pegboard://open/demo', { workspace: 'demo' }],
  ['pegboard://open/demo/', { workspace: 'demo' }],
  ['pegboard://open/demo/improve', { workspace: 'demo', section: 'improve' }],
  ['PEGBOARD://open/demo', { workspace: 'demo' }],
  ['pegboard://open/demo/tool/mail%2Fsend_email', { workspace: 'demo', tool: 'mail/send_email' }],
  ['pegboard://open/b%C3%BCro-2', { workspace: 'büro-2' }],
  ['pegboard://open/büro-2', { workspace: 'büro-2' }],
  ['pegboard://open/two%20words', { workspace: 'two words' }],
  // What stands after a tool is its id, whatever that means elsewhere.
  ['pegboard://open/demo/tool/%2E%2E%2Fetc', { workspace: 'demo', tool: '../etc' }],
])('%s leads to a place', (link, place) => {
  expect(placeOf(link)).toEqual(place)
})

const hostile: [string, string][] = [
  ['nothing', ''],
  ['no more than the scheme', 'pegboard:'],
  ['no workspace', 'pegboard://open'],
  ['an empty workspace', 'pegboard://open/'],
  ['an empty part', 'pegboard://open//demo'],
  ['another scheme', 'javascript://open/demo'],
  ['a script', 'javascript:alert(1)'],
  ['a scheme within the scheme', 'pegboard:javascript:alert(1)'],
  ['a path without a host', 'pegboard:/open/demo'],
  ['another verb', 'pegboard://import/demo'],
  ['the verb in other letters', 'pegboard://OPEN/demo'],
  ['a user', 'pegboard://user@open/demo'],
  ['a password', 'pegboard://:secret@open/demo'],
  ['a port', 'pegboard://open:80/demo'],
  ['a query', 'pegboard://open/demo?run=1'],
  ['a hash', 'pegboard://open/demo#/serve'],
  ['a step up', 'pegboard://open/../demo'],
  ['a step up at the end', 'pegboard://open/demo/..'],
  ['an encoded step up', 'pegboard://open/%2e%2e/demo'],
  ['a half encoded step up', 'pegboard://open/.%2E/demo'],
  ['a step on the spot', 'pegboard://open/./demo'],
  ['an encoded slash', 'pegboard://open/demo%2Fserve'],
  ['an encoded path', 'pegboard://open/%2Fetc%2Fpasswd'],
  ['an encoded step in a name', 'pegboard://open/..%2F..%2Fetc'],
  ['a hidden folder', 'pegboard://open/.ssh'],
  ['a backslash', 'pegboard://open\\demo'],
  ['a backslash in the name', 'pegboard://open/demo\\serve'],
  ['an encoded backslash', 'pegboard://open/..%5C..%5Cdemo'],
  ['a drive', 'pegboard://open/C%3A'],
  ['a line break', 'pegboard://open/de\nmo'],
  ['an encoded line break', 'pegboard://open/de%0Amo'],
  ['a blank before it', ' pegboard://open/demo'],
  ['a NUL', 'pegboard://open/demo\0'],
  ['an encoded NUL', 'pegboard://open/demo%00'],
  ['an escape', 'pegboard://open/demo%1B%5B2J'],
  ['a mark that turns the writing', 'pegboard://open/demo%E2%80%AEgnp'],
  ['bytes that are no text', 'pegboard://open/%C3'],
  ['a broken code', 'pegboard://open/%zz'],
  ['a code of a code that is a step up', 'pegboard://open/%252e%252e%252f/%2e%2e'],
  ['a section that is none', 'pegboard://open/demo/Serve!'],
  ['a tool without an id', 'pegboard://open/demo/tool'],
  ['a tool with an empty id', 'pegboard://open/demo/tool/'],
  ['more after a section', 'pegboard://open/demo/serve/start'],
  ['more after a tool', 'pegboard://open/demo/tool/send/run'],
  ['markup in a section', 'pegboard://open/demo/%3Cimg%20src=x%3E'],
  ['a name longer than any folder’s', `pegboard://open/${'a'.repeat(256)}`],
  ['100 kB', `pegboard://open/${'a'.repeat(100_000)}`],
  ['100 kB of codes', `pegboard://open/demo/tool/${'%41'.repeat(33_000)}`],
]
it.each(hostile)('%s leads nowhere', (_, link) => {
  expect(placeOf(link)).toBeUndefined()
})

it('any name of a folder and any id of a tool get through as they are, or not at all', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (workspace, tool) => {
      const link = `pegboard://open/${encodeURIComponent(workspace)}/tool/${encodeURIComponent(tool)}`
      const place = placeOf(link)
      expect([undefined, { workspace, tool }]).toContainEqual(place)
    }),
  )
})

const PIECES = [
  '/',
  '\\',
  '.',
  '..',
  '%2e',
  '%2F',
  '%5c',
  '%00',
  '%0a',
  '%',
  ':',
  '@',
  '?',
  '#',
  '\0',
  '\t',
  ' ',
  'tool',
  'serve',
  'demo',
  'C',
  'é',
  '%E2%80%AE',
  '\u202e',
  '<b>',
  'javascript:',
]

it('whatever a link holds, it names no path and nothing that a page would obey', () => {
  const rest = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 })
  fc.assert(
    fc.property(rest, (pieces) => {
      const place = placeOf(`pegboard://open/${pieces.join('')}`)
      expect(place?.workspace ?? 'none').toMatch(/^[^./\\:\p{Cc}\u202e][^/\\:\p{Cc}\u202e]*$/u)
      expect(place?.section ?? 'none').toMatch(/^[a-z]+$/)
      expect(place?.tool ?? 'none').toMatch(/^[^\p{Cc}\u202e]+$/u)
    }),
    { numRuns: 2_000 },
  )
})
