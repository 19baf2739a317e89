import type { PersonalKind, SecretKind } from './kinds.ts'

/**
 * The words by which names are told: of fields, headers, parameters, elements and options, in English, Portuguese and
 * Spanish. A name is taken apart into words (`X-Client-Secret`, `clientSecret` and `client_secret` are one), accents are
 * dropped. Each row is a kind and the names that mean it, words joined by spaces.
 */

/** A secret wherever they are in a name, unless what follows describes it, as in `token_type`. */
export const secretWords: readonly (readonly [SecretKind, string])[] = [
  [
    'password',
    `password passwords passwd passwort pwd pword psw pswd passphrase passcode senha senhas contrasena contrasenha
     contrasenia motdepasse otp totp pincode cvv cvv2 cvc cvc2 cvn`,
  ],
  ['secret', 'secret secrets segredo segredos secreto secreta secretkey clientsecret'],
  [
    'token',
    `token tokens jwt assertion samlresponse samlrequest accesstoken refreshtoken idtoken authtoken bearertoken bearer
     svid dpop tokenacesso`,
  ],
  ['API key', 'apikey apikeys appkey accesskey authkey apisecret licensekey subscriptionkey'],
  ['private key', 'privatekey'],
  ['credentials', 'credential credentials credencial credenciais credenciales authorization'],
  [
    'session',
    `jsessionid phpsessid sessionid aspsessionid sessid cookie cookies csrf xsrf csrftoken xsrftoken viewstate
     requestverificationtoken`,
  ],
]

/** A secret where a name ends with these words, or they are all of it. */
export const secretEndings: readonly (readonly [SecretKind, string[]])[] = [
  [
    'password',
    [
      'pass',
      'pw',
      'passw',
      'mot passe',
      'mdp',
      'kennwort',
      'wachtwoord',
      'pin',
      'pins',
      'pin code',
      'clave',
      'contrasinal',
      'palavra passe',
      'palabra clave',
      'frase secreta',
      'seed phrase',
      'mnemonic',
    ],
  ],
  [
    'code',
    [
      'authorization code',
      'auth code',
      'oauth code',
      'device code',
      'user code',
      'code verifier',
      'verifier code',
      'verification code',
      'otp attempt',
      'sms code',
      'token sms',
      'sms token',
      'mfa code',
      'recovery code',
      'recovery codes',
      'backup code',
      'backup codes',
      'security code',
      'activation code',
      'access code',
      'confirmation code',
      'one time code',
      'one time pin',
      'onetime code',
      'otc',
      'mfa',
      'tan',
      'codigo uso unico',
      'codigo unico',
      'codigo uso',
      'codigo um uso',
      'codigo un uso',
      'codigo confirmacao',
      'codigo confirmacion',
      'codigo ativacao',
      'codigo autenticacao',
      'codigo recuperacao',
      'codigos recuperacao',
      'codigo recuperacion',
      'codigos recuperacion',
      'codigo backup',
      'codigos backup',
      'cod seguranca',
      'cd seguranca',
      'security digits',
      'scratch codes',
      'auth req id',
      'codigo acesso',
      'codigo verificacao',
      'codigo seguranca',
      'codigo autorizacao',
      'codigo sms',
      'codigo verificacion',
      'codigo seguridad',
    ],
  ],
  [
    'API key',
    [
      'api key',
      'api keys',
      'api token',
      'app key',
      'application key',
      'access key',
      'access key id',
      'access id',
      'account key',
      'auth key',
      'chave api',
      'chave acesso',
      'clave api',
      'clave acceso',
      'consumer key',
      'deploy key',
      'developer key',
      'functions key',
      'host key',
      'integration key',
      'license key',
      'partner key',
      'rest key',
      'server key',
      'service key',
      'storage key',
      'subscription key',
      'webhook key',
      'write key',
      'webhook address',
      'webhook url',
      'hook url',
    ],
  ],
  [
    'secret',
    [
      'otp seed',
      'totp seed',
      'recovery phrase',
      'chave mestra',
      'chave secreta',
      'chave segredo',
      'chave criptografia',
      'clave secreta',
      'encryption key',
      'cipher key',
      'hash key',
      'hmac key',
      'jwt key',
      'master key',
      'passkey',
      'secret id',
      'secret key',
      'session key',
      'shared key',
      'signing key',
      'symmetric key',
      'tls key',
    ],
  ],
  [
    'private key',
    [
      'private key',
      'private key id',
      'priv key',
      'chave privada',
      'clave privada',
      'ssh key',
      'pem key',
      'client key data',
    ],
  ],
  ['session', ['session id', 'session index', 'sess id', 'sessao id', 'set cookie', 'set cookie2']],
  ['token', ['id token hint', 'saml response', 'saml request', 'client assertion', 'id jwt', 'logout hint']],
  ['signature', ['signature value', 'x amz credential']],
]

