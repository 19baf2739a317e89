import { family, those } from './family.ts'

const well =
  '(?:works?|worked|working|fine|ok|okay|succeeds?|succeeded|successful(?:ly)?|passes|runs|returns? (?:a |the )?(?:200|token|valid)|gives? (?:me )?(?:200|a token)|get (?:a )?(?:200|token)|funciona\\w*|funcionou|da certo|deu certo|roda|retorna (?:o token|200)|devuelve (?:200|el token)|va bien|normal(?:mente)?|200 ok)'
const badly =
  "(?:n't|not|cannot|never|nao|nunca|jamais|without)\\s(?:\\w{1,12}\\s){0,2}|\\b(?:no|fails?|falha|stopped|parou de|dejo de)\\s"
const place = {
  postman: '(?:postman|insomnia|curl|swagger(?: ui)?|bruno|thunder client|soapui|hoppscotch)',
  locally:
    '(?:locally|localhost|(?:my|local|dev) (?:machine|computer|laptop|pc|env(?:ironment)?)|on local|in (?:local )?dev(?:elopment)?|visual studio|localmente|(?:minha|meu) (?:maquina|pc|computador|ambiente)|ambiente local|local(?:host)?|em desenvolvimento|en (?:mi )?(?:local|maquina|equipo)|en desarrollo)',
  production: '(?:production|prod|producao|produccion|live (?:mode|environment|keys?|site))',
  sandbox:
    '(?:sandbox|staging|test(?:ing)? (?:env(?:ironment)?|mode|keys?)|qa|uat|homolog\\w*|hml|ambiente de testes?|entorno de pruebas?|pruebas)',
  account:
    '(?:(?:other|another|different|second|personal|admin|some|most|old|test) (?:user|account|tenant|client|customer|app|colleague|person|member|organi[sz]ation)s?|(?:outro|outra|outros|outras|demais|mesmo) (?:usuari[oa]|conta|client|empresa|cliente|aplicac|tenant|pessoa)\\w*|colega|(?:otro|otra|otros|otras) (?:usuario|cuenta|cliente|empresa)s?)',
}

const before =
  /\b(?:used to work|(?:was|had been|has been|have been|been) (?:working|running) (?:fine|well|ok|correctly|perfectly|until|for|before|without|since|great)|work(?:ed|s|ing)? (?:\w+ ){0,3}(?:until|till|before|yesterday|last (?:week|month|night|year)|for (?:\w+ ){1,2}(?:weeks?|months?|years?|days?))|stopped working|no longer works?|suddenly|all of a sudden|until (?:yesterday|today|last|this (?:morning|week)|a few)|since (?:yesterday|monday|tuesday|wednesday|thursday|friday|last|this morning|today)|ate ontem|ate (?:a )?semana passada|parou de funcionar|pararam de funcionar|funcionava|vinha funcionando|estava funcionando|sempre funcionou|funcionou (?:ate|por)|desde ontem|desde (?:a|o) (?:ultim|semana)|de repente|do nada|hasta ayer|dejo de funcionar|funcionaba|estaba funcionando|desde ayer|de un dia para otro|de um dia para o outro)\b/
const sometimes =
  /\b(?:intermittent\w*|sometimes|occasionally|occasional|random(?:ly)?|sporadic\w*|flaky|from time to time|once in a while|every (?:few|couple|now and then)|(?:after|every) (?:about |exactly |around |roughly |approximately |some |~ ?)?(?:an|one|a few|few|several|some|\d+|two|three) (?:hours?|min(?:ute)?s?|days?|weeks?|hrs?|times|requests)|(?:one|1) (?:in|out of|of) (?:every )?(?:\w+|\d+)(?= (?:requests?|calls?|times|attempts?|tries|users?)\b)|\d+ ?% of (?:the |all )?(?:requests?|calls?|time|users?|attempts)|not always|not every time|in some cases|nem sempre|as vezes|algumas vezes|de vez em quando|vez ou outra|intermitente\w*|esporadic\w*|aleatori\w*|(?:apos|depois de|a cada|passad[ao]s?) (?:cerca de |mais ou menos |umas? |uns |alguns |algumas )?(?:uma|\d+|poucos|poucas|alguns|algumas|dois|duas)? ?(?:horas?|minutos?|min|dias?)|um(?:a)? em cada|1 em cada|a veces|de vez en cuando|una de cada|(?:despues de|tras|cada|al cabo de) (?:una|\d+|unas|unos) ?(?:horas?|minutos?|dias?)|no siempre)\b|(?:um|uma|un|una|1|one) (?:em|de|in|out of) (?:cada|every|five|ten|cinco|dez|diez|\d+)\b/
const began =
  '(?:after|since|following|when we|once we|right after|ever since|as soon as we|apos|depois d[aeo]s?|desde (?:que|a|o|el|la)|quando|despues de(?:l)?|tras|al)'
const gap = '(?: \\w+){0,4}? '
const update = new RegExp(
  `\\b${began}${gap}(?:upgrad\\w*|updat\\w*|migrat\\w*|bump\\w*|moving to|atualiz\\w*|migra\\w*|actualiz\\w*|mudanca de versao|nova versao|nueva version|new version)|\\bupgraded (?:from|to)\\b`,
)
const deploy = new RegExp(
  `\\b${began}${gap}(?:deploy\\w*|redeploy\\w*|releas\\w*|rollout|publish\\w*|go(?:ing)? live|implanta\\w*|publica\\w*|subi(?:r|mos|da)|despliegue|desplegar)`,
)
const restart = new RegExp(`\\b${began}${gap}(?:re-?start\\w*|reboot\\w*|reinici\\w*)`)
const credential =
  '(?:certificat\\w*|certs?|certificado|secrets?|segredo|secreto|keys?|chaves?|claves?|credentials?|credenciais|credenciales|keystore|pfx|p12)'
