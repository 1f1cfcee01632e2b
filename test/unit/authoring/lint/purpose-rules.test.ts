import { describe, expect, it } from 'vitest'
import { buriedPurpose, purposeFirst } from '../../../../src-main/authoring/lint/purpose-rules'
import type { CommonTexts } from '../../../../src-main/pipeline/knowledge-base/common-texts'
import { catalogTool } from '../../../fakes/catalog-tool'

const PURPOSE = 'Lists the users of an organisation by name.'
const SHARED = 'This endpoint needs a valid access token.'
const GERMAN = 'Gibt die Liste der Nutzer einer Organisation zurück.'
const CHINESE = '列出一个组织的所有用户。'
const COMMON: CommonTexts = {
  sentences: new Set([SHARED.toLowerCase(), 'bitte den schlüssel angeben.', '# users and groups']),
  groups: new Set(),
}
const users = (description: string, name = 'list_users') => catalogTool(name, { description })
const buried = (description: string, name?: string) =>
  buriedPurpose(users(description, name), COMMON)

/** A long text on something that its name does not say. */
const LONG_TALK =
  'The company was founded in a garage and has grown a lot in every year since. '.repeat(8)

describe('a purpose that is buried', () => {
  it.each([
    ['shared', 'a sentence that many tools share', `${SHARED} ${PURPOSE}`],
    ['shared', 'a heading that many tools share', `# Users and groups\n\n${PURPOSE}`],
    ['shared', 'more than one of them', `${SHARED}\n${SHARED} ${PURPOSE}`],
    ['empty', 'a slogan', `Your global home for teams! ${PURPOSE}`],
    ['empty', 'a heading', `# General overview\n${PURPOSE}`],
    ['empty', 'a label', `**Users API v2**\n${PURPOSE}`],
    ['empty', 'a note', `**Note:** the old path is gone. ${PURPOSE}`],
    ['empty', 'a row of a table', `| Users | Organisations |\n${PURPOSE}`],
    ['empty', 'a link', `See https://example.com/users/list. ${PURPOSE}`],
    ['empty', 'what it requires', `Requires the scope read:org. ${PURPOSE}`],
    ['empty', 'what one must have', `You must be an owner of the group. ${PURPOSE}`],
    ['empty', 'what tokens need', `OAuth app tokens need the read:org scope. ${PURPOSE}`],
    ['empty', 'that it is deprecated', `Deprecated since the third version. ${PURPOSE}`],
    ['late', 'a long text', `${LONG_TALK}${PURPOSE}`],
  ])('is %s: behind %s', (by, _what, description) => {
    expect(buried(description)).toMatchObject({ by, purpose: PURPOSE })
  })

  it('is told of other languages only where many tools share the beginning', () => {
    expect(buried(`Bitte den Schlüssel angeben. ${GERMAN}`)).toMatchObject({
      by: 'shared',
      purpose: GERMAN,
    })
    expect(buried(`${SHARED} ${CHINESE}`)).toMatchObject({ by: 'shared', purpose: CHINESE })
  })
})

describe('a purpose that is not buried', () => {
  it.each([
    ['it comes first', `${PURPOSE} ${SHARED}`],
    ['there is one word', 'Users'],
    ['there is nothing', ''],
    ['all that it says is shared', SHARED],
    ['nothing further down says it', 'Requires the scope read:org. Ask your admin for it.'],
    ['the text is German', `Hinweis: nur für Admins. ${GERMAN}`],
    ['the text is Chinese', `注意：需要权限。${CHINESE}`],
    ['a heading says it', `# List users\n${PURPOSE}`],
    ['a noun of its name comes first', `Directory of all users. ${PURPOSE}`],
    ['a word of its name is written in full', `Usernames of the group. ${PURPOSE}`],
    ['code is quoted', `Runs \`list_users()\` on the server. ${PURPOSE}`],
    ['a verb says it in other words', `Shows who is in a group. ${PURPOSE}`],
    ['a long text begins with it', `${PURPOSE} ${LONG_TALK}`],
    ['a long text never names it', `${LONG_TALK}${LONG_TALK}`],
    ['what it requires says what for', 'Requires a group to list its users. Gives them by name.'],
  ])('is so where %s', (_what, description) => {
    expect(buried(description)).toBeUndefined()
  })

  it('is so where the name is written as one word', () => {
    expect(buried('Weather of today. Returns the weather of a city.', 'getweather')).toBeUndefined()
  })
})

describe('a description with its purpose first', () => {
  it('holds all that it held', () => {
    const text = `${SHARED} ${PURPOSE} Pages hold 30.`
    expect(purposeFirst(users(text), COMMON)).toBe(`${PURPOSE}\n${SHARED} Pages hold 30.`)
  })

  it('is that of its author where there is one', () => {
    const entry = { ...users(PURPOSE), layer: { description: `${SHARED} ${PURPOSE}` } }
    expect(purposeFirst(entry, COMMON)).toBe(`${PURPOSE}\n${SHARED}`)
  })

  it('is none where nothing is buried', () => {
    expect(purposeFirst(users(PURPOSE), COMMON)).toBeUndefined()
  })
})
