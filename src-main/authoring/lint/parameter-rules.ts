import { splitIdentifier } from '../../pipeline/text/analyse'
import { analysersOf, listed, saysOnly, type LintedParameter, type LintedTool } from './linted-tool'
import type { LintRule, Objection } from './rule'

/**
 * What is wrong with what is said of a tool’s parameters. One finding a tool: they are mended
 * together.
 */
export const PARAMETER_RULES: readonly LintRule[] = [
  {
    id: 'parameter-undescribed',
    severity: 'warning',
    title: 'Parameters not described',
    why: 'A model fills in what it does not understand by guessing.',
    ofTool: ofParameters((parameter) => parameter.said.trim() === '' && !isPlain(parameter), {
      what: (names, { parameters }) =>
        `Nothing is said of ${listed(names)} (${names.length} of ${parameters.length} parameters).`,
      fix: 'Say what each of them means, and in which form it is wanted.',
    }),
  },
  {
    id: 'parameter-is-name',
    severity: 'note',
    title: 'Parameter’s description says no more than its name',
    why: 'A name written again tells neither what is meant nor in which form it is wanted.',
    ofTool: ofParameters(saysOnlyName, {
      what: (names) => `What is said of ${listed(names)} is the name again.`,
      fix: 'Say where the value comes from, in which form it is wanted, or give an example.',
    }),
  },
  {
    id: 'parameter-abbreviated',
    severity: 'note',
    title: 'Parameter’s name abbreviated',
    why: 'A name that is cut short is read wrongly by people, models and searches alike.',
    ofTool: ofParameters(({ name, said }) => abbreviationIn(wordsOf(name), said) !== undefined, {
      what: (names) => `Nothing says what is short in ${listed(names)}.`,
      fix: 'Name it in full, or say in its description what it stands for.',
    }),
  },
]

function ofParameters(
  isFault: (parameter: LintedParameter) => boolean,
  { what, fix }: { what: (names: readonly string[], tool: LintedTool) => string; fix: string },
): NonNullable<LintRule['ofTool']> {
  return (tool): Objection[] => {
    const faults = tool.parameters.filter(isFault)
    if (faults.length === 0) return []
    const names = faults.map(({ path }) => path)
    const about = faults.map(({ path, said }) => `${path}: ${said}`).join('\n')
    return [{ tool: tool.id, where: 'parameters', about, what: what(names, tool), fix }]
  }
}

/** A choice among words explains itself. */
const isPlain = ({ values, type }: LintedParameter): boolean =>
  values.some((value) => typeof value === 'string') || type === 'null'

