export type Problem = (typeof problems)[number]['problem']

/** What an error says of its topic, the most telling first. */
export const problems = [
  {
    problem: 'unsupported',
    words:
      /un-?supported|not (?:currently )?support|n[aã]o (?:[eé] )?suportad|no (?:es )?(?:compatible|soportad)|nicht unterstutzt|non pris en charge|不支持|サポートされて/i,
    ends: 'is not supported',
  },
  {
    problem: 'expired',
    words:
      /\bexpired\b|\bexpirad|expirou|expiré|vencid|abgelaufen|scadut|verlopen|no longer valid|too old|期限|过期|만료|истек/i,
    ends: 'has expired',
  },
  {
    problem: 'used',
    words: /already (?:been )?(?:used|redeemed|consumed)|replay|reuse|ja (?:foi )?utilizad|ya (?:fue )?utilizad/i,
    ends: 'was already used',
  },
  {
    problem: 'different',
    words:
      /mismatch|\bbut\b[^.]{0,80}\b(?:requested|used|sent|received|found|configured|registered)\b|\bexpected\b[^.]{0,120}\b(?:got|received|found|but|actual)\b|does(?: not|n['’]t) (?:match|correspond|equal)|do(?: not|n['’]t) match|not match|not the same|differ|nao (?:confere|corresponde|coincide)|no coincide|ne correspond|stimmt nicht|不一致|不匹配|一致し(?:ない|ません)|일치하지/i,
    ends: 'does not match',
  },
  {
    problem: 'missing',
    words:
      /missing|is required|are required|must (?:be (?:present|provided|sent|specified|set)|contain|include|have)|not (?:found in|provided|present|specified|set|supplied|included)|\bno [^.]{2,60} (?:present|found|provided)\b|without|lacks?\b|empty|blank|is null|undefined|ausente|obrigat|obligat|faltan|nao (?:informad|enviad|encontrad)|manquant|fehlt|必須|缺少|없음/i,
    ends: 'is missing',
  },
  {
    problem: 'disabled',
    words:
      /disabled|deactivated|not enabled|not active|inactive|suspended|locked|desativad|desabilitad|inativ|bloquead|deaktiviert|désactiv/i,
    ends: 'is not active',
  },
  {
    problem: 'not-allowed',
    words:
      /not (?:allowed|permitted|authori[sz]ed|granted|accepted)|forbidden|denied|refused|disallowed|nao (?:permitid|autorizad)|no (?:permitid|autorizad)|non autoris|nicht (?:erlaubt|zugelassen)|許可され|拒否|不允许/i,
    ends: 'is not allowed',
  },
  {
    problem: 'unknown',
    words:
      /unknown|not (?:found|registered|recogni[sz]ed|exist|known)|does(?: not|n['’]t) exist|no such|unrecogni[sz]ed|unregistered|n[aã]o (?:encontrad|cadastrad|existe|registrad)|desconhecid|no (?:existe|registrad|encontrad)|descono|inconnu|unbekannt|不存在|未注册|見つかりません/i,
    ends: 'is unknown to the server',
  },
  {
    problem: 'failed',
    words:
      /could(?: not|n['’]t)|cannot|can['’]t|unable|fail|impossible|falh|nao foi possivel|no (?:se )?(?:pudo|puede)|konnte|失敗|失败|无法|できません/i,
    ends: 'is not accepted',
  },
  {
    problem: 'invalid',
    words:
      /in-?valid|wrong|incorrect|malformed|bad\b|illegal|not (?:a )?valid|unexpected|rejected|err(?:or|o)\b|inv[aá]lid|incorret|incorrect|erron|ungultig|falsch|ongeldig|non valid|不正|無効|无效|错误|잘못|유효하지|неверн/i,
    ends: 'is not accepted',
  },
] as const
