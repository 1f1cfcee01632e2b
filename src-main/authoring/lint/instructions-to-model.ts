import { INVISIBLE, STRAY_JOINER } from '../../domain/value/hidden-characters'

/** What a text says to a model, as people read it, with the words by which it is told. */
export interface Instruction {
  says: string
  words: string
}

interface Pattern {
  says: string
  pattern: RegExp
}

/** Up to so many characters between two words of a pattern: bounded, so that no text takes long. */
const any = (most: number): string => `[^.!?]{0,${most}}?`
const pattern = (source: string): RegExp => new RegExp(source, 'u')

/**
 * What turns a model against those who use it, as published attacks word it (tool poisoning, line
 * jumping): text that no description needs. Pegboard’s own list.
 */
const AGAINST_USER: readonly Pattern[] = [
  {
    says: 'tells a model to forget what it was told',
    pattern: pattern(
      `\\b(?:ignore|disregard|forget|override|bypass)\\b${any(30)}\\b(?:previous|prior|above|earlier|other|existing|system|safety|your|all)\\b${any(30)}\\b(?:instruction|prompt|rule|guideline|directive|restriction)s?\\b`,
    ),
  },
  {
    says: 'tells a model to keep something from the user',
    pattern: pattern(
      `\\b(?:do not|don't|never|must not|without|avoid)\\s+(?:ever\\s+)?(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|disclose|disclosing|show|showing|let)\\b${any(50)}\\b(?:the |to the |this to the |your )?(?:user|human|person|customer)\\b(?! (?:id|name|e-?mail|interface))`,
    ),
  },
  {
    says: 'tells a model to keep something secret',
    pattern: pattern(
      `\\b(?:secretly|silently|covertly|discreetly)\\s+(?:call|use|send|include|forward|upload|read|pass|execute|run|copy|bcc)\\b`,
    ),
  },
  {
    says: 'is marked up as an instruction of the system',
    pattern: pattern(
      `<\\s*/?\\s*(?:important|system|instructions?|secret|hidden|critical|admin|assistant|system[_-]?prompt)\\s*>|<\\|(?:im_start|im_end|system|endoftext)\\|>|\\[/?(?:inst|system)\\]|<<sys>>|^\\s*(?:system|assistant)\\s*:\\s|#{2,}\\s*(?:new |system )?instructions?\\s*:`,
    ),
  },
  {
    says: 'tells a model who it is from now on',
    pattern: pattern(
      `\\b(?:from now on|starting now|henceforth)\\b${any(20)}\\byou\\b|\\byou are now (?:an? |in |the )|\\b(?:enter|enable|activate)\\b${any(20)}\\b(?:developer|jailbreak|god|dan) mode\\b`,
    ),
  },
  {
    says: 'tells a model to hand out its instructions or the conversation',
    pattern: pattern(
      `\\b(?:include|send|append|forward|reveal|print|repeat|output|leak|pass|attach|put)\\b${any(40)}\\b(?:your |the )?(?:system prompt|hidden instructions|entire conversation|full conversation|whole conversation|chat history|conversation history|previous messages)\\b`,
    ),
  },
  {
    says: 'tells a model to read what is private',
    pattern: pattern(
      `\\b(?:read|cat|open|load|send|upload|include|attach|retrieve|fetch)\\b${any(40)}(?:~/\\.(?:ssh|aws|cursor|gnupg|config|kube|netrc)|\\bid_rsa\\b|/etc/(?:passwd|shadow)|\\.cursor/mcp\\.json|claude_desktop_config)`,
    ),
  },
]

