// Who may import whom: the table of the design, one line each. A layer always may import itself.
/** @type {Record<string, string[]>} */
const layers = {
  domain: [],
  ports: ['domain'],
  contract: ['domain'],
  importing: ['domain'],
  exporting: ['domain', 'contract'],
  answers: ['domain'],
  pipeline: ['domain', 'ports'],
  evaluation: ['domain', 'ports', 'pipeline'],
  authoring: ['domain', 'ports', 'pipeline'],
  adapters: ['domain', 'ports'],
  app: [
    'domain',
    'ports',
    'contract',
    'pipeline',
    'evaluation',
    'authoring',
    'importing',
    'exporting',
    'answers',
  ],
  features: [
    'domain',
    'ports',
    'contract',
    'pipeline',
    'evaluation',
    'authoring',
    'importing',
    'exporting',
    'answers',
    'app',
    'hosts/cli',
  ],
  compose: [
    'domain',
    'ports',
    'contract',
    'pipeline',
    'evaluation',
    'authoring',
    'importing',
    'exporting',
    'answers',
    'adapters',
    'app',
    'features',
  ],
  hosts: ['compose', 'app', 'features', 'contract', 'domain'],
}

// The rooms of importing and which of the others each may import.
/** @type {Record<string, string[]>} */
const importingRooms = {
  'reading/': [],
  'catalog/': ['reading/', 'import-format.ts'],
  'logs/': ['reading/'],
  'golden/': ['reading/', 'catalog/', 'logs/'],
  'client-configs/': ['reading/'],
  'formats/': ['reading/', 'catalog/', 'logs/', 'golden/', 'import-format.ts'],
}

// The rooms of app/ in their order: each may import those before it. The core comes first, from
// open workspaces to the decision.
const appRooms = [
  'requests',
  'workspaces',
  'changes',
  'editing',
  'recipes',
  'models',
  'graph',
  'catalog',
  'knowledge',
  'query',
  'golden',
  'servers',
  'lint',
  'evaluation',
  'decision',
  'effect',
  'proposals',
  'review',
  'agent',
  'sources',
  'importing',
  'logged-queries',
  'served',
  'serving',
  'queue',
  'library',
  'undo',
]
/** What actions are made of, beside the rooms: it knows requests and open workspaces alone. */
const appGround = [
  'action',
  'agent-endpoint',
  'app',
  'confirmed',
  'context',
  'indexings',
  'other-threads',
  'ports',
  'readings',
]

// The packages of a vendor, and the one place that may import them.
const vendors = [
  { name: 'lancedb', packages: ['@lancedb/lancedb', 'apache-arrow'], home: 'adapters/lancedb' },
  { name: 'ollama', packages: ['ollama'], home: 'adapters/ollama' },
  { name: 'onnxruntime', packages: ['onnxruntime-web'], home: 'adapters/builtin' },
  { name: 'electron', packages: ['electron'], home: 'hosts/desktop' },
]

/** @param {string[]} names */
const anyOf = (names) => `(${names.join('|')})`
/** @param {string[]} names */
const inLayers = (names) => `^src-main/${anyOf(names)}(/|\\.ts$)`
/** What a feature is tested by lies with it, and imports what tests do. */
const testsOfFeatures = '^src-(main|renderer)/features/[^/]+/test/'
const ownCode = '^(src-main|src-renderer|test|resources)/'

/** @typedef {import('dependency-cruiser').IRegularForbiddenRuleType} Rule */

/**
 * @param {[name: string, comment: string]} title
 * @param {Rule['from']} from
 * @param {Rule['to']} to
 * @returns {Rule & { name: string }}
 */
const forbidAll = ([name, comment], from, to) => ({ name, comment, severity: 'error', from, to })

/**
 * As `forbidAll`, but for tests of features.
 * @type {typeof forbidAll}
 */
const forbid = (title, from, to) =>
  forbidAll(title, { ...from, pathNot: [testsOfFeatures, from.pathNot ?? []].flat() }, to)

const layerRules = Object.entries(layers).map(([layer, allowed]) =>
  forbid(
    [`layer-${layer}`, `${layer} may import ${allowed.join(', ') || 'nothing'}`],
    { path: inLayers([layer]) },
    { path: ownCode, pathNot: inLayers([layer, ...allowed]) },
  ),
)

