export interface FileLimits {
  fileBytes: number
  allBytes: number
  files: number
}

/** What still fits in memory beside what an import makes of it. */
export const FILE_LIMITS: FileLimits = { fileBytes: 512 << 20, allBytes: 1 << 30, files: 2_000 }