const wordsOf = (name: string): string[] =>
  splitIdentifier(name)
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const stemming = analysersOf(['split-identifiers', 'stop-words', 'stemming'])
const stems = stemming.ofDocument
/** Said of any parameter, and so of none. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  stems(
    'parameter argument field value input string text number integer boolean object list array required optional',
  ),
)

function saysOnlyName({ name, said, values, default: usual }: LintedParameter): boolean {
  // What a choice or a usual value explains needs no more.
  if (said === '' || values.length > 0 || usual !== undefined) return false
  const own = new Set(stems(name))
  return saysOnly(said, stemming, (word) => own.has(word) || SAYS_NOTHING.has(word))
}

/**
 * Abbreviations in parameters’ names, with what they may stand for. Those that everybody reads,
 * such as `id` and `url`, are left out.
 */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  acct: ['account'],
  addr: ['address'],
  amt: ['amount'],
  appt: ['appointment'],
  attr: ['attribute'],
  auth: ['authentication', 'authorization', 'authenticate', 'authorize'],
  btn: ['button'],
  cfg: ['configuration', 'config'],
  cmd: ['command'],
  cnt: ['count'],
  cond: ['condition'],
  ctry: ['country'],
  ctx: ['context'],
  cur: ['currency', 'current'],
  curr: ['currency', 'current'],
  cust: ['customer'],
  dep: ['departure', 'department', 'dependency'],
  dept: ['department'],
  dest: ['destination'],
  dob: ['birth'],
  dst: ['destination', 'daylight'],
  dur: ['duration'],
  elem: ['element'],
  emp: ['employee'],
  err: ['error'],
  exp: ['expiry', 'expiration', 'experience', 'expense', 'experiment'],
  freq: ['frequency'],
  grp: ['group'],
  hdr: ['header'],
  idx: ['index'],
  img: ['image'],
  inv: ['invoice', 'inventory', 'investment'],
  lang: ['language'],
  len: ['length'],
  lvl: ['level'],
  mgr: ['manager'],
  mkt: ['market'],
  msg: ['message'],
  mtg: ['meeting'],
  nbr: ['number', 'neighbour', 'neighbor'],
  num: ['number'],
  obj: ['object'],
  param: ['parameter'],
  params: ['parameters'],
  pct: ['percent', 'percentage'],
  perc: ['percent', 'percentage'],
  pkg: ['package'],
  pos: ['position'],
  prev: ['previous'],
  prod: ['product', 'production'],
  ptr: ['pointer'],
  pwd: ['password', 'directory'],
  qty: ['quantity'],
  rec: ['record', 'recipient', 'recommendation'],
  req: ['request', 'requirement', 'required'],
  res: ['resource', 'resolution', 'response', 'result', 'reservation'],
  resp: ['response'],
  seq: ['sequence'],
  src: ['source'],
  std: ['standard'],
  str: ['string'],
  subj: ['subject'],
  svc: ['service'],
  sym: ['symbol'],
  temp: ['temperature', 'temporary'],
  tmp: ['temporary', 'temperature'],
  tot: ['total'],
  trx: ['transaction'],
  txn: ['transaction'],
  txt: ['text'],
  usr: ['user'],
  val: ['value'],
  var: ['variable'],
  wt: ['weight'],
  yr: ['year'],
}

/** Written without vowels by everybody, units among them. */
const USUAL: ReadonlySet<string> = new Set(
  'api bmp cc bcc css csv cvc cvv db dns fps ftp gb gdp gps hr html http https hz id ip jpg js json kb kg km kpi ltv mb md ml mm mp3 mp4 ms nft npm os pdf php png ppm ps px rgb rpc rss sdk sku sms smtp sql ssh ssl ssn svg tcp tld tls tv ttl tz udp ui uri url usd utc uuid vat vpc vpn www xml xlsx yml zip bmi isbn iso pr pt sha md5 ph dna rna mph bpm lbs ft cm dc dpi sqft sqm kmh kwh mwh kw mw kb psi rpm nm yd ft lb kcal khz mhz ghz'.split(
    ' ',
  ),
)

/**
 * What of a parameter’s name is abbreviated, where what is said of it does not say what that stands
 * for.
 */
function abbreviationIn(words: readonly string[], said: string): string | undefined {
  const spelt = said.toLowerCase()
  return words.find((word) => isAbbreviated(word, words) && !isSpeltOut(word, spelt))
}

/** A letter beside other words counts them: `point_a`. */
const isAbbreviated = (word: string, words: readonly string[]): boolean =>
  Object.hasOwn(MEANINGS, word) ||
  (/^[bcdfghjklmnpqrstvwxz]{2,5}$/.test(word) && !USUAL.has(word)) ||
  (words.length === 1 && /^[a-z]$/.test(word))

function isSpeltOut(word: string, said: string): boolean {
  const words = said.match(/[a-z]+/g) ?? []
  const meanings = Object.hasOwn(MEANINGS, word) ? MEANINGS[word] : undefined
  if (meanings?.some((meaning) => words.some((each) => each.startsWith(meaning)))) return true
  if (words.some((each) => each.length > word.length + 1 && isShortFor(word, each))) return true
  return words.some((_, at) => initials(words.slice(at, at + word.length)) === word)
}

/** `dpt` is short for `department`: the same beginning, and its letters in the same order. */
function isShortFor(short: string, long: string): boolean {
  if (short[0] !== long[0]) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

const initials = (words: readonly string[]): string => words.map((word) => word[0]).join('')
