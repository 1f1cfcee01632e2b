/** A sign-in that was begun. */
export interface SignIn {
  /** What a person opens in a browser: `http` or `https`. */
  address: string
  /**
   * Resolves once the person has signed in there. @throws Problem `unavailable` where that was
   * refused or took too long, or the signal’s reason.
   */
  done(signal: AbortSignal): Promise<void>
  /** Resolves once it cannot be finished any more: it was, or failed, or took too long. */
  closed: Promise<void>
}

export interface SigningIn {
  /** By which the server knows this program, where somebody registered it there. */
  clientId?: string | undefined
  signal: AbortSignal
}

export interface TokenCall {
  signal: AbortSignal
  /** What the server did not take just now. */
  refused?: string
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
   * Got anew where it has run out. @throws Problem `unavailable` where that cannot be done now, or
   * the signal’s reason.
   */
  token(url: string, how: TokenCall): Promise<string | undefined>
}