const renewal = new RegExp(
  `\\b(?:renew\\w*|rotat\\w*|replac\\w*|regenerat\\w*|reissu\\w*|roll(?:ed|ing) over|renov\\w*|troca\\w*|trocamos|substitu\\w*|gerei|regener\\w*|rotacion\\w*|cambi\\w*)(?: \\w+){0,4}? ${credential}\\b|\\b${credential}(?: \\w+){0,3}? (?:renew\\w*|rotat\\w*|replaced|regenerated|renovad\\w*|trocad\\w*|substituid\\w*)\\b|\\b(?:${began})${gap}(?:new|novo|nova|nuevo|nueva) ${credential}\\b`,
)

/** What the text says of where and when the same works, and since when it fails. */
export const circumstances = family(
  [
    'works:postman',
    'works:locally',
    'works:production',
    'works:sandbox',
    'works:other-account',
    'works:before',
    'fails:sometimes',
    'after:update',
    'after:deploy',
    'after:restart',
    'after:renewal',
    'workers:several',
    'browser',
  ],
  (evidence) => {
    const words = evidence.words()
    const clauses = clausesOf(words)
    const works = (place: RegExp) => clauses.some((clause) => place.test(clause) && positive(clause))
    return {
      facts: those({
        'works:postman': works(places.postman),
        'works:locally': works(places.locally),
        'works:production': works(places.production),
        'works:sandbox': works(places.sandbox),
        'works:other-account': works(places.account) || onlySome.test(words),
        'works:before': before.test(words),
        'fails:sometimes': sometimes.test(words),
        'after:update': update.test(words),
        'after:deploy': deploy.test(words),
        'after:restart': restart.test(words),
        'after:renewal': renewal.test(words),
        'workers:several': workers.test(words) || severalInLog(words),
        browser: browser.test(evidence.text()),
      }),
    }
  },
)

const places = Object.fromEntries(
  Object.entries(place).map(([name, words]) => [name, new RegExp(`(?<![\\w-])${words}(?![\\w-])`)]),
) as Record<keyof typeof place, RegExp>

const workedWell = new RegExp(`\\b${well}\\b`)
const workedBadly = new RegExp(`(?:${badly})${well}\\b`)

function positive(clause: string): boolean {
  return workedWell.test(clause) && !workedBadly.test(clause)
}

const clauseLimit = 3_000

/** Parts of sentences: a contrast and a full stop end them. */
function clausesOf(words: string): string[] {
  return words
    .split(
      /[.!?;](?=\s|$)|\n|\b(?:but|however|yet|although|though|whereas|while|mas|porem|contudo|enquanto|pero|mientras|sin embargo)\b/,
      clauseLimit,
    )
    .map((clause) => clause.slice(0, 400))
}

const onlySome =
  /\bonly (?:for |with |affects? |happens (?:for|to|with) )?(?:one|some|certain|a few|new|specific|this|that) (?:user|account|customer|client|tenant|people|member)|\b(?:so|apenas|somente) (?:com|para|em) (?:um|uma|alguns|algumas|este|esse|esta|essa) (?:usuari|client|conta|empresa)|\bsolo (?:con|para|a) (?:un|una|algunos|algunas|este|esta) (?:usuario|cliente|cuenta|empresa)/

const workers =
  /\b(?:(?:two|three|four|several|multiple|many|both|\d{1,3}) (?:\w+ )?(?:workers?|pods?|replicas?|instances?|nodes?|processes|tabs|threads|servers|containers)|concurren\w+|in parallel|simultaneous\w*|at the same time|race condition|load.balanc\w*|(?:dois|duas|tres|varios|varias|multipl[oa]s|\d{1,3}) (?:workers?|pods?|replicas?|instancias?|nos|processos|abas|threads|servidores|containers|procesos|hilos)|em paralelo|ao mesmo tempo|simultane\w+|concorren\w+|en paralelo|al mismo tiempo)\b/

/** Two workers that name themselves in the lines of a log. */
function severalInLog(words: string): boolean {
  const names = new Set<string>()
  for (const [name] of words.matchAll(
    /\b(?:worker|pod|node|instance|replica|process|pid|thread|proc|instancia)[-_ #=:]{1,2}(?:[a-z]|\d{1,6})\b/g,
  )) {
    names.add(name)
    if (names.size > 1) return true
  }
  return false
}

const browser =
  /Access to (?:fetch|XMLHttpRequest|script|font|image) at|CORS policy|net::ERR_|Failed to fetch|NetworkError when attempting|TypeError: Load failed|XMLHttpRequest|Uncaught \(in promise\)|Cross-Origin Request Blocked|Content Security Policy|chrome-extension:|\b(?:bundle|main|chunk|index|app|vendor|polyfills)[\w.-]{0,40}\.js:\d+|zone\.js|sec-fetch-(?:mode|site)|preflight|sessionStorage|localStorage|\bPREFLIGHT|blocked by (?:CORS|client)|from origin '|third-party cookie/i