/** Names whose value tells what they are: a random one opens something, a word or a number explains something. */
export const doubtfulEndings: readonly (readonly [SecretKind, string[]])[] = [
  ['code', ['code', 'codigo', 'auth']],
  ['state', ['state', 'nonce', 'cnonce', 'relay state']],
  ['secret', ['key', 'keys', 'chave', 'clave', 'hash', 'salt', 'pepper', 'seed', 'dsn']],
  ['token', ['ciphertext', 'encrypted key', 'receipt data', 'invite', 'tkn']],
  ['private key', ['private']],
  ['session', ['session', 'sessao', 'sesion', 'sid', 'ticket', 'session state']],
  ['signature', ['signature', 'sig', 'hmac', 'mac', 'assinatura', 'firma']],
]

/** What tells a person or a company apart, as the end of a name. */
export const personalEndings: readonly (readonly [PersonalKind, string[]])[] = [
  [
    'e-mail',
    [
      'email',
      'e mail',
      'emails',
      'email address',
      'mail',
      'correo',
      'correio eletronico',
      'correo electronico',
      'upn',
      'user principal name',
    ],
  ],
  [
    'CPF',
    ['cpf', 'cpfs', 'cpf cnpj', 'cpfcnpj', 'cnpj cpf', 'ssn', 'social security number', 'nif', 'dni', 'curp', 'rut'],
  ],
  [
    'CNPJ',
    [
      'cnpj',
      'cnpjs',
      'tax id',
      'taxid',
      'tax number',
      'vat number',
      'ein',
      'inscricao estadual',
      'inscricao municipal',
      'cuit',
      'rfc',
    ],
  ],
  [
    'phone',
    [
      'phone',
      'phones',
      'phone number',
      'telephone',
      'telephone number',
      'mobile',
      'mobile number',
      'mobile phone',
      'cell',
      'cellphone',
      'cell phone',
      'msisdn',
      'tel',
      'telefone',
      'telefones',
      'telefono',
      'celular',
      'fone',
      'whatsapp',
      'fax',
      'numero telefone',
      'numero celular',
    ],
  ],
  [
    'card',
    [
      'card number',
      'cardnumber',
      'pan',
      'credit card',
      'creditcard',
      'cc number',
      'numero cartao',
      'cartao',
      'cartao numero',
      'numero tarjeta',
      'tarjeta',
    ],
  ],
  [
    'name',
    [
      'nome',
      'nomes',
      'nombre',
      'nombres',
      'sobrenome',
      'apellido',
      'apellidos',
      'first name',
      'firstname',
      'last name',
      'lastname',
      'full name',
      'fullname',
      'given name',
      'givenname',
      'family name',
      'familyname',
      'middle name',
      'surname',
      'nickname',
      'apelido',
      'display name',
      'displayname',
      'person name',
      'real name',
      'maiden name',
      'mother name',
      'father name',
      'mothers name',
      'fathers name',
      'nome mae',
      'nome pai',
      'filiacao',
      'customer name',
      'client full name',
      'user full name',
      'payer name',
      'payee name',
      'recipient name',
      'sender name',
      'beneficiary name',
      'employee name',
      'contact name',
      'owner name',
      'holder name',
      'dbtr nm',
      'cdtr nm',
      'pty nm',
      'othr nm',
      'rltd pties nm',
      'holder',
      'cardholder',
      'cardholder name',
      'card name',
      'name on card',
      'nome cartao',
      'account holder',
      'card holder',
      'titular',
      'favorecido',
      'beneficiario',
      'sacado',
      'razao social',
      'nome fantasia',
      'nome completo',
      'nome cliente',
      'nome impresso',
      'nome social',
      'x nome',
      'x fant',
      'nm cliente',
      'nm pessoa',
      'nome titular',
      'nombre completo',
      'nombre cliente',
      'titular conta',
      'titular cuenta',
      'account holder name',
      'legal name',
      'employee',
      'patient name',
      'student name',
      'login hint',
      'preferred username',
      'unique name',
      'username',
      'user name',
      'usuario',
      'name id',
      'nameid',
    ],
  ],
  [
    'birth date',
    [
      'birthdate',
      'birth date',
      'birthday',
      'date of birth',
      'dob',
      'born',
      'data nascimento',
      'dt nascimento',
      'dt nasc',
      'data nasc',
      'nasc',
      'bday',
      'birth',
      'birth dt',
      'geburtsdatum',
      'date naissance',
      'nacimiento',
      'nascimento',
      'fecha nacimento',
      'fecha nacimiento',
    ],
  ],
  [
    'address',
    [
      'street',
      'street name',
      'house number',
      'x lgr',
      'lgr',
      'x bairro',
      'address1',
      'address2',
      'adr',
      'domicilio',
      'numero residencia',
      'complemento',
      'street address',
      'address line',
      'address line1',
      'address line2',
      'home address',
      'postal address',
      'billing address',
      'shipping address',
      'mailing address',
      'residential address',
      'endereco',
      'endereco completo',
      'logradouro',
      'rua',
      'bairro',
      'cep',
      'zip',
      'zip code',
      'zipcode',
      'postal code',
      'postcode',
      'direccion',
      'calle',
      'codigo postal',
    ],
  ],
  [
    'bank account',
    [
      'account number',
      'account no',
      'account nr',
      'acct number',
      'acct no',
      'sort code',
      'bank account',
      'bank account number',
      'nr conta',
      'num conta',
      'nro conta',
      'numero agencia',
      'nr agencia',
      'conta poupanca',
      'conta destino',
      'conta origem',
      'cuenta',
      'cuenta bancaria',
      'cbu',
      'cvu',
      'aba number',
      'pix',
      'iban',
      'numero conta',
      'conta corrente',
      'conta bancaria',
      'numero cuenta',
      'chave pix',
      'pix key',
      'pix chave',
      'chave destino',
      'chave origem',
      'chave favorecido',
      'chave pagador',
      'chave recebedor',
      'chave beneficiario',
      'chave aleatoria',
      'chave evp',
      'chave dict',
      'clabe',
      'agencia',
      'numero agencia',
      'conta',
      'conta numero',
      'agencia conta',
      'routing number',
    ],
  ],
  [
    'document',
    [
      'rg',
      'cnh',
      'pasep',
      'pis pasep',
      'pispasep',
      'nit',
      'ctps',
      'sus',
      'titulo eleitoral',
      'passport no',
      'passport nr',
      'numero passaporte',
      'numero rg',
      'numero cnh',
      'licence number',
      'license number',
      'drivers license',
      'driving licence',
      'voter id',
      'renavam',
      'matricula',
      'passport',
      'passport number',
      'passaporte',
      'pasaporte',
      'document number',
      'numero documento',
      'documento',
      'titulo eleitor',
      'pis',
      'nis',
      'identity number',
      'national id',
      'identity card',
      'driver license',
      'cns',
    ],
  ],
]

