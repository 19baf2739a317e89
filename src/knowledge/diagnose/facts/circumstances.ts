import { family, those } from './family.ts'

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
    'after:move',
    'after:password',
    'workers:several',
    'inside:container',
    'works:outside-container',
    'works:other-browser',
    'works:first-time',
    'age:hour',
    'age:week',
    'age:month',
    'age:year',
    'browser',
  ],
  (evidence) => {
    const words = evidence.words()
    const good = clausesOf(words).filter(saysWell)
    const age = ageIn(words)
    const works = (place: RegExp) => good.some((clause) => place.test(clause))
    return {
      facts: those({
        'works:postman': works(tools),
        'works:locally': works(locally),
        'works:production': works(production),
        'works:sandbox': works(sandbox),
        'works:other-account': works(otherAccount) || onlySome.test(words),
        'works:before': before.test(words),
        'fails:sometimes': sometimes.test(words),
        'after:update': update.test(words),
        'after:deploy': deploy.test(words),
        'after:restart': restart.test(words),
        'after:renewal': renewal.test(words),
        'after:move': moved.test(words),
        'after:password': password.test(words),
        'inside:container': container.test(words),
        'works:outside-container': container.test(words) && (works(locally) || works(hostMachine)),
        'works:other-browser': works(browsers) && browsers.test(words.replace(browsers, ' ')),
        'works:first-time': firstTime.test(words),
        'age:hour': age === 'hour',
        'age:week': age === 'week',
        'age:month': age === 'month',
        'age:year': age === 'year',
        'workers:several': workers.test(words) || severalInLog(words),
        browser: browser.test(evidence.text()),
      }),
    }
  },
)

/** One of these phrases, as whole words; they are parts of a pattern for text in small letters without accents. */
function phrases(...all: string[]): RegExp {
  return new RegExp(`(?<![\\w-])(?:${all.join('|')})(?![\\w-])`)
}

const clauseLimit = 3_000

/** Parts of sentences: a contrast, another place where it fails, a later time and a full stop end them. */
function clausesOf(words: string): string[] {
  return words
    .split(
      /[.!?;](?=\s|$)|\n|, (?=(?:after|when|once|apos|depois|quando|ao|cuando|despues|al)\b)|, (?=(?:in|on|at|with|em|no|na|com|en|con)\b[^,.;\n]{0,60}\b(?:[45]\d\d|not|never|fails?|error|erro|falha|nao|no|falla)\b)|\b(?:but|however|yet|although|though|whereas|while|mas|porem|contudo|enquanto|pero|mientras|sin embargo)\b/,
      clauseLimit,
    )
    .map((clause) => clause.slice(0, 400))
}

const able =
  '(?:log in|login|sign in|get|obtain|retrieve|access|generate|call|authenticate|connect|gerar|obter|acessar|logar|chamar|autenticar|pegar|obtener|acceder|entrar|generar|llamar)'
const well = [
  'works?',
  'worked',
  'working',
  'fine',
  'ok(?:ay)?',
  'succe(?:eds?|eded|ssful|ssfully)',
  'passes',
  'runs',
  '(?:returns?|gives?|get|got) (?:me )?(?:an? |the )?(?:200|valid|access token|token)',
  'no (?:issues?|problems?)',
  'without (?:any )?(?:issues?|problems?|errors?)',
  `can ${able}`,
  'funciona\\w*',
  'funcionou',
  '(?:da|deu) certo',
  'roda',
  'retorna (?:o token|200)',
  `(?:consigo|consegue|conseguimos|puedo|podemos) ${able}`,
  'normal(?:mente)?',
  'tudo (?:certo|ok|bem)',
  'sem (?:problemas?|erros?)',
  'devuelve (?:200|el token)',
  'va bien',
  'todo (?:va )?bien',
  'sin (?:problemas?|errores)',
  '200 ok',
]
const workedWell = phrases(...well)
const workedBadly = new RegExp(
  `(?:n't|\\b(?:not|cannot|never|nao|nunca|jamais))\\s(?:\\w{1,12}\\s){0,2}(?:${well.join('|')})(?!\\w)|\\b(?:no|fails?|falha|stopped|parou de|deixou de|dejo de|deja de) (?:${well.join('|')})(?!\\w)`,
)

