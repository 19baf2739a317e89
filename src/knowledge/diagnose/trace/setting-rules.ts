import { documented, inferred } from '../../protocol/basis.ts'
import { isTestHost, registeredDomain } from '../../text/hosts.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'

/** Endpoints that are set the wrong way round (§4.1, §4.2). */
export const settingRules: readonly CircumstanceRule[] = [
  {
    own: 'unless-named',
    basis: documented('§4.1 and §4.2'),
    find: ({ text }) => {
      const [setting, address] = tokenAtAuthorize.exec(text) ?? []
      if (setting === undefined || !failed.test(text)) return undefined
      return {
        of: 'token-endpoint-not-there',
        title: 'The token URL is set to the authorization endpoint',
        cause: `The setting ${quoted(setting.trim(), 120)} contains /oauth2/authorize, which is for the user’s browser. Codes are exchanged at /oauth2/token.`,
        fix: 'Set the token URL to /oauth2/token on the same host.',
        telling: address,
      }
    },
  },
  {
    own: 'unless-named',
    basis: documented('§4.1 and §4.2'),
    find: ({ text }) => {
      const [setting] = authorizeAtToken.exec(text) ?? []
      if (setting === undefined || !failed.test(text)) return undefined
      return {
        of: 'authorization-request-invalid',
        title: 'The authorization URL is set to the token endpoint',
        cause: `The setting ${quoted(setting.trim(), 120)} contains /oauth2/token, which accepts only POST requests from your app. The user signs in at /oauth2/authorize.`,
        fix: 'Set the authorization URL to /oauth2/authorize on the same host.',
        telling: '/oauth2/token',
      }
    },
  },
]

/** Addresses of one service that are set to two environments. */
export const mixedSettingsRule: CircumstanceRule = {
  own: true,
  basis: documented('§1 and §5.4', inferred('the settings in the text')),
  find: ({ text }) => {
    if (!/invalid_(?:grant|client|token)|client_not_found|NoMatchingPublicKey|(?<![\d.])40[01](?![\d.])/.test(text))
      return undefined
    const settings = [...text.matchAll(addressSetting)]
      .slice(0, 40)
      .map(([, name = '', host = '']) => ({ name, host }))
      .filter(
        ({ name, host }) => !/(?:sandbox|sbx|hml|prod|prd|live|test|stg)/i.test(name) && host.split('.').length > 1,
      )
    const one = settings.find(({ host }) => isTestHost(host))
    const other =
      one && settings.find(({ host }) => !isTestHost(host) && registeredDomain(host) === registeredDomain(one.host))
    return one === undefined || other === undefined
      ? undefined
      : {
          of: 'code-of-other-environment',
          title: 'The settings mix the sandbox and production',
          cause: `${quoted(one.name)} is ${quoted(one.host)}, the sandbox, and ${quoted(other.name)} is ${quoted(other.host)}, production. Each environment has its own clients, codes, tokens and keys.`,
          fix: 'Use the URLs, client and secret of one environment, and start the sign-in again.',
          telling: other.host,
        }
  },
}

const addressSetting =
  /(?<![\w.-])([A-Za-z][\w.-]{0,40}?(?:ur[il]|host|endpoint|issuer|base|domain|server|auth|api|identity|idp|token))["']?(?:[ \t]{0,3}(?:=>|[:=])[ \t]{0,3}|[ \t]{1,20})["'`]?https?:\/\/([\w.-]{4,200})/gi

const failed = /(?<![\d.])(?:4\d\d|5\d\d)(?![\d.])|erro|fail|fall/i

const tokenAtAuthorize =
  /(?<![{<\w])(?:access[ _-]?)?token[ _-]?(?:ur[il]|endpoint|address)["'\]]{0,2}(?:\s{0,3}(?:=>|[:=])\s{0,3}|\s{1,3})["'`]?([^\s"'`]{0,200}\/oauth2\/authorize)\b/i
const authorizeAtToken =
  /(?<![{<\w])auth(?:ori[sz](?:ation|e))?[ _-]?(?:ur[il]|endpoint|address)["'\]]{0,2}(?:\s{0,3}(?:=>|[:=])\s{0,3}|\s{1,3})["'`]?([^\s"'`]{0,200}\/oauth2\/token)\b/i
