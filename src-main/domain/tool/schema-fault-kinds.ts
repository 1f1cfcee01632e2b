/** Who reads tools' schemas and refuses what they do not take. */
export type SchemaReader = 'OpenAI' | 'OpenAI strict' | 'Anthropic' | 'Gemini' | 'Bedrock'

/**
 * How grave it is: `fault`, it is no JSON Schema in any draft; `broken`, it is one, and means what
 * nobody can; `doubt`, it means something, though hardly what was meant; `narrow`, it is one, of an
 * older draft or of somebody's own, which not everybody takes.
 */
export type SchemaFaultGrade = 'fault' | 'broken' | 'doubt' | 'narrow'

export interface SchemaFaultKind {
  grade: SchemaFaultGrade
  /** What is wrong, in words that hold wherever it is. */
  says: string
  fix: string
  /** Who refuses a request for it; others take it, or do not say. */
  refusedBy: readonly SchemaReader[]
}

/**
 * Anthropic: “JSON schema is invalid. It must match JSON Schema draft 2020-12”, also of its models
 * in Bedrock; github.com/anthropics/claude-code/issues/86665 (2026-08),
 * github.com/can1357/oh-my-pi/issues/45 (2026-02). OpenAI holds parameters against the meta-schema
 * and says so in the words of Python's jsonschema; github.com/pleaseai/shunt/pull/488 (2026-09),
 * github.com/cbdb-project/cbdb-online-main-server/pull/879 (2026-03). Gemini reads them into types
 * of its own: “Invalid value at …”; github.com/zereight/gitlab-mcp/issues/166 (2025).
 */
const ALL: readonly SchemaReader[] = ['OpenAI', 'OpenAI strict', 'Anthropic', 'Gemini', 'Bedrock']
const OPENAI: readonly SchemaReader[] = ['OpenAI', 'OpenAI strict']