/** What puts a tool before others, whatever was asked. */
const BEFORE_OTHERS: readonly Pattern[] = [
  {
    says: 'tells a model to call it first, or always',
    pattern: pattern(
      `\\b(?:always|must(?: always)?|should always|need to always|required to|make sure to)\\s+(?:first\\s+)?(?:call|use|invoke|run|choose|select|prefer|pick)\\s+(?:this|me)\\b(?! (?:id|value|field|parameter|format|date|token|number|flag|option))|\\b(?:call|use|invoke|run) (?:this|me)(?: tool| function| api| server| plugin)? (?:first\\b|before (?:any|all|every|anything|each)\\b|for (?:every|any|all) (?:request|query|question|task|message)s?\\b|in every\\b|no matter\\b|regardless\\b)`,
    ),
  },
  {
    says: 'tells a model to leave other tools alone',
    pattern: pattern(
      `\\b(?:instead of|rather than|over|before|in preference to) (?:using |calling )?(?:any|all|every|the)(?: of the)? other (?:available )?(?:tool|function|plugin|api|server)s?\\b|\\b(?:do not|don't|never) (?:use|call|invoke|consider) (?:any )?(?:other|another|different|competing|alternative) (?:tool|function|plugin|api)s?\\b`,
    ),
  },
  {
    says: 'praises itself to a model',
    pattern: pattern(
      `\\bthis (?:tool|function|plugin|api) (?:is|should be|must be|has to be) (?:always )?(?:the )?(?:preferred|only (?:correct|valid|trusted)|mandatory|most trusted|(?:called|used|invoked|run) (?:first|before)|highest[- ]priority)\\b|\\b(?:has|takes) (?:the )?(?:highest|top) priority over\\b`,
    ),
  },
]

/** Letters of other scripts that look like Latin ones, by which a word passes a filter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  ԁ: 'd',
  ο: 'o',
  α: 'a',
  ε: 'e',
  ι: 'i',
  ν: 'v',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  κ: 'k',
}
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join('')}]`, 'gu')
const PLAIN = /^[\t\n\r -~]*$/

/** White space that is not one space already. */
const NOT_ONE_SPACE = /[^\S ]\s*| \s+/g

/** A text as a model reads it, whatever it is written with. */
function asRead(text: string): string {
  const plain = PLAIN.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(INVISIBLE, '')
        .replace(STRAY_JOINER, '')
        .replace(/[‘’]/g, "'")
        .toLowerCase()
        .replace(LOOKALIKE, (letter) => LOOKALIKES[letter] ?? letter)
  return plain.toLowerCase().replace(NOT_ONE_SPACE, ' ')
}

/** Words that one of the patterns needs: most tools have none of them and need no closer look. */
const SUSPECT =
  /ignor|disregard|forget|overrid|bypass|telling?\b|inform|mention|reveal|disclos|secret|silent|covert|discreet|<|\[\/?inst|\[\/?system|system\s*:|assistant\s*:|instructions?\s*:|from now|starting now|henceforth|you are now| mode\b|conversation|chat history|previous messages|system prompt|hidden instr|\.ssh|\.aws|\.cursor|\.gnupg|\.config|\.kube|\.netrc|id_rsa|passwd|shadow|claude_desktop|show|let\b|(?:call|use|invoke|run|choose|select|prefer|pick) (?:this|me)\b|other (?:available )?(?:tool|function|plugin|api|server)|(?:another|different|competing|alternative) (?:tool|function|plugin|api)|this (?:tool|function|plugin|api) (?:is|should|must|has)|priority over/

/** Whether any of a tool's texts, put together, may say something to a model. */
export const maySpeakToModel = (texts: string): boolean => SUSPECT.test(asRead(texts))

/** What a text tells a model against its user, if anything. */
export const instructionAgainstUser = (text: string): Instruction | undefined =>
  firstOf(AGAINST_USER, asRead(text))

/** What a text tells a model in a tool’s own favour, if anything. */
export const instructionBeforeOthers = (text: string): Instruction | undefined =>
  firstOf(BEFORE_OTHERS, asRead(text))

function firstOf(patterns: readonly Pattern[], text: string): Instruction | undefined {
  for (const { says, pattern: sought } of patterns) {
    const found = sought.exec(text)
    if (found)
      return { says, words: text.slice(Math.max(0, found.index), found.index + found[0].length) }
  }
  return undefined
}
