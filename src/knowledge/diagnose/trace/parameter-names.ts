/** Parameters, members and headers by their usual names; people and programs join their words otherwise. */
const usualNames: ReadonlyMap<string, string> = new Map(
  [
    'client_id',
    'client_secret',
    'redirect_uri',
    'response_type',
    'grant_type',
    'refresh_token',
    'access_token',
    'id_token',
    'code_verifier',
    'code_challenge',
    'code_challenge_method',
    'scope',
    'prompt',
    'code',
    'state',
    'nonce',
    'iss',
    'error',
    'error_description',
    'expires_in',
    'token_type',
  ].map((name) => [name.replaceAll('_', ''), name]),
)

/** A known parameter however its words are joined; undefined for any other name. */
export function usualName(written: string): string | undefined {
  return usualNames.get(written.toLowerCase().replace(/[-_ ]/g, ''))
}

/** The parameters that a request has, as a part of a pattern. */
export const formLabels =
  'client[_ -]?id|client[_ -]?secret|redirect[_ -]?uri|response[_ -]?type|grant[_ -]?type|scope|prompt|code|state'
