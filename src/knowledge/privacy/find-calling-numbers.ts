import type { Add } from './finding.ts'

/**
 * Finds telephone numbers without a sign before them in rows of what calls or messages are logged with:
 * `2026-10-02 23:59:58|OUT|5491156230871|…`. Linear.
 */
export function findCallingNumbers(text: string, add: Add): void {
  if (!ofCalls.test(text)) return
  for (const found of text.matchAll(cell)) {
    const value = found.groups?.value ?? ''
    if (!isCallable(value)) continue
    const start = found.index + found[0].indexOf(value)
    add({ start, end: start + value.length, kind: 'phone', name: 'phone', value })
  }
}

const ofCalls =
  /(?<![\p{L}\d])(?:sms\p{L}{0,2}|mms|ussd|whatsapp|msisdn|delivrd|undeliv|smpp|gsm|cdr|voip|pbx|asterisk|call(?:er|ed|s)?|telef\p{L}{0,6}|phones?|celular|llamadas?|liga[çc][õo]es|anruf\p{L}?|appels?|chiamat[ae])(?![\p{L}\d])/iu
const cell = /(?<=^|[|;,\t])[ \t]?"?(?<value>\d{10,15})"?[ \t]?(?=[|;,\t])/gm

/** Country codes (ITU-T E.164) with the digits of a number of a mobile or a house in that country. */
const countries =
  '1:10 7:10 20:9-10 27:9 30:10 31:9 32:8-9 33:9 34:9 36:8-9 39:9-10 40:9 41:9 43:9-11 44:10 45:8 46:7-9 47:8 48:9 49:10-11 51:9 52:10-11 54:10-11 55:10-11 56:9 57:10 58:10 60:8-10 61:9 62:9-12 63:10 64:8-10 65:8 66:9 81:10 82:9-10 84:9 86:11 90:10 91:10 92:10 94:9 98:10 212:9 213:9 216:8 221:9 225:10 233:9 234:10 237:9 244:9 251:9 254:9 255:9 256:9 258:9 260:9 263:9 351:9 352:9 353:9 354:7 355:9 356:8 357:8 358:9-10 359:9 370:8 371:8 372:7-8 373:8 380:9 381:8-9 385:8-9 386:8 387:8 420:9 421:9 502:8 503:8 504:8 505:8 506:8 507:8 591:8 593:9 595:9 598:8 852:8 855:8-9 880:10 886:9 961:7-8 962:9 964:10 965:8 966:9 971:9 972:9 973:8 974:8 977:10 998:9'
const lengths: ReadonlyMap<string, readonly [least: number, most: number]> = new Map(
  countries.split(' ').map((one) => {
    const [code = '', least = '', most = least] = one.split(/[:-]/)
    return [code, [Number(least), Number(most)]]
  }),
)

function isCallable(value: string): boolean {
  return [1, 2, 3].some((digits) => {
    const [least, most] = lengths.get(value.slice(0, digits)) ?? [0, 0]
    const rest = value.length - digits
    return most > 0 && rest >= least && rest <= most
  })
}
