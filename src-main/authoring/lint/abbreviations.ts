/** Abbreviations in parameters’ names, with what they may stand for. Those that everybody reads, such as `id` and `url`, are left out. */
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

/** What of a parameter’s name is abbreviated, where what is said of it does not say what that stands for. */
export function abbreviationIn(words: readonly string[], said: string): string | undefined {
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
