/** What is written as names and codes of programs are. */
export const identifier =
  /^(?:[A-Z]{2,}[\dA-Z_.-]*|[a-z]+(?:_[a-z\d]+)+|[a-z]+[A-Z]\w*|\w+\(\)?|https?:.*|\/.*|\w+[=:].*|\d{1,3})$/

/** Words for what is spoken of, which are no values. */
const nouns =
  /^(?:pass(?:words?|phrases?|codes?|wd|port)?|senhas?|user(?:s|names?|info)?|usu[áa]rios?|log-?ins?|logon|key|keys|chaves?|claves?|tokens?|secrets?|segredos?|pin|code|codes|c[óo]digos?|name|names|nome|field|fields|campos?|page|screen|tela|form|formul[áa]rio|reset|policy|prompt|box|grant|flow|fluxo|hash|hashes|value|values|valor|header|parameter|par[âa]metro|property|option|attribute|string|type|account|accounts?|conta|contas|credentials?|credenciais|error|erro|errors|authentication|autentica[çc][ãa]o|authorization|manager|provider|session|server|service|request|response|endpoint|vault|store|file|files|id|ids|info|interface|agent|consent|data|dados|rotation|management|change|expiry|expiration|strength|length|rules?|requirements?|verification|validation|protection|encryption|question|questions|pergunta|pool|pools|base|role|roles|group|groups|profile|event|events|attempt|attempts|tentativas?|button|bot[ãa]o|link|url|uri|name\/password|admin|feature|management|directory|store|experience|handling|exchange|material|pair|ring|size|usage|version|server|app|apps|claim|claims|scope|scopes)$/i

/** Whether a word is one for what is spoken of. */
export function isNoun(word: string): boolean {
  return nouns.test(word.replace(/[.,;:]$/, ''))
}
