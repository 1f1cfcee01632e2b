import { readRegularFile } from '../../compose'

/** Bytes of a file that a command is handed by its path. */
const MOST_BYTES = 64 << 20

/**
 * What a file says that a person named.
 * @throws Problem where it cannot be read, is too long, or is a pipe or a device.
 */
export const textOfFile = async (path: string, most = MOST_BYTES): Promise<string> =>
  Buffer.from(await readRegularFile(path, most)).toString('utf8')
