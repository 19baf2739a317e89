import { isGivenName, plain } from './person-names.ts'

/** Words by what they are known to be. */
export interface Vocabulary {
  /**
   * `term`: of computers, protocols, companies; `given` and `family`: names of people, which no common word is;
   * `place`; `word`: English, Portuguese or Spanish; `foreign`: of another language of Europe; `odd`: none of them.
   */
  classOf: (word: string) => WordClass
  /** Whether messages of programs have the word, in one of eleven languages: what a sentence tells a secret by is none. */
  isOfMessages: (word: string) => boolean
}

export type WordClass = 'term' | 'given' | 'family' | 'place' | 'word' | 'foreign' | 'odd'

/** Lists of words as they are kept in the file: each word less what it begins with in common with the one before it. */
export interface WordLists {
  words: string
  foreign: string
  messages: string
  terms: string
  given: string
  family: string
  places: string
}

/** Letters by which a common word is known; what follows them is mostly its ending. */
const known = 6

export function createVocabulary(lists: WordLists): Vocabulary {
  const [words, foreign, messages, terms, given, family, places] = [
    wordsIn(lists.words),
    wordsIn(lists.foreign),
    wordsIn(lists.messages),
    wordsIn(lists.terms),
    wordsIn(lists.given),
    wordsIn(lists.family),
    wordsIn(lists.places),
  ]
  return {
    classOf: (written) => {
      const word = plain(written)
      if (terms.has(word) || ownTerms.has(word)) return 'term'
      if (given.has(word) || (isGivenName(word) && !ambiguous.has(word))) return 'given'
      if (places.has(word)) return 'place'
      if (family.has(word)) return 'family'
      const beginning = word.slice(0, known)
      if (words.has(beginning) || words.has(word.replace(/s$/, ''))) return 'word'
      return foreign.has(beginning) || messages.has(word) ? 'foreign' : 'odd'
    },
    isOfMessages: (written) => {
      const word = plain(written)
      return messages.has(word) || messages.has(word.replace(/e?[sn]$/, ''))
    },
  }
}

function wordsIn(list: string): ReadonlySet<string> {
  const all = new Set<string>()
  let last = ''
  for (const one of list.split(' ')) {
    last = last.slice(0, Number(one.charAt(0))) + one.slice(1)
    all.add(last)
  }
  return all
}

/** Given names that are common words as well. */
const ambiguous: ReadonlySet<string> = new Set(
  `angel brad carol dina donna dora eva flora frank gene glory grace grant gary hope jack jean joy june luna mark marco marta
   max may mia milena moises olive page rich rob robin rose rosa ruby sandy tim tom troy victor victoria vera will angela
   augusto bento candida clara clemente conceicao constancia dulce esperanca esmeralda estela fatima frederico gloria
   lea lia luz marina mercedes norma pilar salvador santiago socorro valentina zoe bill drew chase dean`.split(/\s+/),
)

/** Terms of this field, and of the banks and the public offices of Brazil. */
const ownTerms: ReadonlySet<string> = new Set(
  `bic swift iban mid tid rrn stan arn nsu coo ecf dukpt ksn arqc xfcc san fri aug thu tue wed oauth oauth2 openid oidc jwt jws jwe jwk jwks pkce dpop mtls saml acr amr azp aud iss sub jti kid nonce fapi par jar jarm
   ciba bff har cnab boleto boletos pix dda ted doc nfe nfse bacen febraban ispb cpf cnpj webhook webhooks keycloak apigee
   kong nginx okta auth0 entra azure postman insomnia fastify express django flask spring hibernate jackson jenkins kafka
   redis valkey postgres postgresql mysql sqlite oracle mongodb grafana kibana datadog splunk sentry loki istio envoy
   traefik haproxy cloudflare akamai fastly vercel netlify heroku github gitlab bitbucket docker podman kubernetes helm
   terraform ansible vault itau bradesco santander nubank caixa sicoob sicredi banrisul pagseguro pagbank cielo getnet
   stone rede mercado stripe adyen paypal homologacao producao sandbox claimcheck firefox chrome chromium safari edge
   mozilla webkit gecko postgrest graphql grpc protobuf ulid ksuid cassandra athena jasper jersey hudson maven gradle tomcat
   jetty undertow wildfly jboss quarkus micronaut netty okhttp axios retrofit feign gson lombok slf4j logback julia ruby
   pascal perl crystal ada whatsapp telegram slack teams zoom outlook gmail jira confluence trello notion zendesk freshdesk
   monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
   october november december janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
   segunda terca quarta quinta sexta sabado domingo lunes martes miercoles jueves viernes enero febrero marzo mayo junio
   julio septiembre octubre noviembre diciembre english portuguese spanish german french italian brazilian portugues
   espanol ingles brasileiro american european christian internet android samsung motorola xiaomi huawei nokia apple
   webpay pkcs pbkdf2 pkcs12 pkcs8 identityserver
   der die das den dem ein eine kein keine nicht und ist von mit auf les des une est pour avec dans
   claude firebase delphi indy juno lucia tymon dex argo per aba apereo cas esp8266 office365 azuread b2clogin oauth4webapi
   geral wkwebview xcode swift kotlin dart flutter expo electron capacitor cordova ionic nextjs nuxt svelte
   salesforce hubspot sap totvs protheus linx omie bling serpro receita sefaz sped dataprev detran inss`.split(/\s+/),
)
