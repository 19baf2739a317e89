/** What follows a street with its number on the same line: flat, neighbourhood, town and state. */
const tail =
  /(?:[ \t]*[,–-]?[ \t]*(?:apto?\.?|apartamento|ap\.?|[Aa]pt\.?|[Ee]sq\.?|[Dd]to\.?|[Dd]ir\.?|[Ff]te\.?|[Ii]zq\.?|[Dd]cha\.?|[A-D]|\d{1,2}\.?[ºo°ª][ \t]?(?:esq|d(?:to|ir)|frente|fte|andar|piso)?\.?|bloco|bl\.|casa|sala|conj\.?|piso|fundos|frente|lote|depto\.?|apt\.?|unit|suite|flat|floor|[ée]tage|esc\.)(?:[ \t]*[\dA-Z]{1,5})?(?![\p{L}\d])){0,3}(?:[ \t]*[,–-][ \t]*(?:bairro[ \t])?(?!(?:CEP|Erro|Error|Err|Status|Fone|Tel|Telefone|Cel|Phone|CPF|CNPJ|RG|Ag[êe]ncia|HTTP|C[óo]digo|Code|Cliente|Customer|Pedido|Order|Conta|Account|Nome|Name|E-?mail|Fehler|Erreur|Errore|Protocolo|Ticket|Valor|Data)(?!\p{L}))\p{Lu}\p{Ll}[\p{L}'’]*(?:[ \t](?:d[aeo]s?[ \t])?\p{Lu}\p{Ll}[\p{L}'’]*){0,2}(?![\p{L}\d_:=@(]|\.\p{L})){0,3}(?:[ \t]*[,/–-][ \t]*[A-Z]{2}(?![\p{L}\d_-]))?(?:(?:[ \t]*[,–-]?[ \t]*(?:(?:in|à|em|en)[ \t]+)?)(?:(?:D|A|CH|F|B|P|E|I|L|NL)-)?(?:\d{4}-\d{3}|\d{5}|\d{4}(?=[ \t]+(?!Bytes)\p{Lu}))[ \t]+\p{Lu}[\p{L}'’-]{2,30}(?:[ \t](?:(?:am|an der|im|sur|de|do|da|la|le)[ \t])?\p{Lu}[\p{L}'’-]{2,30}){0,2}(?![\p{L}\d_=:@(]))?/uy

/** Where an address ends of which street and number are known. */
export function addressEnd(text: string, end: number): number {
  tail.lastIndex = end
  return end + (tail.exec(text)?.[0].length ?? 0)
}
