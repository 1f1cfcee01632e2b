// The formats that features read, a line each. A thread that reads files loads these alone.
export { formats as graphql } from './graphql/formats'
export { formats as openapi } from './openapi/formats'
export { formats as toolBenchmarks } from './tool-benchmarks/formats'