function saysWell(clause: string): boolean {
  return workedWell.test(clause) && !workedBadly.test(clause)
}

const tools = phrases(
  'postman',
  'insomnia',
  'curl',
  'swagger(?: ui)?',
  'bruno',
  'thunder client',
  'soapui',
  'hoppscotch',
)
const locally = phrases(
  'locally',
  'local(?:host)?',
  '(?:my|local|dev) (?:machine|computer|laptop|pc|env(?:ironment)?)',
  'in dev(?:elopment)?',
  'visual studio',
  'localmente',
  '(?:minha|meu) (?:maquina|pc|computador|ambiente)',
  'em desenvolvimento',
  'mi (?:maquina|equipo|ordenador|pc)',
  'en desarrollo',
)
const production = phrases('production', 'prod', 'producao', 'produccion', 'live (?:mode|environment|keys?|site)')
const sandbox = phrases(
  'sandbox',
  'staging',
  'test(?:ing)? (?:env(?:ironment)?|mode|keys?)',
  'qa',
  'uat',
  'homolog\\w*',
  'hml',
  'ambiente de testes?',
  'entorno de pruebas?',
  'pruebas',
)
const otherAccount = phrases(
  '(?:(?:my )?own|other|another|different|second|personal|admin|some|most|old|test) (?:user|account|tenant|client|customer|app|colleague|person|member|organi[sz]ation)s?',
  '(?:outr[oa]s?|demais|meu proprio|minha propria) (?:usuari[oa]|conta|client|empresa|cliente|aplicac|tenant|pessoa)\\w*',
  'colega',
  '(?:otr[oa]s?|mi propi[oa]) (?:usuario|cuenta|cliente|empresa)s?',
)
const onlySome = phrases(
  'only (?:for |with |affects? |happens (?:for|to|with) )?(?:one|some|certain|a few|new|specific|this|that) (?:users?|accounts?|customers?|clients?|tenants?|people|members?)',
  '(?:so|apenas|somente) (?:com|para|em) (?:uma?|alguns|algumas|est[ea]|ess[ea]) (?:usuari|client|conta|empresa)\\w*',
  'solo (?:con|para|a) (?:una?|algunos|algunas|est[ea]) (?:usuario|cliente|cuenta|empresa)s?',
)

const before = phrases(
  'used to work',
  '(?:was|had been|has been|have been|been) (?:working|running) (?:fine|well|ok|correctly|perfectly|until|for|before|without|since|great)',
  'was working',
  'work(?:ed|s|ing)? (?:\\w+ ){0,3}(?:until|till|before|yesterday|last (?:week|month|night|year)|for (?:\\w+ ){1,2}(?:weeks?|months?|years?|days?))',
  'stopped working',
  'no longer works?',
  'suddenly',
  'all of a sudden',
  'until (?:yesterday|today|last|this (?:morning|week)|a few)',
  'since (?:yesterday|monday|tuesday|wednesday|thursday|friday|last|this morning|today)',
  'broke (?:this|yesterday|today|last)',
  '(?:no|without|any) changes? (?:on|from|in) our (?:side|end|code)',
  "(?:nothing|we|i) (?:(?:has|have) (?:not )?|haven't |hasn't |did not |didn't )?changed? (?:anything|on our)",
  'nothing (?:has )?changed',
  'ate ontem',
  'ate (?:a )?semana passada',
  '(?:parou|pararam|deixou) de funcionar',
  'hoje parou',
  'comecou (?:hoje|ontem|essa semana|esta semana|do nada)',
  'funcionava',
  '(?:vinha|estava|tava) (?:tudo )?(?:funcionando|normal|ok|certo)',
  'sempre funcionou',
  'funcionou (?:ate|por)',
  'desde (?:ontem|ayer|hoje|hoy)',
  'desde (?:a|o|la|el) (?:ultim|seman)\\w*',
  'de repente',
  'do nada',
  'nada mudou',
  'nao (?:mudamos|alteramos|mexemos|alterei|mudei|mexi)(?: em)? nada',
  '(?:sem|sin) (?:nenhuma |ninguna |ningun )?(?:alterac|mudanc|cambio)\\w*',
  'hasta (?:ayer|hoy|la semana pasada)',
  '(?:dejo|dejaron) de funcionar',
  'funcionaba',
  'estaba funcionando',
  'no hemos cambiado nada',
  'de un dia para otro',
  'de um dia para o outro',
)

