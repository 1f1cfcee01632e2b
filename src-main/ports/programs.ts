/** A program of this machine. */
export interface FoundProgram {
  /** As it was found: what is started. */
  program: string
  /** The file that it is once links are followed. */
  file: string
}

/** A file that runs when a program is started, by what is in it. */
export interface CodeFile {
  path: string
  /** What it is to the program that is started: itself, what runs it, or what it is told to run. */
  as: 'program' | 'interpreter' | 'script'
  /** Stands for its content. */
  digest: string
  /** Which file it is, and as of when: as long as that is the same, so is its content. */
  stamp: string
}

/** What a command would run. */
export interface Run extends FoundProgram {
  args: readonly string[]
  cwd: string
  /** The PATH that it is given. */
  path: string
}

/** Programs of this machine: what a command means, and what would run. Starts none. */
export interface Programs {
  /**
   * What a command means, as a shell would look it up.
   * @param path the folders that it is looked for in, as PATH has them
   */
  find(command: string, cwd: string, path: string): Promise<FoundProgram | undefined>
  /**
   * The files that run when a program is started: its own, its interpreter where it is a script,
   * and scripts that its arguments name. What these load in turn, or fetch, is not looked at.
   * @param known files as they were before: none of these is read again that is the same one
   * @throws Problem `bad-input` where the arguments name more files of code than are looked at.
   */
  code(run: Run, known?: readonly CodeFile[]): Promise<CodeFile[]>
}
