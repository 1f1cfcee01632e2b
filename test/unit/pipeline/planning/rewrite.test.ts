import { describe, expect, it } from 'vitest'
import { analyser, ANALYSER_STEPS } from '../../../../src-main/pipeline/text/analyse'
import { readClauses } from '../../../../src-main/pipeline/planning/clauses'
import { rewritingFault } from '../../../../src-main/pipeline/planning/rewrite'

const reading = {
  clausesOf: readClauses(analyser(['stop-words'])),
  termsOf: analyser(ANALYSER_STEPS),
}
const faultOf = (text: string, rewriting: string, turns?: string[]) =>
  rewritingFault(rewriting, { text, ...(turns && { turns }) }, reading)

const TRIP = 'Plan a trip to Paris with flights, a hotel and the weather'
const LEAVES_OUT = 'the model’s rewriting leaves out most of the request'

describe('a rewriting', () => {
  it.each([
    [TRIP, 'Plan a trip to Paris: flights, hotel, weather forecast.'],
    ['wether in pariss tomorow', 'Weather in Paris tomorrow'],
    ['flihgts to lodnon, recieve tikcets', 'Flights to London; receive tickets'],
    ['Book flights and hotels', 'Booking a flight and a hotel'],
    [
      'Hi there, I was wondering if anyone could perhaps help: the weather in Paris?',
      'weather Paris',
    ],
    [
      'My dog ran away yesterday, my boss is furious, and the whole week was hard. Find a vet in Bonn.',
      'Find a vet in Bonn.',
    ],
    ['Réserver une table pour deux à Lyon', 'Réserver une table pour deux personnes à Lyon.'],
    ['帮我订酒店并发送邮件给团队', '订酒店，并给团队发送邮件'],
    ['', ''],
  ])('of %j as %j is trusted', (text, rewriting) =>
    expect(faultOf(text, rewriting)).toBeUndefined(),
  )

  it.each([
    ['do that again', 'Start the timer'],
    ['the other one instead', 'Book the hotel at the station'],
    ['What about the cheaper ones?', 'Find less expensive hotels in Paris'],
    ['And for Berlin?', 'Find the weather in Berlin'],
  ])('of %j as %j is trusted after some talk', (text, rewriting) =>
    expect(faultOf(text, rewriting, ['something else'])).toBeUndefined(),
  )

  it.each([
    [TRIP, 'Hello, how can I help you?'],
    [TRIP, 'Trip to Paris'],
    ['weather', 'ok'],
    ['weather Paris', 'Book a table'],
    ['My dog ran away yesterday. Find a vet in Bonn.', 'I am sorry to hear that.'],
    ['Heize den Ofen vor und stelle danach einen Wecker', 'Warm the kitchen'],
    ['帮我订酒店并发送邮件给团队', 'Book a hotel and mail the team'],
  ])('of %j as %j leaves out most of it', (text, rewriting) =>
    expect(faultOf(text, rewriting)).toBe(LEAVES_OUT),
  )

  it('that tells of what was said before alone leaves out what is asked now', () => {
    expect(faultOf('And the weather in Berlin?', 'Find hotels in Paris', ['hotels, Paris'])).toBe(
      LEAVES_OUT,
    )
  })

  it('three times as long as a long request is an answer', () => {
    const text = 'find the weather '.repeat(30)
    expect(faultOf(text, text.repeat(3))).toBeUndefined()
    expect(faultOf(text, text.repeat(4))).toBe(
      'the model’s rewriting is far longer than the request',
    )
  })
})
