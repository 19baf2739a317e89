import type { Call } from '../../protocol/call.ts'
import { isPublicHost } from '../../text/hosts.ts'
import { bySureness } from '../certainty.ts'
import type { Diagnosis } from '../diagnosis.ts'
import { stepByRetry } from '../fault.ts'
import { contrastRules } from '../mechanics/contrast-rules.ts'
import { mechanicsRules } from '../mechanics/mechanics-rules.ts'
import { unnoticedRules } from '../mechanics/unnoticed-rules.ts'
import { apiRules } from './api-rules.ts'
import { authorizationRules } from './authorization-rules.ts'
import { bearerSourceRules } from './bearer-source-rules.ts'
import { callbackRules } from './callback-rules.ts'
import { changedSettingRules } from './changed-setting-rules.ts'
import { type CircumstanceRule, circumstanceRules } from './circumstance-rules.ts'
import { clientRules, unknownClientRules } from './client-rules.ts'
import { clockComparisonRules } from './clock-comparison-rules.ts'
import { challengeRule, codeRules, codeTimeRules } from './code-rules.ts'
import { companyRules } from './company-rules.ts'
import { configuredRules } from './configured-rules.ts'
import { deliveryRules } from './delivery-rules.ts'
import { encoderRules } from './encoder-rules.ts'
import { eventRules } from './event-rules.ts'
import { hopRules } from './hop-rules.ts'
import { instanceRules } from './instance-rules.ts'
import { joinedAddressRules } from './joined-address-rules.ts'
import { failed, type Message, type Trace } from './message.ts'
import { notShownRules } from './not-shown-rules.ts'
import { isOnTopic } from './on-topic.ts'
import { overwrittenRules } from './overwritten-rules.ts'
import { ownCheckRules, soundRedirectRule } from './own-check-rules.ts'
import { ownProxyRules } from './own-proxy-rules.ts'
import { programCredentialsRules } from './program-credentials-rules.ts'
import { programNetworkRules } from './program-network-rules.ts'
import { programRules } from './program-rules.ts'
import { proxyHostRules } from './proxy-host-rules.ts'
import { publishedKeyRules } from './published-key-rules.ts'
import { removedHeaderRules } from './removed-header-rules.ts'
import { renewalRequestRules } from './renewal-request-rules.ts'
import { replacedSecretRules } from './replaced-secret-rules.ts'
import { reuseRules } from './reuse-rules.ts'
import type { Breach, Flow, Rule, Said } from './rule.ts'
import { scopeComparisonRules } from './scope-comparison-rules.ts'
import { newKey, newKeyRule, scopeRules } from './scope-rules.ts'
import { sentCredentialsRules } from './sent-credentials-rules.ts'
import { sentTokenRules } from './sent-token-rules.ts'
import { sequenceRules } from './sequence-rules.ts'
import { mixedSettingsRule, settingRules } from './setting-rules.ts'
import { statedLengthRules } from './stated-length-rules.ts'
import { storedSecretRules } from './stored-secret-rules.ts'
import { impossibleClockRules, timelineRules } from './timeline-rules.ts'
import { tokenRules } from './token-rules.ts'
import { openQuestionRules, undocumentedRules } from './undocumented-rules.ts'
import { valueShapeRules } from './value-shape-rules.ts'
import { variableNameRules } from './variable-name-rules.ts'

/** A rule that is not kept, and the message that shows it. */
export interface BrokenRule {
  breach: Breach
  /** Absent where it lies outside of a message. */
  message?: Message
  /** The text tells that something failed: a response that it leads to, or what did not come. */
  told: boolean
  /** Requests and responses, two values or a program in the text show it, and not words alone. */
  seen: boolean
  /** Values were compared that say more than the entry of the same cause. */
  closer?: true
}

const rules: readonly Rule[] = [
  ...clientRules,
  ...authorizationRules,
  ...callbackRules,
  ...renewalRequestRules,
  ...tokenRules,
  challengeRule,
  ...codeRules,
  ...codeTimeRules,
  newKeyRule,
  ...bearerSourceRules,
  ...scopeRules,
  ...sentTokenRules,
  ...apiRules,
  ...notShownRules,
  ...unknownClientRules,
]

/** Values of a text, of two messages or of a message and a setting, that are held against each other. */
const comparisons: readonly CircumstanceRule[] = [
  ...impossibleClockRules,
  ...removedHeaderRules,
  ...ownProxyRules,
  ...proxyHostRules,
  ...programNetworkRules,
  ...storedSecretRules,
  ...sentCredentialsRules,
  ...variableNameRules,
  ...valueShapeRules,
  ...joinedAddressRules,
  ...configuredRules,
  ...changedSettingRules,
  ...instanceRules,
  ...statedLengthRules,
  ...reuseRules,
  ...publishedKeyRules,
  ...companyRules,
  ...scopeComparisonRules,
  ...hopRules,
  ...deliveryRules,
  ...overwrittenRules,
  ...ownCheckRules,
  ...clockComparisonRules,
]

