import { describe, expect, it } from 'vitest'
import { analyser } from '../../../../src-main/pipeline/text/analyse'
import { clauses, readClauses } from '../../../../src-main/pipeline/planning/clauses'

const clausesOf = clauses(analyser(['stop-words']))

describe('the clauses of a request', () => {
  it.each([
    [
      'Heat the oven, list the food and start a timer for ten minutes.',
      ['Heat the oven', 'list the food', 'start a timer for ten minutes'],
    ],
    [
      'Find the last invoice; then mail it to Ann. Finally book a room!',
      ['Find the last invoice', 'mail it to Ann', 'book a room'],
    ],
    [
      'Book a room on 14 and 15 March, and plan a trip for Monday morning and Tuesday evening',
      ['Book a room on 14 and 15 March', 'plan a trip for Monday morning and Tuesday evening'],
    ],
    ['check the weather\nplan a route', ['check the weather', 'plan a route']],
    ['查询北京天气，预订机票', ['查询北京天气', '预订机票']],
    ['查询北京的天气，然后预订3张火车票', ['查询北京的天气', '然后预订3张火车票']],
  ])('of %j are each of its wishes', (text, expected) => {
    expect(clausesOf(text)).toEqual(expected)
  })

  it.each([
    'book a table for two',
    'Set the alarm to 6.30 at example.com/alarm',
    'Please, could you book a table?',
    'salt and pepper shakers',
    'book a table, book a table',
    'Remind me between 3 pm and 5 pm tomorrow',
    'Plan my trip to Rome on Friday, 3 March 2024',
    'android phones in brandenburg',
    '',
    '. , ; and and',
  ])('are none for %j, which asks for one thing', (text) => {
    expect(clausesOf(text)).toEqual([])
  })

  it('are found once, however often they stand there, and not in a long text', () => {
    const text = 'open the door and close the window, '.repeat(200)
    expect(clausesOf(text)).toEqual(['open the door', 'close the window'])
    expect(clausesOf(text.repeat(10))).toEqual([])
  })

  it.each([' ', '-', ',', ' -', ', '])('are looked for in no more time in many %j', (text) => {
    expect(clausesOf(`${text.repeat(5_000 / text.length)}x`)).toEqual([])
  })
})

const read = readClauses(analyser(['stop-words']))
const wishes = (text: string) => read(text).wishes
const context = (text: string) => read(text).context