const span = '(?:an?|one|a few|few|several|some|\\d+|two|three)'
const sometimes = phrases(
  'intermittent\\w*',
  'sometimes',
  'occasional(?:ly)?',
  'random(?:ly)?',
  'sporadic\\w*',
  'flaky',
  'from time to time',
  'once in a while',
  'every (?:few|couple|now and then)',
  `(?:after|every) (?:about |exactly |around |roughly |approximately |~ ?)?${span} ?(?:hours?|min(?:ute)?s?|days?|weeks?|hrs?|times|requests)`,
  'after (?:a while|some time)',
  '(?:one|1) (?:in|out of|of) (?:every )?(?:five|ten|three|four|twenty|\\d+)',
  '(?:one|1) (?:in|out of) (?:every )?\\w+ (?:requests?|calls?|times|attempts?|tries|users?)',
  '\\d+ ?% of (?:the |all |our )?(?:requests?|calls?|time|users?|attempts)',
  'not always',
  'not every time',
  'most of the time',
  'in some cases',
  'some (?:requests?|calls?|attempts?|times|users?) (?:work|succeed|fail|get|return|are|go)\\w*',
  'first (?:request|call|time|login|attempt) (?:works?|succeeds?|is ok|is fine)',
  '(?:second|next|third) (?:request|call|time|login|attempt) (?:fails?|gives?|returns?)',
  'nem sempre',
  '(?:as|algumas|algunas) ve[zc]es',
  'de vez em quando',
  'vez ou outra',
  'intermitente\\w*',
  'esporadic\\w*',
  'aleatori\\w*',
  '(?:apos|depois de|a cada|passad[ao]s?) (?:cerca de |mais ou menos |umas? |uns |alguns |algumas )?(?:uma|\\d+|poucos|poucas|alguns|algumas|dois|duas)? ?(?:horas?|minutos?|min|dias?)',
  '(?:apos|depois de) (?:algum|um|certo) tempo',
  'uma? em cada',
  '1 em cada',
  'a veces',
  'de vez en cuando',
  'una? de cada',
  '(?:despues de|tras|cada|al cabo de) (?:una?|\\d+|unas|unos) ?(?:horas?|minutos?|dias?)',
  'no siempre',
)

const began =
  '(?:after|since|following|when|once|until (?:i|we)|whenever|every time|each time|as soon as|on|apos|depois d[aeo]s?|desde (?:que|a|o|el|la)|quando|ao|toda vez que|sempre que|despues de(?:l)?|cuando|cada vez que|tras|al)'
const gap = '(?: \\w+){0,4}? '
const product =
  '(?:v?\\d|keycloak|spring|msal|adal|\\.?net|laravel|django|angular|react|next|node|java|php|ruby|rails|python|quarkus|wso2|kong|apigee|okta|auth0|openssl|ubuntu|chrome|ios|android)'