/** In Portuguese and Spanish the noun comes first: `nome_do_cliente`, `telefone_contato`. */
export const personalBeginnings: readonly (readonly [PersonalKind, string])[] = [
  ['e-mail', 'email'],
  ['CPF', 'cpf'],
  ['CNPJ', 'cnpj'],
  ['bank account', 'iban agencia conta'],
  ['document', 'rg passaporte passport cnh pis pasep'],
  ['phone', 'telefone telefono celular phone whatsapp'],
  ['name', 'nome nombre sobrenome apellido'],
  ['address', 'endereco direccion logradouro'],
]

/** Of these the whole name is meant: at the end of a longer name they mean something else. */
export const personalWhole: readonly (readonly [PersonalKind, string[]])[] = [
  ['claim', ['sub', 'profile', 'picture', 'website', 'gender']],
  ['name', ['name']],
  ['address', ['address']],
]

/** Names that end like a secret or a person and are neither. */
export const openEndings: readonly string[] = [
  'allow credentials',
  'page token',
  'next token',
  'previous token',
  'continuation token',
  'sync token',
  'delta token',
  'skip token',
  'cursor token',
  'resume token',
  'idempotency key',
  'primary key',
  'foreign key',
  'public key',
  'chave publica',
  'cache key',
  'partition key',
  'sort key',
  'row key',
  'object key',
  'routing key',
  'message key',
  'translation key',
  'websocket key',
  'surrogate key',
  'unexpected token',
  'product name',
  'service name',
  'file name',
  'app name',
  'host name',
  'event name',
  'class name',
  'state code',
  'country code',
  'currency code',
  'language code',
  'error code',
  'status code',
  'reason code',
  'response code',
  'result code',
  'return code',
  'exit code',
  'http code',
  'product code',
  'bank code',
  'codigo erro',
  'codigo error',
  'codigo banco',
  'codigo status',
  'codigo barras',
  'ip address',
  'email verified',
  'use credentials',
  'with credentials',
  'include credentials',
  'client credentials',
  'nome arquivo',
  'nome servico',
  'nome produto',
  'nome campo',
  'nombre archivo',
]