const roomRules = Object.entries(importingRooms).map(([room, allowed]) =>
  forbid(
    [
      `importing-${room.replace('/', '')}`,
      `of importing/, ${room} may import ${allowed.join(', ') || 'nothing'}`,
    ],
    { path: `^src-main/importing/${room}` },
    { path: '^src-main/importing/', pathNot: `^src-main/importing/${anyOf([room, ...allowed])}` },
  ),
)

const appRules = [
  ...appRooms.slice(0, -1).map((room, place) => {
    const later = appRooms.slice(place + 1)
    return forbid(
      [`app-${room}`, `of app/, ${room}/ imports no room that stands after it in the order`],
      { path: `^src-main/app/${room}/` },
      { path: `^src-main/app/${anyOf(later)}/` },
    )
  }),
  forbid(
    ['app-ground', 'of app/, what actions are made of imports requests/ and workspaces/ alone'],
    { path: `^src-main/app/${anyOf(appGround)}\\.ts$` },
    { path: '^src-main/app/[^/]+/', pathNot: '^src-main/app/(requests|workspaces)/' },
  ),
  forbid(
    ['app-known-room', 'a room of app/ has a place in their order'],
    { path: '^src-main/app/[^/]+/', pathNot: `^src-main/app/${anyOf(appRooms)}/` },
    {},
  ),
]

const featureRules = [
  forbidAll(
    ['features-apart', 'a feature imports no other: each can be taken out by itself'],
    { path: '^src-(main|renderer)/features/([^/]+)/' },
    { path: '^src-(main|renderer)/features/[^/]+/', pathNot: '^src-(main|renderer)/features/$2/' },
  ),
  forbid(
    ['tests-of-features', 'no code imports what a feature is tested by'],
    {},
    { path: testsOfFeatures },
  ),
  forbid(
    [
      'features-by-registry',
      'of src-main, what puts the product together knows features by their lists alone',
    ],
    { path: '^src-main/', pathNot: '^src-main/features/' },
    {
      path: '^src-main/features/',
      pathNot:
        '^src-main/features/(actions|commands|eval-additions|import-formats|join-by-name|places|recipes)\\.ts$',
    },
  ),
  forbid(
    [
      'features-in-one-line',
      'a feature is registered in a line of each list, and named nowhere else',
    ],
    {
      path: '^src-main/features/[^/]+$',
      pathNot: '^src-main/features/(registry|commands|eval-additions|formats)\\.ts$',
    },
    { path: '^src-main/features/[^/]+/' },
  ),
  forbid(
    ['commands-in-one-file', 'of a feature, its commands alone know the terminal'],
    {
      path: '^src-main/features/',
      pathNot: '/commands(/|\\.ts$)|^src-main/features/commands\\.ts$',
    },
    { path: '^src-main/hosts/' },
  ),
  forbid(
    ['feature-shared', 'what a feature shares with the window imports domain and contract'],
    { path: '^src-main/features/[^/]+/shared/' },
    {
      path: ownCode,
      pathNot: ['^src-main/(domain|contract)/', '^src-main/features/[^/]+/shared/'],
    },
  ),
  forbid(
    ['feature-formats', 'what a feature reads files by imports domain and importing'],
    { path: '^src-main/features/[^/]+/formats/' },
    {
      path: ownCode,
      pathNot: ['^src-main/(domain|importing)/', '^src-main/features/[^/]+/formats/'],
    },
  ),
  forbid(
    ['reading-loads-formats', 'a thread that reads files loads of features their formats alone'],
    { path: '^src-main/(hosts/reader/|features/(import-)?formats\\.ts$)' },
    {
      path: '^src-main/features/',
      pathNot: [
        '^src-main/features/(import-formats|formats|join-by-name)\\.ts$',
        '^src-main/features/[^/]+/formats/',
      ],
    },
  ),
  forbid(
    ['window-features-apart', 'of the window, main.ts alone knows features'],
    { path: '^src-renderer/', pathNot: '^src-renderer/(features/|main\\.ts$)' },
    { path: '^src-renderer/features/' },
  ),
  forbid(
    ['window-features-beside-views', 'a feature of the window imports no view'],
    { path: '^src-renderer/features/' },
    { path: '^src-renderer/views/' },
  ),
]

const vendorRules = vendors.map(({ name, packages, home }) =>
  forbid(
    [`vendor-${name}`, `${packages.join(', ')}: only in src-main/${home}`],
    { path: '^src-(main|renderer)/', pathNot: `^src-main/${home}/` },
    { path: `(^|node_modules/)${anyOf(packages)}(/|$)` },
  ),
)

