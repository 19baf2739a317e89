/** What an app that sent the call can do by itself of what a diagnosis advises. */
export type NextStep =
  /** Renew the access token, or sign in again where it cannot be renewed, and send the call again. */
  | { do: 'renew' }
  | { do: 'sign-in' }
  /** With `prompt=login`, so that the identity service asks the person again. */
  | { do: 'prove-again' }
  | { do: 'sign-in-as-another' }
  /** Sign in and ask for these beside what was asked for before. */
  | { do: 'ask-for-scopes'; scopes: readonly string[] }
  /** Sign in and ask for these and no others. */
  | { do: 'ask-for-scopes-alone'; scopes: readonly string[] }
  /** Send the token to the gateway of its own environment, or sign in to the one that was called. */
  | { do: 'use-own-environment' }
  /** Sign in to the environment with which the client is registered. */
  | { do: 'use-clients-environment' }
  /** Send the same again, once the time that the response names has passed. */
  | { do: 'send-again' }
  /** Send the call with the session's own token, where a test token or none was sent. */
  | { do: 'send-own-token' }
  /** Go on with the session that is there. */
  | { do: 'open-token' }