/** What is seen in the reader's own program says more than the response that it led to. */
const before: readonly CircumstanceRule[] = [
  ...programRules,
  ...encoderRules,
  ...programCredentialsRules,
  ...settingRules,
  soundRedirectRule,
]
const after: readonly CircumstanceRule[] = [
  ...timelineRules,
  ...openQuestionRules,
  { basis: newKeyRule.basis, find: newKey },
  ...circumstanceRules,
  ...replacedSecretRules,
  ...sequenceRules,
  ...eventRules,
  ...undocumentedRules,
  mixedSettingsRule,
]

/**
 * The rule of the service or of the standards that the messages of a text do not keep and that explains what came back;
 * undefined where all that is shown is in order. The message that failed is looked at first, then those before it.
 */
export function brokenRule(trace: Trace, own = isOwn(trace)): BrokenRule | undefined {
  const { messages } = trace
  const compared = brokenCircumstance(comparisons, trace, own)
  if (compared !== undefined) return { ...compared, seen: true, closer: true }
  const inProgram = brokenCircumstance(before, trace, own)
  // What a program does with a value is seen where a response to it is.
  if (inProgram !== undefined) return { ...inProgram, seen: inProgram.seen || failingMessage(messages) !== undefined }
  // Of the documented service its own rules know more.
  const ofMechanics = own ? undefined : brokenMechanics(trace)
  if (ofMechanics !== undefined) return ofMechanics
  const failing = failingMessage(messages)
  // What went well in the end was fixed, or tried again.
  const repeats = (one: Message) =>
    failing !== undefined &&
    one.at > failing.at &&
    one.kind === failing.kind &&
    (one.path === failing.path || (one.kind !== 'api-request' && (one.path === '' || failing.path === ''))) &&
    (one.kind !== 'api-request' || one.method === failing.method)
  if (messages.some((one) => repeats(one) && wentWell(one))) return undefined
  for (const message of suspects(messages, failing)) {
    const flow = flowOf(messages, message)
    const answer = message === failing || failing === undefined ? message.answer : (failing.answer ?? message.answer)
    for (const rule of rules) {
      if (rule.kind !== message.kind || (rule.own && !own) || !rule.explains(answer)) continue
      const said = rule.find(message, trace, flow)
      if (said !== undefined)
        return { breach: breachOf(said, rule), message, told: failing !== undefined || said.told === true, seen: true }
    }
  }
  return brokenCircumstance(after, trace, own) ?? (own ? brokenMechanics(trace) : undefined)
}

/** What holds for any service and is not so in these messages: values that differ, a program, a browser, contrasts. */
export function brokenMechanics(trace: Trace): BrokenRule | undefined {
  const found = brokenCircumstance(mechanicsRules, trace, false)
  return found === undefined ? brokenCircumstance(contrastRules, trace, false) : { ...found, seen: true }
}

/** What messages show that went well by their status and are of no use to who called. */
export function brokenUnnoticed(trace: Trace): BrokenRule | undefined {
  const found = brokenCircumstance(unnoticedRules, trace, false)
  return found === undefined ? undefined : { ...found, seen: true }
}

function brokenCircumstance(
  circumstances: readonly CircumstanceRule[],
  trace: Trace,
  own: boolean,
): BrokenRule | undefined {
  for (const rule of circumstances) {
    if (!own && (rule.own === true || (rule.own === 'unless-named' && otherProducts.test(trace.words())))) continue
    const said = rule.find(trace)
    if (said !== undefined && (own || isOnTopic(said, failingMessage(trace.messages), trace.text)))
      return { breach: breachOf(said, rule), told: true, seen: rule.own === true }
  }
  return undefined
}

/** The message that failed, the last of several; a redirect only where no request to the service failed. */
export function failingMessage(messages: Message[]): Message | undefined {
  const all = messages.filter(failed)
  return all.findLast((one) => one.kind !== 'callback' || one.answer?.code !== undefined) ?? all.at(-1)
}

/** The messages that can be the cause: the one that failed; of a redirect with an error the request before it. */
function suspects(messages: Message[], failing: Message | undefined): Message[] {
  if (failing === undefined)
    return messages.filter(({ answer }) => answer === undefined || (answer.status ?? 400) >= 300).reverse()
  if (failing.kind !== 'callback') return [failing]
  const request = messages.findLast(({ kind }) => kind === 'authorization-request')
  return request === undefined ? [failing] : [failing, request]
}

function wentWell({ answer }: Message): boolean {
  return answer?.code === undefined && answer?.status !== undefined && answer.status < 300
}

function flowOf(messages: Message[], message: Message): Flow {
  const nearest = (kind: Message['kind']) =>
    messages.findLast((one) => one.kind === kind && one.at < message.at) ?? messages.find((one) => one.kind === kind)
  return {
    authorization: nearest('authorization-request'),
    callback: nearest('callback'),
    token: nearest('token-request'),
    siblings: messages.filter((one) => one.kind === message.kind && one !== message),
  }
}

function breachOf(said: Said, { basis }: Pick<Breach, 'basis'>): Breach {
  return { who: 'caller', retry: 'after-fix', certainty: 'likely', basis, ...said }
}