const update = phrases(
  `(?:after|since|following|apos|depois d[aeo]s?|desde (?:que|a|o|el|la)|despues de(?:l)?|tras|al|ao|when)${gap}(?:upgrad|updat|migrat|bump|atualiz|migra|actualiz)\\w*`,
  '(?:after|since|apos|depois d[ao]|com a|desde) (?:\\w+ ){0,3}?(?:moving to|mudanca de versao|nova versao|nueva version|new version)',
  'upgrad(?:ed|ing) (?:from|to)',
  `(?:updat|upgrad|migrat|atualiz|migr|actualiz)\\w* (?:\\w+ ){0,3}?(?:to|from|para|da|do|de|a la|a) (?:\\w+ ){0,2}?${product}[\\w.]*`,
  `(?:updat|upgrad|migrat|atualiz|migr|actualiz)\\w* (?:o |the |our |el )?${product}[\\w.]*`,
)
const deploy = phrases(
  `${began}${gap}(?:deploy|redeploy|releas|rollout|publish|implanta|publica|desplieg|despleg)\\w*`,
  `${began}${gap}(?:go(?:ing)? live|subir|subimos|subida)`,
  'deployed (?:it |the app |this )?(?:to|on)',
)
const restart = phrases(`${began}${gap}(?:re-?start|reboot|reinici)\\w*`)
const credential =
  '(?:certificat\\w*|certs?|certificado|secrets?|segredo|secreto|keys?|chaves?|claves?|credentials?|credenciais|credenciales|keystore|pfx|p12)'
const renewed = '(?:renew|rotat|replac|regenerat|reissu|renov|troca|substitu|regener|rotacion|cambi|trocamos)\\w*'
const renewal = phrases(
  `(?:${renewed}|roll(?:ed|ing) over|gerei)(?: \\w+){0,4}? ${credential}`,
  `${credential}(?: \\w+){0,3}? (?:${renewed})`,
  `(?:${began}|generated|created|installed|uploaded|imported|issued|instal\\w+|gerei|geramos|criei|criamos|import\\w+)${gap}(?:new|novo|nova|nuevo|nueva)(?: \\w+){0,2}? ${credential}`,
  `${credential}[^.\\n]{0,60}(?:a new one|um novo|uno nuevo|una nueva|uma nova)`,
)

const moved = phrases(
  `${began}${gap}(?:mov(?:ed|ing|e) (?:to|from|the)|re-?import\\w*|re-?creat\\w*|new (?:server|cluster|domain|instance|realm|tenant|host|machine)|change[ds]? (?:the |of )?(?:domain|dns|host|server|url)|novo (?:servidor|dominio|ambiente|host)|nova (?:maquina|instancia|url)|(?:troca|mudanca|mudamos|trocamos|mudar) (?:o |a |de |do |da )?(?:servidor|dominio|maquina|dns|url|host)|nuevo (?:servidor|dominio)|cambi\\w* de (?:servidor|dominio))`,
  'new instance',
  'nova instancia',
)
const password = phrases(
  '(?:chang|reset|updat)\\w* (?:\\w+ ){0,3}?passwords?',
  'passwords? (?:was|were|has been|had been|is|got)? ?(?:\\w+ )?(?:changed|reset|updated|expired)',
  '(?:troc|alter|mud|redefin|reset)\\w* (?:a |minha |sua |da )?senhas?',
  'senha (?:foi |expir|venc)\\w*',
  'cambi\\w* (?:la |mi |su )?contrasena',
)
const container = phrases(
  'docker(?:-compose|file)?',
  'containers?',
  'pods?',
  'kubernetes',
  'k8s',
  'conteine\\w*',
  'contenedor\\w*',
)
const hostMachine = phrases(
  '(?:from |on |no |na )?(?:the |my |o |a |meu |minha )?(?:host|laptop|machine|browser|node|notebook|maquina|navegador)',
  'outside',
  'fora',
  'fuera',
  'without docker',
  'sem (?:o )?docker',
  'curl',
)
const browsers = phrases(
  'chrome',
  'firefox',
  'safari',
  'edge',
  'brave',
  'incognito',
  'private (?:window|mode)',
  'anonim[ao]',
  'desktop',
  'android',
  'iphone',
  'ios',
  'webview',
  'in-app browser',
)
const firstTime = phrases(
  '(?:the )?(?:first|1st) (?:time|login|call|request|attempt|try|sign-?in|refresh)[^.\\n]{0,40}(?:works?|ok|fine|succeeds?|200)',
  '(?:works?|worked|succeeds?|ok|fine) (?:only )?(?:once|the first time|on the first (?:try|call|attempt|login))',
  '(?:second|2nd|next|subsequent|third) (?:time|login|call|request|attempt|refresh|sign-?in)s?[^.\\n]{0,40}(?:fails?|errors?|returns?|gets?|gives?|throws?|4\\d\\d)',
  '(?:a )?primeira (?:vez|chamada|requisicao|tentativa)[^.\\n]{0,40}(?:funciona|ok|da certo|passa|vai)',
  '(?:funciona|da certo|passa) (?:so )?(?:na|a) primeira',
  '(?:na|a) segunda (?:vez|chamada|requisicao|tentativa)?[^.\\n]{0,40}(?:falha|erro|da|retorna|4\\d\\d)',
  '(?:la )?primera (?:vez|llamada|peticion)[^.\\n]{0,40}(?:funciona|bien)',
)