/** After a secret's word these say something about it, and are not it. */
export const describingWords: ReadonlySet<string> = words(`
  type types typ tipo endpoint endpoints url uri urls host hint policy policies expires expire expiry expiration expirado
  expired exp in at on length len size count counts counter used usage name names nome id ids identifier algorithm alg
  algorithms method methods status description descricao message changed updated created modified issued date time
  timestamp ttl lifetime age valid validity validade required require enabled disabled supported min max minimum maximum
  limit limits rotation strength rules rule field fields variable env path file location prefix issuer audience format
  encoding version cache store storage manager provider service services class handler filter config configuration
  settings options option error errors failed failures attempts attempt retries scope scopes domain samesite secure
  httponly partitioned consent banner law request requests response exchange introspection revocation management vault
  bucket budget rate kind category source origin owner reset forgot change grant is was has not must the of with and or
  should cannot could can will are were does para com foi deve nao es fue policyid parser lexer stream position line
  column index offset mode state needed missing invalid present absent found ok verified verification binding cycle
  price cost per total prompt completion input output reasoning cached`)

/** After a secret's word these say whose it is or which one, and it stays one. */
export const qualifyingWords: ReadonlySet<string> = words(`
  value valor val text str string raw plain plaintext base64 b64 encoded enc hash hashed encrypted hex data param header
  new old current previous next confirm confirmation confirmacao confirmar again repeat repeated retype nova novo antiga
  antigo atual anterior usuario user users cliente client customer admin root master app aplicacao application api web db
  database banco mysql postgres mongo redis smtp ftp ldap prod production producao live dev development test teste
  staging sandbox homolog homologacao hml qa acesso access login conta account service acceso servico integracao
  integration parceiro partner primary secondary default backup key keys chave base one two a b v1 v2 do da de del la el
  dos das code codes codigo codigos certificado certificate pfx keystore truststore`)

/** Names of objects that are about a person, whose `name` is therefore somebody's. */
export const personWords: ReadonlySet<string> = words(`
  user users usuario usuarios customer customers cliente clientes client person pessoa persona people pagador payer payee
  beneficiario beneficiary recebedor favorecido devedor debtor creditor sacado cedente titular holder owner recipient
  destinatario sender remetente employee funcionario contact contato profile perfil member subscriber cardholder buyer
  comprador seller vendedor patient paciente student aluno parent mother father mae pai socio partner representante
  signer signatario avalista fiador author assignee`)

/** Names whose value is somebody's name where it is written like one, and a technical one elsewhere. */
export const roleNames: ReadonlySet<string> = words(`
  cn fn gn gecos autor autora responsavel atendente operador operadora analista gerente solicitante requerente requester
  reporter reportedby createdby updatedby approvedby criadopor aprovadopor alteradopor caller cliente clientes customer
  contato contact sender recipient remetente destinatario from to cc bcc para busca search q query attn ac subscriber
  user usuario agent signedby assinadopor signature firmante comprador vendedor nameonaccount`)

/** Names of objects that are about a thing, whose `nome` is therefore nobody's. */
export const thingWords: ReadonlySet<string> = words(`
  produto produtos product products servico servicos service services arquivo arquivos file files fila filas queue queues
  banco bancos bank banks plano planos plan plans etapa etapas step steps app apps aplicacao application api apis host hosts
  evento eventos event events status situacao tipo type campo campos field fields loja store moeda currency pais country
  estado state cidade city municipio categoria category tag tags grupo grupos group groups role roles papel permissao
  permission escopo scope modulo module projeto project tabela table coluna column modelo model ambiente environment job
  jobs topico topic canal channel recurso resource regra rule erro error item items convenio carteira lote filial agencia`)

/** Under these names of a value the name of what contains it counts. */
export const genericWords: ReadonlySet<string> = words(
  'value values valor val v id data text texto content conteudo raw plain number numero num current new old encoded item items string body full formatted default',
)

/** Members that give the name of the value beside them, as in `{"key": "password", "value": "…"}`. */
export const namingWords: ReadonlySet<string> = words(
  'name key k n field param parameter header property attribute attr label variable type tipo nome chave campo option setting claim id schema parameterkey parametername fieldname propertyname propertypath variablename settingname optionname attributename questao question pergunta',
)

/** Members that hold the value which is named beside them. */
export const valueWords: ReadonlySet<string> = words(
  'value values val v valor content data text number numero newvalue oldvalue default current string stringvalue defaultvalue received rejected rejectedvalue attemptedvalue attempted input result parametervalue fieldvalue settingvalue optionvalue secretvalue actual actualvalue provided given invalidvalue valorrejeitado valorinformado informado recebido answer resposta respuesta',
)