/** Whether a text shows the service that the document describes: its paths, its codes; and names no product that is another. */
export function isOwn({ messages, text, words, places = [] }: Trace): boolean {
  const elsewhere = (host: string) => places.length === 0 && isPublicHost(host)
  const shown =
    /\bclient_not_found\b|[{<](?:sandbox_)?(?:auth|base)_url[}>]/.test(text) ||
    messages.some(({ kind, host, path, parameters }) =>
      kind === 'api-request'
        ? /\/v1\/(?:bank-slips|accounts|payments|webhooks|authorized-direct-debits)\b|^\/(?:bank-slips|authorized-direct-debits|accounts\/[^/]+\/statements)\b/.test(
            path,
          )
        : (/^\/oauth2\/(?:authori[sz]e|tokens?)$/.test(path) && !elsewhere(host)) ||
          (kind === 'callback' && parameters.has('code') && parameters.has('iss')),
    )
  return shown && !otherProducts.test(words().replace(inContrast, ' '))
}

/** What people say of another service that they know, or that their program was made for before. */
const inContrast =
  /\b(?:copied|copiamos|copiei|copiad\w+|same|like|as|unlike|than|igual|como|diferente|migrat\w+|migr[ao]\w+|used to|works? (?:with|on|for)|funciona (?:com|con|no|na|en)|with|com|con) (?:[a-z]+ ){0,3}(?:keycloak|auth0|okta|cognito|azure|entra|google|facebook|github|gitlab|salesforce|itau|bradesco|santander|nubank|mercado ?pago|paypal|stripe)\b(?! (?:returns?|responds?|answers?|devolve|retorna|responde))/g

const otherProducts =
  /\b(?:keycloak|auth0|okta|cognito|amazoncognito|azure(?! front| app service| functions| devops| pipelines)|entra|aadsts\d+|microsoftonline|wso2|hydra|salesforce|conta ?azul|bling|omie|nuvemshop|sicoob|sicredi|itau|bradesco|santander|banco do brasil|banco inter|nubank|serpro|receita federal|googleapis|google(?! chrome| cloud run)|facebook|slack|github(?! actions)|gitlab|apple|mercado ?(?:pago|livre)|paypal|stripe|xero|quickbooks|intuit|spotify|discord|zoom|hubspot|shopify|pingfederate|identityserver|openiddict|spring authorization server|fusionauth|zitadel|authentik|npmjs|npm (?:publish|login|adduser|err)|amazonaws|kubectl|kube-apiserver|docker (?:login|pull|push|hub)|docker\.io|vault|supabase|firebase(?!\/php-jwt)|mercadolibre|shopee|correios)\b/

/** What is said of a call with the broken rule first; an entry of the same cause adds how sure it is and what shows it. */
export function ledByBreach(diagnoses: Diagnosis[], broken: BrokenRule, call: Call): Diagnosis[] {
  // What is held against the configured environment says more than what the messages show.
  const [first] = diagnoses
  const compared = first?.certainty !== 'possible' && first?.evidence.some((at) => at.startsWith('/environment/'))
  if (compared && broken.closer !== true) return diagnoses
  const lead = diagnosisOfBreach(broken, call)
  const same = diagnoses.find(({ code }) => code === lead.code)
  const others = diagnoses.filter((one) => one !== same)
  if (same === undefined) return [lead, ...others]
  // A rule that names alternatives stays as open as it is.
  const open = lead.certainty === 'possible'
  const surer =
    !open && (same.who === lead.who || broken.closer === true) && bySureness(same.certainty, lead.certainty) < 0
  const certainty = surer ? same.certainty : lead.certainty
  return [
    { ...lead, certainty, next: same.next, evidence: [...new Set([...same.evidence, ...lead.evidence])] },
    ...others,
  ]
}

/** A broken rule as a diagnosis of a call; its evidence is what the call shows of it. */
function diagnosisOfBreach({ breach, message }: BrokenRule, call: Call): Diagnosis {
  const { of, absent, told, ...said } = breach
  return {
    ...said,
    code: of,
    compared: true,
    evidence: evidenceOf(breach, message, call),
    next: stepByRetry(said.retry),
  }
}

/** The parts of the call that have the value that decides; where none is named, all that belongs to the message. */
function evidenceOf({ telling }: Breach, message: Message | undefined, { request, response }: Call): string[] {
  const parts: [at: string, value: string | number | undefined][] = [
    ['/request/url', message && request?.url],
    ['/request/headers/authorization', message?.credentials && request?.headers?.authorization],
    ['/response/headers/location', response?.headers?.location],
    ['/response/body', response?.body],
    ['/response/status', response?.status],
  ]
  const shown = parts.filter(([, value]) => value !== undefined)
  const deciding = shown.filter(([, value]) => telling !== undefined && String(value).includes(telling))
  const belonging = shown.filter(([at]) => at !== '/response/headers/location')
  return (deciding.length > 0 ? deciding : belonging).map(([at]) => at)
}
