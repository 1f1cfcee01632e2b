import { promptName } from '../../pipeline/prompt'
import { gradeAnyTools, rankAnyTools } from '../../pipeline/prompts/judge-tools'
import { splitQueryFully } from '../../pipeline/prompts/split-query'
import type { ShownTool } from '../../pipeline/prompts/quoted'

/** Goes up with every change of the questions below. */
const VERSION = 1

/** What models are asked, by name: what was found with other questions is found no more. */
export const SENSE_QUESTIONS = [
  ...[rankAnyTools, gradeAnyTools, splitQueryFully].map(promptName),
  `questions@${VERSION}`,
].join(' ')

const tool = (name: string, description: string): ShownTool => ({ name, description })

const WEATHER = tool('get_weather', 'Tells the weather in a town, now or on a day to come.')
const MAIL = tool('send_email', 'Sends an email to one person or several.')
const INVOICE = tool('create_invoice', 'Writes an invoice for a customer.')
const TRANSLATE = tool('translate_text', 'Translates a text into another language.')
const DELETE = tool('delete_file', 'Deletes a file for good.')
const SONG = tool('play_song', 'Plays a song by its title.')
const MESSAGE = tool('send_message', 'Sends a message to a person or a team.')
const CONTACT = tool('find_contact', 'Looks up how a person can be reached.')
const RESTAURANTS = tool('find_restaurants', 'Finds restaurants in a town.')
const TABLE = tool('book_table', 'Books a table at a restaurant.')
const IMAGE = tool('resize_image', 'Makes an image larger or smaller.')
const CURRENCY = tool('convert_currency', 'Converts an amount of money into another currency.')
const RATES = tool('exchange_rates', 'Lists what currencies are worth today.')

/** A request with its obvious tool and others, the right one first, in the middle and last. */
const inThreePlaces = (text: string, right: ShownTool, [one, other]: [ShownTool, ShownTool]) =>
  [
    [right, one, other],
    [other, right, one],
    [one, other, right],
  ].map((tools) => ({ text, tools, right: right.name }))

export const TO_ORDER = [
  ...inThreePlaces('What is the weather in Lisbon tomorrow?', WEATHER, [MAIL, INVOICE]),
  ...inThreePlaces('Translate this sentence into French.', TRANSLATE, [DELETE, SONG]),
]

/** Two tools of each list plainly have nothing to do with the request, in other places each. */
export const TO_JUDGE = [
  {
    text: 'Book a table at a restaurant in Oslo tonight.',
    tools: [IMAGE, TRANSLATE, RESTAURANTS, TABLE],
    irrelevant: [IMAGE.name, TRANSLATE.name],
  },
  {
    text: 'How much are 50 dollars in euros?',
    tools: [CURRENCY, RATES, SONG, DELETE],
    irrelevant: [SONG.name, DELETE.name],
  },
  {
    text: 'Send Ann a message that the build broke.',
    tools: [WEATHER, MESSAGE, CONTACT, IMAGE],
    irrelevant: [WEATHER.name, IMAGE.name],
  },
]

/** Requests of three wishes, each wish with words that its step has to have one of. */
export const TO_SPLIT = [
  {
    text: 'Translate the letter into French, book a taxi to the airport and turn the heating off.',
    wishes: [['letter', 'translat'], ['taxi', 'airport'], ['heating']],
  },
  {
    text: 'Tell me the weather in Oslo, convert 50 dollars to euros and remind me to call Ann.',
    wishes: [
      ['weather', 'forecast'],
      ['dollar', 'euro', 'currenc'],
      ['ann', 'remind'],
    ],
  },
  {
    text: 'Delete the old backups, send the invoice to Bob and play some jazz.',
    wishes: [['backup'], ['invoice'], ['jazz', 'music']],
  },
]