/** Cookies that hold what somebody prefers to see, spelled as one word. */
export const preferenceCookies: ReadonlySet<string> = words(`
  lang language locale idioma lng i18n i18next i18nredirected hl nextlocale djangolanguage wplang playlang culture aspnetcoreculture
  theme tema skin darkmode colormode colorscheme mode contrast fontsize density layout view sidebar timezone tz fuso
  currency moeda country pais region regiao consent consentimento cookieconsent cookieconsentstatus acceptcookies
  cookiesaccepted gdpr lgpd optanonalertboxclosed usprivacy banner onboarding tour`)

/** Headers whose values pass; they are looked through all the same. Names that end with an id of a request pass too. */
export const openHeaders: ReadonlySet<string> = words(`
  :authority :method :path :scheme :status accept accept-ch accept-charset accept-encoding accept-language accept-patch
  accept-post accept-ranges access-control-allow-credentials access-control-allow-headers access-control-allow-methods
  access-control-allow-origin access-control-expose-headers access-control-max-age access-control-request-headers
  access-control-request-method age allow alt-svc alt-used cache-control cdn-cache-control cf-cache-status clear-site-data
  connection content-disposition content-encoding content-language content-length content-location content-range
  content-security-policy content-security-policy-report-only content-type critical-ch cross-origin-embedder-policy
  cross-origin-opener-policy cross-origin-resource-policy date deprecation device-memory dnt downlink early-data ect
  etag expect expect-ct expires fapi-interaction-id forwarded from host if-match if-modified-since if-none-match if-range
  if-unmodified-since keep-alive last-modified link location max-forwards memento-datetime nel origin origin-agent-cluster
  p3p permissions-policy ping-from ping-to pragma prefer preference-applied priority proxy-authenticate proxy-connection
  range ratelimit ratelimit-limit ratelimit-policy ratelimit-remaining ratelimit-reset referer referrer-policy refresh
  report-to reporting-endpoints retry-after rtt save-data sec-ch-ua sec-ch-ua-arch sec-ch-ua-mobile sec-ch-ua-model
  sec-ch-ua-platform sec-ch-ua-platform-version sec-ch-ua-full-version-list sec-fetch-dest sec-fetch-mode sec-fetch-site
  sec-fetch-user sec-gpc sec-purpose sec-websocket-accept sec-websocket-extensions sec-websocket-key
  sec-websocket-protocol sec-websocket-version server server-timing service-worker-navigation-preload sourcemap
  strict-transport-security sunset surrogate-control te timing-allow-origin tk traceparent tracestate trailer
  transfer-encoding upgrade upgrade-insecure-requests user-agent vary via want-digest digest content-digest content-md5
  warning www-authenticate x-amz-cf-id x-amz-cf-pop x-amz-id-2 x-amzn-errortype x-amzn-requestid x-amzn-trace-id x-b3-spanid
  x-b3-traceid x-b3-sampled x-cache x-cache-hits x-cloud-trace-context x-content-type-options x-correlation-id
  x-dns-prefetch-control x-download-options x-error-code x-envoy-upstream-service-time x-forwarded-for x-forwarded-host
  x-forwarded-port x-forwarded-proto x-frame-options x-github-request-id x-kong-proxy-latency x-kong-request-id
  x-kong-upstream-latency x-ms-request-id x-ms-ests-server x-ms-clitelem x-permitted-cross-domain-policies x-powered-by
  x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-real-ip x-request-id x-requested-with x-response-time
  x-robots-tag x-runtime x-served-by x-timer x-trace-id x-ua-compatible x-vercel-id x-xss-protection cf-ray cf-connecting-ip
  idempotency-key x-idempotency-key x-fapi-interaction-id x-fapi-auth-date x-fapi-customer-ip-address last-event-id request-id
  report-uri if apigee-error`)

/** Ends of header names by which the other side finds a request in its logs. */
export const requestIdHeader =
  /(?:^|[-_])(?:request|req|correlation|trace|span|transaction|interaction|message|activity|log|incident|error|event|build|deploy|version|revision|debug)[-_]?(?:id|guid|uuid|number|code|name)$|(?:^|[-_])(?:traceid|requestid|correlationid|ray|pop|region|zone|node|server|backend|served-by|latency|duration|timing|cache|count|limit|remaining|reset|total|page)$|(?:^|[-_])(?:trace|request|correlation|span|date|timestamp)$/i

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