describe('a request that tells a story before it asks', () => {
  it.each([
    [
      'a question',
      'Our business is growing rapidly, and customers send us photos all day. Which model answers questions about images?',
      ['Which model answers questions about images'],
    ],
    [
      'what somebody needs',
      'My parents moved to a small village. We need a bus timetable for Sunday',
      ['We need a bus timetable for Sunday'],
    ],
    ['a command', 'The roof leaks in two places. Find a carpenter', ['Find a carpenter']],
    [
      'a command, with the story behind it',
      'Find a carpenter in Bonn. The roof leaks in two places.',
      ['Find a carpenter in Bonn'],
    ],
    [
      'a wish that leaves out its subject',
      'I moved house last week and need a plumber in Bonn',
      ['need a plumber in Bonn'],
    ],
    [
      'a wish behind “also”',
      'I am writing a book about banks. I would also like to read old newspapers',
      ['like to read old newspapers'],
    ],
    [
      'a question where nothing but its mark says so',
      'There are cheap flights to Oslo? My train is late again.',
      ['There are cheap flights to Oslo'],
    ],
    [
      'a question within the sentence that tells the story',
      'My bike broke last night, is there a repair shop near Bonn',
      ['is there a repair shop near Bonn'],
    ],
    [
      'what follows',
      'My boss resigned on Monday, the budget was cut twice, so book a meeting room',
      ['so book a meeting room'],
    ],
    [
      'what follows, behind a comma',
      'My boss resigned on Monday, so, book a meeting room',
      ['book a meeting room'],
    ],
  ])('asks for %s alone', (_, text, expected) => expect(wishes(text)).toEqual(expected))

  it.each([
    [
      'a clause that hangs on another, and what goes on with it',
      'Since our shop moved last month and orders doubled, find new packing tables',
      ['Since our shop moved last month', 'orders doubled'],
    ],
    [
      'what begins with several of a kind',
      'Customers send photos all day. Sort the images by colour',
      ['Customers send photos all day'],
    ],
    [
      'what begins with somebody’s',
      'Yesterday’s storm broke two of the windows. Find a glazier in Bonn',
      ['Yesterday’s storm broke two of the windows'],
    ],
    [
      'a subject without an article',
      'Rust is spreading on my boat. Find a shipyard near Kiel',
      ['Rust is spreading on my boat'],
    ],
    [
      'a subject behind a word of time',
      'Yesterday, my dog ran into the woods. Find an animal shelter',
      ['my dog ran into the woods'],
    ],
    [
      'what goes on with it by “which”, or by a verb',
      'My bike broke last night, which was very sad, and was stolen later. Find a repair shop',
      ['My bike broke last night', 'which was very sad', 'was stolen later'],
    ],
    [
      'thanks',
      'Find a repair shop in Bonn. Thank you for your kind assistance.',
      ['Thank you for your kind assistance'],
    ],
    [
      'nothing twice',
      'Find the old maps, find the old maps. My old maps are lost.',
      ['My old maps are lost'],
    ],
  ])('has as context %s', (_, text, expected) => expect(context(text)).toEqual(expected))

  it('asks for several things all the same', () => {
    const text =
      'Since my laptop broke and the warranty ended in May, compare new laptops, list repair shops and book a train to Bonn. My office is closed.'
    expect(read(text)).toEqual({
      wishes: ['compare new laptops', 'list repair shops', 'book a train to Bonn'],
      context: ['Since my laptop broke', 'the warranty ended in May', 'My office is closed'],
    })
  })
})

describe('nothing is taken for context', () => {
  it.each([
    [
      'in a list of things',
      'I need a cheap flight to Rome, a quiet hotel and the weather forecast',
      3,
    ],
    [
      'where commands follow a wish',
      'I want to sell my old car, find a buyer and write a contract',
      3,
    ],
    ['where nobody says a wish', 'My laptop broke last night, the screen is black', 2],
    [
      'where the only wish is too short to be searched',
      'My laptop broke last night, the screen is black. Help!',
      2,
    ],
    [
      'in German, whose words may look English',
      'An meine Kollegen eine Nachricht schreiben, danach ein Hotel in München buchen. Unser Drucker ist kaputt',
      3,
    ],
    ['in Spanish', 'He perdido la maleta en el tren. Necesito un hotel en Roma', 2],
    ['in Chinese', '我们的打印机坏了。请帮我找一台新的，然后预订酒店。', 3],
  ])('%s', (_, text, parts) => {
    expect(context(text)).toEqual([])
    expect(wishes(text)).toHaveLength(parts)
  })

  it.each(['', 'help', '… ?! —', '.,;:'.repeat(500), 'and so, but then'])('in %j', (text) =>
    expect(read(text)).toEqual({ wishes: [], context: [] }),
  )

  it('in a text too long for a request', () => {
    const text = 'My laptop broke on the way. Find a repair shop in Bonn. '
    expect(context(text.repeat(10))).toEqual(['My laptop broke on the way'])
    expect(read(text.repeat(300))).toEqual({ wishes: [], context: [] })
  })
})

describe('telling wishes takes no more time in hostile texts', () => {
  it.each(['i ', 'i am ', 'is ', "i'", ' ', 'so ', 'why ', 'my x, ', '"', '-', "'", 'xy'])(
    'such as many %j',
    (text) => {
      const many = `Find it now. My old ${text.repeat(Math.floor(9_900 / text.length))}`
      const started = performance.now()
      read(many)
      expect(performance.now() - started).toBeLessThan(500)
    },
  )
})
