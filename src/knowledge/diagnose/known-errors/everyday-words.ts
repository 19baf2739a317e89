/**
 * Words that are in many texts of failures, whatever the cause: as clues they tell next to nothing. In small letters,
 * without accents and without the `*` of a phrase.
 */
const everydayWords: ReadonlySet<string> = new Set(
  `401 400 403 404 200 500 202 -- # $ % + = < > access access_token account after api app application
  application/json auth authenticat authentication authorization authoriz authorization_code banco bearer body
  callback cert certificad certificado certificate client client_id client_secret code connect content-type credential
  credentials curl data denied doesn't endpoint erro erros error errors error_description example.com exception
  exp expir expire expires expires_in fail failed failing found from get grant grant_type header host http https http:// https://
  inval invalid invalid_client invalid_grant invalid_request internal issuer json jwt key localhost login match message
  method mismatch missing nao name no node not oauth oauth2 ok open openid payload permission post problema
  provider realm redirect redirect_uri refresh refused rejected request required response same scope secret server service
  session sign sign-in sso state status token tokens unauthorized forbidden uri url user v2 verif verify version works
  /api /auth /login /oauth /oauth2 /token oauth2/token /oauth2/token`
    .split('\n')
    .flatMap((line) => line.trim().split(' '))
    .concat(
      'access token',
      'client id',
      'client secret',
      'redirect uri',
      'grant type',
      'authorization code',
      'content type',
      'does not',
      'not match',
    ),
)

/** Whether a clue is a word of every day, with or without the signs of a syntax around it. */
export function isEveryday(phrase: string): boolean {
  const plain = phrase.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/\*$/, '').trim()
  return everydayWords.has(plain) || everydayWords.has(plain.replace(/^["'{[(<]{1,4}|["'}\])>:=,\s]{1,6}$/g, ''))
}
