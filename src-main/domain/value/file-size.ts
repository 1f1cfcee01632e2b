/**
 * Bytes of the largest file that is read: what still fits in memory beside what an import makes of
 * it.
 */
export const MOST_FILE_BYTES = 512 << 20
