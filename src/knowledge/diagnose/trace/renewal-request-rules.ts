import { inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import { findTokens } from '../../token/find.ts'
import { valueIn } from './message.ts'
import { answeredBy, type Rule } from './rule.ts'

const requestRefused = answeredBy(['invalid_request', 'invalid_grant', 'unsupported_grant_type'], [400, 401])

/** Token requests that a program sends again, or with a value that it lost before (RFC 6749 §6). */
export const renewalRequestRules: readonly Rule[] = [
  {
    kind: 'token-request',
    basis: standard('RFC 6749 §6', 'the claims of the value that was sent'),
    explains: requestRefused,
    find: (message, { places = [] }) => {
      const sent = valueIn(message, 'refresh_token') ?? ''
      const read = sent.startsWith('eyJ') ? findTokens(sent)[0]?.token : undefined
      const claims = read?.form === 'jws' ? read.payload.value : undefined
      const audience = [claims?.aud].flat()
      // Where the service is known, what is for its APIs is an access token.
      if (claims === undefined || !places.some((one) => audience.includes(one.audience ?? one.baseUrl)))
        return undefined
      return {
        of: 'refresh-token-dead',
        title: 'The access token was sent as refresh_token',
        cause: `The refresh_token of the request is a JWT for ${quoted(String(audience[0]))}, which is the audience of access tokens. Only the refresh_token of the token response can be exchanged for new tokens.`,
        fix: 'Send the refresh_token of the last token response. If it was not stored, have the user sign in again.',
        telling: 'refresh_token',
      }
    },
  },
  {
    kind: 'token-request',
    basis: standard('RFC 6749 §6: a response may come without a new refresh token'),
    explains: requestRefused,
    find: (message, { text }) => {
      const sent = valueIn(message, 'refresh_token')
      const empty =
        (sent !== undefined && /^(?:|undefined|null|None|nil)$/.test(sent)) ||
        /\brefresh_token=(?=[\s"'`&]|$)/m.test(text)
      if (!empty || valueIn(message, 'code') !== undefined) return undefined
      const stored =
        /^[^\n]{0,80}\brefresh_?token\w{0,10}\s{0,3}=[^\n]{0,80}(?:\?\?|\|\||getOrElse|or|default)[^\n]{0,20}["'][^\n]{0,20}$/im.exec(
          text,
        )?.[0]
      return {
        of: 'refresh-token-dead',
        title: 'The renewal sends no refresh token',
        cause: `The request has grant_type refresh_token and an empty refresh_token. ${stored === undefined ? 'The value was not stored, or was overwritten' : `Your app overwrites the stored value (${quoted(stored.trim(), 100)})`}: a response to a renewal may contain no new refresh_token, and then the old one stays valid.`,
        fix: 'Replace the stored refresh token only when the response contains a new one. Have the user sign in again if it is lost.',
        telling: 'refresh_token',
      }
    },
  },
  {
    kind: 'token-request',
    basis: inferred('the program and the two responses in the text'),
    explains: answeredBy(['invalid_request', 'unsupported_grant_type'], [400]),
    find: (_message, { text, words }) => {
      const said = words()
      const lost =
        /(?:missing|no|empty|required|falta\w*|ausente|vazi[oa])[^\n]{0,24}\b(?:grant_type|body|parameters?)\b|\bgrant_type\b[^\n]{0,24}(?:missing|required|ausente|falta|obrigat)|content-length: 0/.test(
          said,
        )
      const again =
        /\b(?:retr(?:y|ies|ied)|attempts?|tentativas?|intentos?|2nd|second|segund[oa])\b|\bfor\b[^\n]{0,40}</.test(said)
      const body =
        /^[^\n]{0,120}\b(?:New(?:String)?Reader|bytes\.NewBuffer\w*|StringIO|BytesIO|InputStream|StreamContent|Readable\.from|(?:strings|bytes|io)\.Reader|stream)\b[^\n]{0,80}$/im.exec(
          text,
        )?.[0]
      return !lost || !again || body === undefined
        ? undefined
        : {
            of: 'token-request-incomplete',
            title: 'The retry sends an empty body',
            cause: `The body is read from a stream (${quoted(body.trim(), 120)}), which the first attempt uses up. Later attempts send nothing, so the token endpoint finds no grant_type.`,
            fix: 'Create the body inside the loop, from a string or byte array. Do not repeat a request that contains a code.',
            telling: body.trim().slice(0, 80),
          }
    },
  },
]
