/** How long a token may live where it is used, in seconds. What lies outside is refused, by the documents of who takes it. */
export interface LifeLimits {
  /** From its issue (`iat`) to its end (`exp`), at most. */
  longest?: number
  /** From its issue to its end, at least. */
  shortest?: number
  /** From the moment of its use to its end, at most. */
  ahead?: number
  /** From its issue to its use, at most, whatever its end. */
  oldest?: number
  /** From its issue to its use, where the recipient itself decides how briefly it accepts one: no recipient accepts it for longer than this. */
  brief?: number
}
