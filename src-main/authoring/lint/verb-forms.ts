/**
 * Verbs that say what a tool does, as catalogs use them. More than are needed, for a verb that is
 * missing here makes a false finding, and one too many only hides one.
 */
const VERBS = `
accept access achieve acknowledge act activate adapt add adjust administer adopt advise aggregate alert allow analyze analyse announce annotate answer
append apply appoint appraise approve archive arrange ask assess assign assist attach attend audit authenticate author authorize
automate back backup balance ban bet bind block book boost bring broadcast browse build burn buy calculate calibrate call cancel capture cast
categorize change charge chart chat check choose claim clarify classify clean clear click clone close cluster coach code collect
color combine command comment commit communicate compare compile complete compose compress compute conduct configure confirm
connect consult contact contain control convert cook coordinate copy correct count cover craft crawl create curate customize cut
debug decide decode decrypt deduct define delegate delete deliver demo deploy describe design detect determine develop diagnose
dial disable disconnect disclose discover discuss dismiss dispatch dispense display distribute diversify divide document dock donate download draft draw
drive drop duplicate earn edit educate elevate embark embed empower enable encode encounter encrypt end engage enhance enjoy enroll
ensure enter entertain enrich escape estimate establish evaluate examine equip exchange execute expand experience explain explore export express
extend extract facilitate feed feel fetch file fill filter find finish fix flag flip fly focus follow forecast format forward
freeze fulfill gain gather generate get give go grant group grow guess guide handle hash hear help hide highlight hire hold host
identify illustrate implement import improve incorporate increase inform initialize initiate input insert inspect inspire install
integrate interact interpret introduce invert invest invite invoke issue join keep kick know label launch lay lead learn leave
let leverage license lift link list listen load locate lock log look lookup loop lower make manage map mark match maximize measure
meet merge message migrate minimize mint mix model modify monetize monitor mount move multiply mute name navigate negotiate note
notify obtain offer open operate optimize order organize outline output overlay park parse participate pause pay perform personalize
pick pin ping pitch place plan play plot populate post power practice predict prepare present preview print prioritize process produce profile
project promote prompt propose protect prove provide publish pull purchase push query quit quote raise randomize rank rate read reboot
rebuild receive recharge recognize recommend record recover redeem redirect reduce refer refine refresh refund register reject relate
release remember remind remove rename render renew rent repair repeat replace reply report represent request rerun rescale reschedule
reserve reset resize resolve respond restart restore restrict retrieve return reveal reverse review revise reward roll rotate route
run sample save say scale scan schedule score scrape search secure see seek segment select sell send separate serve set settle share shop
shorten show shuffle shut shutdown sign simulate sketch skip solve sort spawn speak spend split stake standardize start stay stop store stream
streamline structure study submit subscribe suggest sum summarize supply support suspend swap switch sync synthesize synchronize
tag take talk target teach tell terminate test tokenize toggle track trade train transcribe transfer transform translate transmit
transport travel trigger trim turn tutor type unblock uncover understand unfollow unlock unsubscribe update upgrade upload use
utilize validate verify view visit visualize vote wait walk warn watch withdraw work wrap write zip zoom
can could will would may must should is are was were has have does do
`

/** Forms in which a verb stands: plain, with -s, -ing and -ed. */
function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, '')
  const last = verb.at(-1) ?? ''
  return [
    verb,
    `${verb}s`,
    `${verb}es`,
    `${verb.replace(/y$/, 'i')}es`,
    `${verb.replace(/y$/, 'i')}ed`,
    `${stem}ing`,
    `${stem}ed`,
    `${verb}ing`,
    `${verb}${last}ing`,
    `${verb}${last}ed`,
  ]
}

const VERB_FORMS: ReadonlySet<string> = new Set(VERBS.trim().split(/\s+/).flatMap(formsOf))

/** Whether a word of small letters is one of these verbs, in any of its forms. */
export const isVerbForm = (word: string): boolean => VERB_FORMS.has(word)