/** All that can be wrong with a schema, whoever asks: an import, lint, an editor, an export. */
export const SCHEMA_FAULT_KINDS = {
  'not-object': {
    grade: 'fault',
    says: 'The parameters are not of type object',
    fix: 'Give them the type object, with the parameters as its properties: agents send arguments by name.',
    refusedBy: ALL,
  },
  'too-large': {
    grade: 'fault',
    says: 'The schema is larger than 256 KB',
    fix: 'Shorten it: every request to a model would carry all of it.',
    refusedBy: [],
  },
  'too-deep': {
    grade: 'fault',
    says: 'The schema is nested too deep to be used',
    fix: 'Describe the inner levels in words.',
    refusedBy: [],
  },
  'no-schema': {
    grade: 'fault',
    says: 'Something else stands where a schema belongs',
    fix: 'Write a schema there, such as {"type": "string"}.',
    refusedBy: ALL,
  },
  'no-list': {
    grade: 'fault',
    says: 'Alternatives are no list of schemas',
    fix: 'List at least one schema, or leave the keyword out.',
    refusedBy: ALL,
  },
  'no-names': {
    grade: 'fault',
    says: 'Properties are not given by name',
    fix: 'Write them as { "name": { … } }.',
    refusedBy: ALL,
  },
  'unknown-type': {
    grade: 'fault',
    says: 'There is no such type',
    fix: 'Use object, array, string, number, integer, boolean or null.',
    refusedBy: ALL,
  },
  // Gemini's own schemas have their types in capitals, and it takes them in both cases.
  'type-case': {
    grade: 'narrow',
    says: 'A type is not written in small letters',
    fix: 'Write it as JSON Schema does: "string".',
    refusedBy: ['OpenAI', 'OpenAI strict', 'Anthropic', 'Bedrock'],
  },
  'wrong-value': {
    grade: 'fault',
    says: 'A keyword has a value of the wrong kind',
    fix: 'Give it the kind of value that JSON Schema says.',
    refusedBy: ALL,
  },
  'enum-no-list': {
    grade: 'fault',
    says: '“enum” is no list',
    fix: 'List the values that are allowed.',
    refusedBy: ALL,
  },
  // A list without values is a “should not” since draft 7; before, none was allowed.
  'enum-empty': {
    grade: 'fault',
    says: '“enum” allows nothing',
    fix: 'List the values that are allowed, at least one, or leave enum out.',
    refusedBy: [],
  },
  'enum-type': {
    grade: 'doubt',
    says: 'A value of “enum” is not of the parameter’s type',
    fix: 'Make the two agree: no call can give both.',
    refusedBy: [],
  },
  'required-no-list': {
    grade: 'fault',
    says: '“required” is no list of names',
    fix: 'List the names of what is required beside “properties”.',
    refusedBy: ALL,
  },
  'required-switch': {
    grade: 'broken',
    says: '“required” is true or false, as in draft 3',
    fix: 'List the parameter’s name in “required” beside “properties”.',
    refusedBy: ALL,
  },
  'older-items': {
    grade: 'narrow',
    says: '“items” is a list, as before draft 2020-12',
    fix: 'Call the list prefixItems, or give one schema for all items.',
    refusedBy: ALL,
  },
  'older-bound': {
    grade: 'narrow',
    says: 'An exclusive bound is true or false, as in draft 4',
    fix: 'Give it the number itself: "exclusiveMinimum": 0.',
    refusedBy: ALL,
  },
  twice: {
    grade: 'fault',
    says: 'A name stands twice in a list of names',
    fix: 'Name it once.',
    refusedBy: ALL,
  },
  // “parameters.required[0]: property is not defined”;
  // github.com/iBUHub/AIStudioToAPI/issues/154 (2026-05). Strict: every key is one of properties.
  'required-unknown': {
    grade: 'broken',
    says: 'What is required is not described',
    fix: 'Describe it in “properties”, or take it out of “required”.',
    refusedBy: ['Gemini', 'OpenAI strict'],
  },
  // “… is not a 'regex'”; github.com/pleaseai/shunt/pull/488 (2026-09).
  'no-pattern': {
    grade: 'broken',
    says: '“pattern” is no regular expression',
    fix: 'Mend the expression, or say in words what is meant.',
    refusedBy: OPENAI,
  },
  'python-pattern': {
    grade: 'narrow',
    says: '“pattern” is a regular expression that JavaScript does not read',
    fix: 'Write it without flags in front, such as (?i), and without names of groups.',
    refusedBy: [],
  },
  // As above: it is compiled by Python, which knows no \p{…} and calls groups (?P<name>…).
  'foreign-pattern': {
    grade: 'narrow',
    says: '“pattern” is a regular expression that Python does not read',
    fix: 'Write it without \\p{…}, \\u{…} and named groups, or say in words what is meant.',
    refusedBy: OPENAI,
  },
  'reference-nowhere': {
    grade: 'broken',
    says: 'A $ref points nowhere',
    fix: 'Point it at a part of the same schema, such as #/$defs/name.',
    refusedBy: [...OPENAI, 'Gemini'],
  },
  'reference-outside': {
    grade: 'broken',
    says: 'A $ref leads out of the schema',
    fix: 'Write the definition into the schema’s own $defs: no agent is sent another file.',
    refusedBy: [...OPENAI, 'Gemini'],
  },
  'bounds-crossed': {
    grade: 'doubt',
    says: 'A lower bound is above the upper one',
    fix: 'Mend the bounds: no value lies between them.',
    refusedBy: [],
  },
  'default-type': {
    grade: 'doubt',
    says: 'A default is not of the parameter’s type',
    fix: 'Give a default of that type, or none.',
    refusedBy: [],
  },
  'unknown-format': {
    grade: 'narrow',
    says: 'There is no such format',
    fix: 'Say in the description how it is written, and leave “format” out.',
    refusedBy: [],
  },
} satisfies Record<string, SchemaFaultKind>

export type SchemaFaultName = keyof typeof SCHEMA_FAULT_KINDS
