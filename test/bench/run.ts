import { existsSync } from 'node:fs'
import { cpus, platform, release, totalmem } from 'node:os'
import { datasetsFolder } from '../fixtures/datasets'
import { accuracy } from './accuracy'
import { advisor } from './advisor'
import { catalogSizes } from './catalog-sizes'
import { coldQuery } from './cold-query'
import { documents } from './documents'
import { demoRequests } from './demo-requests'
import { diskIndex } from './disk-index'
import { edgeProposals } from './edge-proposals'
import { editEffect } from './edit-effect'
import { embedder } from './embedder'
import { enhance } from './enhance'
import { experiment } from './experiment'
import { expectedAccuracy } from './expected-accuracy'
import { falseAlarms } from './false-alarms'
import { families } from './families'
import { fuzz } from './faults/fuzz'
import { kills, publisherKills } from './faults/kills'
import { load } from './faults/load'
import { mixedUse } from './faults/mixed-use'
import { gate } from './gate'
import { gateAccepted } from './gate-accepted'
import { graph } from './graph'
import { history } from './history'
import { house } from './house'
import { hybrid } from './hybrid'
import { importAndIndex } from './import-and-index'
import { install } from './install'
import { intervalCoverage } from './interval-coverage'
import { large } from './large'
import { largeAuthoring } from './large-authoring'
import { adaptiveK } from './adaptive-k'
import { ptr } from './ptr'
import { replies } from './replies'
import { runLatency } from './run-latency'
import { searchLatency } from './search-latency'
import { sentenceGains } from './sentence-gains'
import { sentences } from './sentences'
import { serving } from './serving'
import { sizes } from './sizes'
import { servedLogs } from './served-logs'
import { stories } from './stories'
import { stress, stressWords } from './stress'
import { sureDependencies } from './sure-dependencies'
import { confidence } from './confidence'
import { teacher } from './teacher'
import { templates } from './templates'
import { needsByUse } from './needs-by-use'
import { toolsee } from './toolsee'
import { toolshed } from './toolshed'
import { tunePromise } from './tune-promise'
import { windowFrames } from './window-frames'
import { writing } from './writing'

/** Prints every figure of the README's table. Benchmarks print; they assert nothing. */
const datasets = datasetsFolder()
if (!existsSync(datasets)) {
  process.stderr.write(
    `There are no benchmark data in ${datasets}.\n` +
      'Set PEGBOARD_DATASETS to a folder that holds toole, seal-tools, toollinkos and rectools.\n',
  )
  process.exit(2)
}

const named = process.argv.slice(2)
const parts = {
  accuracy,
  hybrid,
  experiment,
  embedder,
  editEffect,
  demoRequests,
  searchLatency,
  replies,
  diskIndex,
  importAndIndex,
  coldQuery,
  windowFrames,
}
/** What breaks a product: spoiled and hostile inputs, kills, many clients at once. */
const faults = { fuzz, kills, publisherKills, load, mixedUse }
const onlyWhenNamed = {
  advisor,
  catalogSizes,
  documents,
  edgeProposals,
  enhance,
  expectedAccuracy,
  falseAlarms,
  families,
  gate,
  gateAccepted,
  graph,
  history,
  house,
  install,
  intervalCoverage,
  large,
  largeAuthoring,
  needsByUse,
  adaptiveK,
  ptr,
  runLatency,
  stories,
  stress,
  stressWords,
  sureDependencies,
  confidence,
  sentenceGains,
  sentences,
  servedLogs,
  serving,
  sizes,
  teacher,
  templates,
  toolsee,
  toolshed,
  tunePromise,
  writing,
  ...faults,
}
const [processor] = cpus()
process.stdout.write(
  `${processor?.model ?? 'unknown processor'}, ${cpus().length} cores, ` +
    `${Math.round(totalmem() / 2 ** 30)} GB; ${platform()} ${release()}; Node ${process.version}\n`,
)
const wanted = named.flatMap((name) => (name === 'faults' ? Object.keys(faults) : name))
for (const [name, part] of Object.entries({ ...parts, ...onlyWhenNamed })) {
  if (wanted.length > 0 ? !wanted.includes(name) : name in onlyWhenNamed) continue
  process.stdout.write(`\n${name}\n`)
  await part(datasets)
}
process.exit(0)
