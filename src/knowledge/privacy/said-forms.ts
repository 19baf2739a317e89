/** Parts of the forms in which sentences tell a password, a key or a login, in ten languages of Europe. */

export const password =
  "(?:pass[ -]?words?|pass(?=[ \\t]+(?:is|was)[ \\t])|passwd|pwd|pw|pass[ -]?phrases?|pass[ -]?codes?|senhas?|contrase[ñn]as?|pass?wort|kennwort|losung(?:swort)?|mot de passe|mdp|parola d[’']ordine|wachtwoord|palavra[- ](?:passe|chave|secreta)|palabra (?:clave|secreta|de paso)|code ?word|secret word|magic word|heslo|has[łl]o|l[öo]senord(?:et)?|passord(?:et)?|adgangskoden?|salasana|jelsz(?:[óo]|av\\p{L}{1,4})|[șş]ifre\\p{L}{0,3}|kenncode|parola(?: d[’']accesso)?|frase(?: secreta| de acesso|[- ]senha)|(?:memorable|security|safe|challenge|verification) (?:word|phrase|answer|name|place)|palavra de seguran[çc]a|palabra de seguridad|mot secret|codewort|sicherheitswort|parola di sicurezza|secret answer|resposta (?:secreta|de seguran[çc]a)|respuesta (?:secreta|de seguridad))"
export const weak =
  '(?:(?:api|access|secret|signing|encryption|master|shared|private|license|app|sandbox)[ -]?keys?|key|chave(?: d[aeo] \\p{L}+| secreta| mestra)?|clave(?: (?!es )\\p{L}+)?|llave|schl[üu]ssel|cl[ée](?: secr[èe]te| api)?|chiave|(?:client|app|shared|webhook)?[ -]?secret|segredo|geheimnis|pin|(?:vault|safe) word)'
export const login =
  "(?:user[ -]?names?|user(?: ?id)?|log[ -]?in(?: name| id)?|log[ -]?on|usu[áa]rio(?: de \\p{L}+)?|utilizador|nome de (?:usu[áa]rio|utilizador|acesso)|nombre de usuario|benutzer(?:name)?|anmeldename|kennung|identifiant|nom d[’']utilisateur|nome utente|utente|gebruiker(?:snaam)?|nick(?:name)?|apelido|apodo|handle|screen name|account name)"
export const is =
  '(?:[ \\t]*(?:[:=]|->|→|=>)[ \\t]*|(?:,?[ \\t]+(?:which|que|qui|che))?[ \\t]+(?:is|was|are|stays|remains|é|eh|era|foi|ser[áa]|fica|ficou|continua|permanece|sigue siendo|qued[óo]|es|est|reste|ist|war|bleibt|lautet|lautete|è|era|rimane|resta|är|jest|coloquei|botei|criei|escolhi|puse|virou|became|becomes|devient|diventa|wurde)(?:[ \\t]+(?:como|sendo|now|still|always|just|simply|only|currently|agora|ainda|sempre|s[óo]|apenas|ahora|siempre|jetzt|noch|immer|toujours|mesmo|literally|probably))?(?:[ \\t]*:[ \\t]*|[ \\t]+))'
/** Words between the noun and what says that the value follows. */
export const about =
  "(?<about>(?:[ \\t]+(?!(?:is|was|are|é|eh|era|foi|es|est|ist|lautet|è)[ \\t])[\\p{L}\\d_@’'-]{1,30}(?:\\.[\\p{L}\\d]{1,20})?){0,5}?)"
export const value =
  '(?:["“«‘`„\'](?<quoted>(?:[^"“”«»‘’`\\n\']|\'(?=\\p{L})){2,60})["”»’`“\']|(?<value>[\\p{L}\\d][^\\s,;:!?()"“”«»<>[\\]{}|]{0,40}(?:[ \\t]+[^\\s,;:!?()"“”«»<>[\\]{}|]{1,30}){0,5}))'
export const lead =
  '(?:(?:logged in as|com|with|using|con|mit|avec|use|uses|usa|usando|usei|and|e|y|und|et|ed|as|como|als|comme|in as|via|,[ \\t]*(?:and|e|y|und)?)(?:[ \\t]+(?:the|o|a|el|la|le|il|my|meu|minha|mi|dem|der|den|das))?)'

export function form(...parts: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\d_.:/-])${parts.join('')}`, 'giu')
}

export const nounHint =
  /kenncode|jelsz|[șş]ifre|wacht|l[öo]sen|adgang|salas|parol|pass|pwd|\bpw\b|senha|contrase|wort|mdp|parola|palavra|palabra|word|heslo|has[łl]o|senord|key|chave|clave|llave|schl|cl[ée]\b|chiave|secret|segredo|geheim|\bpin\b|user|log|usu|utili|benutz|anmeld|kennung|identif|utente|gebruik|nick|apelido|apodo|handle|account|frase|answer|question|pergunta|pregunta|frage|domanda|resp|antwort|maiden|solter|solteira|m[äa]dchenname|jeune fille|memorable|unlock|opens? with|decrypts|abre|desbloque|destrava|ffnet|entsperr|ouvre|verrouille|apre |sblocca/i

export const answer =
  '(?:(?:memorable|security|safe|challenge|verification|secret) (?:word|phrase|answer|name|place|date)|palavra de seguran[çc]a|palavra secreta|palabra de seguridad|mot secret|codewort|sicherheitswort|parola di sicurezza)'