/** After how long it fails, as a text says it: lifetimes of tokens, sessions, secrets and consents are of such an age. */
function ageIn(words: string): 'hour' | 'day' | 'week' | 'month' | 'year' | undefined {
  const match =
    /\b(?:after|every|each|older than|past|for|within|apos|depois de|a cada|cada|ha|faz|passad[ao]s?|despues de|tras|hace)(?: (?:about|exactly|around|roughly|approximately|some|cerca de|mais ou menos|mais de|more than|over|exatos?|exatamente|unas?|uns|umas?|the|last))?[ ~]{1,3}(an?|one|uma?|un|two|three|six|dois|duas|tres|seis|\d{1,5}) ?(h|hours?|hrs?|horas?|min|minutes?|minutos?|seconds?|segundos?|days?|dias?|weeks?|semanas?|months?|mes(?:es)?|years?|anos?)\b/.exec(
      words,
    )
  if (match === null) return undefined
  const count =
    Number(match[1]) || { two: 2, dois: 2, duas: 2, three: 3, tres: 3, six: 6, seis: 6 }[match[1] ?? ''] || 1
  const unit = match[2] ?? ''
  const days = (count * (secondsOf.find(([begins]) => begins.test(unit))?.[1] ?? 0)) / 86_400
  if (days < 1 / 48 || days > 800) return undefined
  return days <= 0.5 ? 'hour' : days <= 3 ? 'day' : days <= 20 ? 'week' : days <= 200 ? 'month' : 'year'
}

const secondsOf: [begins: RegExp, seconds: number][] = [
  [/^(?:mes|month)/, 30 * 86_400],
  [/^min/, 60],
  [/^s(?:eg|ec)/, 1],
  [/^h/, 3_600],
  [/^d/, 86_400],
  [/^(?:w|sem)/, 7 * 86_400],
  [/^(?:y|an)/, 365 * 86_400],
]

const counted =
  '(?:workers?|pods?|replicas?|instances?|nodes?|processes|tabs|threads|servers|containers|instancias?|nos|processos|abas|servidores|procesos|hilos)'
const workers = phrases(
  `(?:two|three|four|several|multiple|many|both|\\d{1,3}|dois|duas|tres|varios|varias|multipl[oa]s) (?:\\w+ )?${counted}`,
  'concurren\\w+',
  'in parallel',
  'simultane\\w+',
  'at the same time',
  'race condition',
  'load.balanc\\w*',
  'em paralelo',
  'ao mesmo tempo',
  'concorren\\w+',
  'en paralelo',
  'al mismo tiempo',
)

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
