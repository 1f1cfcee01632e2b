/** A sign-in that was begun. */
export interface SignIn {
  /** What a person opens in a browser: `http` or `https`. */
  address: string
  /**
   * Resolves once the person has signed in there. @throws Problem `unavailable` where that was
   * refused or took too long, or the signal’s reason.
   */
  done(signal: AbortSignal): Promise<void>
}

export interface SigningIn {
  /** By which the server knows this program, where somebody registered it there. */
  clientId?: string | undefined
  signal: AbortSignal
}

/** Where somebody signed in, by the addresses of servers. */
export interface SignIns {
  /**
   * Asks the server who signs people in to it, and prepares that. Nothing is opened here.
   * @throws Problem `unavailable` with its fix.
   */
  begin(url: string, how: SigningIn): Promise<SignIn>
  /**
   * What is sent to a server by which it knows who asks; of one that nobody signed in to nothing.
   * Got anew where it has run out. @param refused what it did not take just now
   */
  token(url: string, refused?: string): Promise<string | undefined>
}
