/** What a word becomes that cannot be put together from the vocabulary's pieces. */
export const UNKNOWN = '[UNK]'
/** In code points; the longest word BERT's tokenizer tries. */
const LONGEST_WORD = 100
/**
 * In code points, without `##`: no piece of BERT's vocabulary is longer, and none needs to be
 * looked up.
 */
export const LONGEST_PIECE = 18

const SPACE = /\s/u
/** Control, format, private and surrogate characters carry no text. */
const IGNORED = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/u
const MARK = /\p{Mn}/gu
/** BERT also counts every ASCII character that is neither letter, digit nor space. */
const PUNCTUATION = /[\p{P}$+<=>^`|~]/u
/** The blocks that BERT's tokenizer takes for Chinese: each character is a word. */
const IDEOGRAPH =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u
const PLAIN_ASCII = /^[\t\n\r -~]*$/
const ASCII_WORD = /[a-z0-9]+|[^a-z0-9\s]/g

/**
 * A text as words without case or accents, each punctuation mark and each Chinese character a word
 * of its own: what BERT's uncased tokenizer (Devlin et al. 2019) does before it cuts words into
 * pieces. Text that looks like a special token (`[SEP]`) is the text it is.
 */
export function wordsOf(text: string): string[] {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? []
  return uncased(spaced(text)).split(' ').flatMap(splitAtPunctuation)
}

/** Every kind of white space as a space, ideographs between spaces, and nothing invisible. */
function spaced(text: string): string {
  let result = ''
  for (const character of text) {
    if (SPACE.test(character)) result += ' '
    else if (IDEOGRAPH.test(character)) result += ` ${character} `
    else if (!IGNORED.test(character)) result += character
  }
  return result
}

/** Case is taken away character by character: a Greek word's last sigma is like any other. */
const uncased = (text: string): string =>
  Array.from(text.normalize('NFD').replace(MARK, ''), (character) => character.toLowerCase()).join(
    '',
  )

function splitAtPunctuation(word: string): string[] {
  const words: string[] = []
  let current = ''
  const end = () => {
    if (current !== '') words.push(current)
    current = ''
  }
  for (const character of word) {
    if (PUNCTUATION.test(character)) {
      end()
      words.push(character)
    } else current += character
  }
  end()
  return words
}

/**
 * The longest pieces that make up `word`, from its start; pieces inside a word begin with `##`. A
 * word that leaves a rest, or of more than 100 characters, is {@link UNKNOWN} as a whole.
 */
export function piecesOf(word: string, vocabulary: { has(piece: string): boolean }): string[] {
  const characters = Array.from(word)
  if (characters.length > LONGEST_WORD) return [UNKNOWN]
  const pieces: string[] = []
  for (let start = 0; start < characters.length;) {
    let end = Math.min(characters.length, start + LONGEST_PIECE)
    let piece = pieceAt(characters, start, end)
    while (end > start && !vocabulary.has(piece)) piece = pieceAt(characters, start, --end)
    if (end === start) return [UNKNOWN]
    pieces.push(piece)
    start = end
  }
  return pieces
}

const pieceAt = (characters: string[], start: number, end: number): string =>
  (start > 0 ? '##' : '') + characters.slice(start, end).join('')