const otherRules = [
  forbidAll(['no-cycles', 'imports form no circle'], {}, { circular: true }),
  forbidAll(['resolvable', 'an import leads somewhere'], {}, { couldNotResolve: true }),
  forbid(
    ['known-place', 'code of src-main lives in a layer'],
    { path: '^src-main/', pathNot: inLayers(Object.keys(layers)) },
    {},
  ),
  forbid(
    ['window-without-node', 'what the window loads runs without Node'],
    { path: '^(src-renderer|src-main/(domain|contract|features/[^/]+/shared))/' },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    [
      'shipped-packages',
      'src-main imports what an installed package has: no dev dependencies, but what a build puts into it',
    ],
    {
      path: '^src-main/',
      pathNot: [
        '^src-main/hosts/desktop/',
        '^src-main/adapters/builtin/encoder-thread\\.ts$',
        '^src-main/adapters/mcp/server-thread\\.ts$',
        '^src-main/hosts/cli/chapter-text\\.ts$',
        '^src-main/features/graphql/formats/(sdl|type-schemas)\\.ts$',
        '^src-main/importing/reading/loose-json\\.ts$',
        '^src-main/importing/reading/parse-yaml\\.ts$',
        '^src-main/features/report/page/line-chart\\.ts$',
      ],
    },
    { dependencyTypes: ['npm-dev'] },
  ),
  forbid(
    [
      'stages-are-peers',
      'a folder of stages imports the framework, text/ and prompts/ alone: let the recipe hand over what is elsewhere',
    ],
    { path: '^src-main/pipeline/(?!recipes/)([^/]+)/' },
    { path: '^src-main/pipeline/', pathNot: '^src-main/pipeline/($1/|text/|prompts/|[^/]+\\.ts$)' },
  ),
  forbid(
    ['stage-framework', 'the composition framework knows no stage'],
    { path: '^src-main/pipeline/[^/]+$' },
    { path: '^src-main/pipeline/[^/]+/' },
  ),
  forbid(
    ['no-desktop-elsewhere', 'what runs in plain Node does not reach into the desktop host'],
    { path: '^src-main/', pathNot: '^src-main/hosts/desktop/' },
    { path: '^src-main/hosts/desktop/' },
  ),
  forbid(
    [
      'layer-renderer',
      'the window imports the contract, the domain and the types of actions, nothing else',
    ],
    { path: '^src-renderer/' },
    {
      path: ownCode,
      pathNot: [
        '^src-renderer/',
        inLayers(['contract', 'domain']),
        '^src-main/features/actions\\.ts$',
        '^src-main/features/[^/]+/shared/',
      ],
    },
  ),
  forbid(
    ['actions-as-types', 'the window knows what actions take and give, not how they run'],
    { path: '^src-renderer/' },
    { path: '^src-main/(app/|features/[^/]+\\.ts$)', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    ['views-are-peers', 'a view imports no other view'],
    { path: '^src-renderer/views/([^/]+)/' },
    { path: '^src-renderer/views/', pathNot: '^src-renderer/views/$1/' },
  ),
  forbid(
    ['views-on-top', 'what views are made of does not know them'],
    {
      path: '^src-renderer/(bridge|components|charts|composables|places|runs|styles|tool|words|files)/',
    },
    { path: '^src-renderer/views/' },
  ),
  forbid(
    [
      'tool-page-above-parts',
      'the page of a tool is made of what views share, not the other way round',
    ],
    { path: '^src-renderer/(bridge|components|charts|composables|styles|words|files)/' },
    { path: '^src-renderer/tool/' },
  ),
  forbid(
    ['pictures-without-bridge', 'components and charts get data and give a picture'],
    { path: '^src-renderer/(components|charts)/' },
    { path: '^src-renderer/(bridge|composables)/' },
  ),
  forbid(
    ['words-and-files', 'number words and file saving know no other part of the window'],
    { path: '^src-renderer/(words|files)/' },
    { path: '^src-renderer/', pathNot: '^src-renderer/(words|files)/' },
  ),
]

/** @satisfies {import('dependency-cruiser').IConfiguration} */
const config = {
  forbidden: [
    ...layerRules,
    ...roomRules,
    ...appRules,
    ...featureRules,
    ...vendorRules,
    ...otherRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Imports of types count: they couple as much as others do.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.vue', '.json', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
    },
  },
}

export default config
